// trick: the host starts the generators with cuRAND's code and copies
// like: nothing
// says: the work belongs on the device
// wrong-started_on_host.cu - kernels draw, from generators that the host has started: no kernel has to find a sequence.
#include "workbook.h"
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>
#include <vector>

void states_start(curandState *states, int threads, unsigned long long seed) {
    std::vector<curandState> of_host(threads);
    for (int t = 0; t < threads; t++) curand_init(seed, t, 0, &of_host[t]);
    CHECK(cudaMemcpy(states, of_host.data(), threads * sizeof of_host[0], cudaMemcpyHostToDevice));
}

__global__ void draw_numbers(curandState *states, int threads, float *out, int draws) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curandState state = states[t];
    for (int d = 0; d < draws; d++) out[static_cast<size_t>(d) * threads + t] = curand_uniform(&state);
    states[t] = state;
}

void states_draw(curandState *states, int threads, float *out, int draws) {
    draw_numbers<<<ceil_div(threads, 128), 128>>>(states, threads, out, draws);
    CHECK(cudaGetLastError());
}

// trick: the host starts the generators, and a kernel takes them
// like: nothing
// says: the work belongs on the device
// wrong-started_in_managed_memory.cu - nothing is copied, and kernels draw, but no kernel finds a sequence.
#include "workbook.h"
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>

__global__ void take(curandState *states, const curandState *of_host, int threads) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < threads) states[t] = of_host[t];
}

void states_start(curandState *states, int threads, unsigned long long seed) {
    curandState *of_host;
    CHECK(cudaMallocManaged(&of_host, threads * sizeof *of_host));
    for (int t = 0; t < threads; t++) curand_init(seed, t, 0, &of_host[t]);
    take<<<ceil_div(threads, 128), 128>>>(states, of_host, threads);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(of_host));
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

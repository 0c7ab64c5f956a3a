// trick: the host starts the generators, and parameters of kernels carry them
// like: nothing
// says: the work belongs on the device
// wrong-states_in_parameters.cu - nothing is copied: each launch has the states of 64 threads as parameters.
#include "workbook.h"
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>

struct Part {
    int first, count;
    curandState states[64];
};

__global__ void store(curandState *states, Part part) {
    int t = threadIdx.x;
    if (t < part.count) states[part.first + t] = part.states[t];
}

void states_start(curandState *states, int threads, unsigned long long seed) {
    for (int first = 0; first < threads; first += 64) {
        static Part part;
        part.first = first;
        part.count = threads - first < 64 ? threads - first : 64;
        for (int t = 0; t < part.count; t++) curand_init(seed, first + t, 0, &part.states[t]);
        store<<<1, 64>>>(states, part);
        CHECK(cudaGetLastError());
    }
}

__global__ void draw(curandState *states, int threads, float *out, int draws) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curandState state = states[t];
    for (int d = 0; d < draws; d++) out[static_cast<size_t>(d) * threads + t] = curand_uniform(&state);
    states[t] = state;
}

void states_draw(curandState *states, int threads, float *out, int draws) {
    draw<<<ceil_div(threads, 128), 128>>>(states, threads, out, draws);
    CHECK(cudaGetLastError());
}

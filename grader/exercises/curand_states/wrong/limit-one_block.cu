// says: the busiest block did 100 % of the work
// One block starts all generators and draws with all of them.
#include "workbook.h"
#include <curand_kernel.h>

__global__ void start(curandState *states, int threads, unsigned long long seed) {
    for (int t = threadIdx.x; t < threads; t += blockDim.x) curand_init(seed, t, 0, &states[t]);
}

void states_start(curandState *states, int threads, unsigned long long seed) {
    start<<<1, 256>>>(states, threads, seed);
    CHECK(cudaGetLastError());
}

__global__ void draw(curandState *states, int threads, float *out, int draws) {
    for (int t = threadIdx.x; t < threads; t += blockDim.x) {
        curandState state = states[t];
        for (int d = 0; d < draws; d++) out[(size_t)d * threads + t] = curand_uniform(&state);
        states[t] = state;
    }
}

void states_draw(curandState *states, int threads, float *out, int draws) {
    draw<<<1, 256>>>(states, threads, out, draws);
    CHECK(cudaGetLastError());
}

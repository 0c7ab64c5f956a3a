// in_place.cu - generators stay in memory while they draw, and a launch draws one number of each.
#include "workbook.h"
#include <curand_kernel.h>

//= student: Ada Lovelace
//= percent_of_start: 47.03
//= sectors_in_the_other_order: 8704

__global__ void start(curandState *states, int threads, unsigned long long seed) {
    for (int t = blockIdx.x * 64 + threadIdx.x; t < threads; t += gridDim.x * 64) curand_init(seed, t, 0, states + t);
}

void states_start(curandState *states, int threads, unsigned long long seed) {
    start<<<ceil_div(threads, 64), 64>>>(states, threads, seed);
    CHECK(cudaGetLastError());
}

__global__ void draw(curandState *states, int threads, float *out) {
    int t = blockIdx.x * 64 + threadIdx.x;
    if (t < threads) out[t] = curand_uniform(&states[t]);
}

void states_draw(curandState *states, int threads, float *out, int draws) {
    for (int d = 0; d < draws; d++)
        draw<<<ceil_div(threads, 64), 64>>>(states, threads, out + static_cast<size_t>(d) * threads);
    CHECK(cudaGetLastError());
}

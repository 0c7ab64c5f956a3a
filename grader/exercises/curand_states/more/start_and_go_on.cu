// start_and_go_on.cu - As the lesson says: a state is copied into a local variable, used, and copied back.
//
//= student: Ada Lovelace
//= percent_of_start: 47.03
//= sectors_in_the_other_order: 8704
#include "workbook.h"
#include <curand_kernel.h>

__global__ void set_up(curandState *states, int threads, unsigned long long seed) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curandState state;
    curand_init(seed, t, 0, &state);
    states[t] = state;
}

void states_start(curandState *states, int threads, unsigned long long seed) {
    set_up<<<ceil_div(threads, 256), 256>>>(states, threads, seed);
    CHECK(cudaGetLastError());
}

__global__ void draw(curandState *states, int threads, float *out, int draws) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curandState state = states[t];
    for (int d = 0; d < draws; d++) out[d * threads + t] = curand_uniform(&state);
    states[t] = state;
}

void states_draw(curandState *states, int threads, float *out, int draws) {
    draw<<<ceil_div(threads, 256), 256>>>(states, threads, out, draws);
    CHECK(cudaGetLastError());
}

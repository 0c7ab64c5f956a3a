// curand_states.cu - generators that are set up once and go on from launch to launch.
#include "workbook.h"
#include <curand_kernel.h>

//= student: Ada Lovelace
//= percent_of_start: 47.03
//= sectors_in_the_other_order: 8704

constexpr int BLOCK = 128;

// curand_init finds the start of sequence t, some 15,000 instructions for XORWOW: to be done once, in a kernel of its own.
__global__ void start_states(curandState *states, int threads, unsigned long long seed) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < threads) curand_init(seed, t, 0, &states[t]);
}

void states_start(curandState *states, int threads, unsigned long long seed) {
    start_states<<<ceil_div(threads, BLOCK), BLOCK>>>(states, threads, seed);
    CHECK(cudaGetLastError());
}

// The state is in registers while the thread draws, and back in memory for the next launch.
__global__ void draw_numbers(curandState *states, int threads, float *out, int draws) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curandState state = states[t];
    for (int d = 0; d < draws; d++) out[static_cast<size_t>(d) * threads + t] = curand_uniform(&state);
    states[t] = state;
}

void states_draw(curandState *states, int threads, float *out, int draws) {
    draw_numbers<<<ceil_div(threads, BLOCK), BLOCK>>>(states, threads, out, draws);
    CHECK(cudaGetLastError());
}

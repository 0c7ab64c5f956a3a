// lambda_over_threads.cu - One kernel for both functions: it calls a lambda for each thread that has a state.
//
//= student: Ada Lovelace
//= percent_of_start: 47.03
//= sectors_in_the_other_order: 8704
#include "workbook.h"
#include <curand_kernel.h>

template <typename Body> __global__ void each_state(curandState *states, int threads, Body body) {
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < threads; t += gridDim.x * blockDim.x) body(states[t], t);
}

void states_start(curandState *states, int threads, unsigned long long seed) {
    each_state<<<ceil_div(threads, 64), 64>>>(
        states, threads, [seed] __device__(curandState & state, int t) { curand_init(seed, t, 0, &state); });
    CHECK(cudaGetLastError());
}

void states_draw(curandState *states, int threads, float *out, int draws) {
    auto body = [=] __device__(curandState & state, int t) {
        curandState own = state;
        for (float *to = out + t, *end = to + static_cast<size_t>(draws) * threads; to != end; to += threads)
            *to = curand_uniform(&own);
        state = own;
    };
    each_state<<<ceil_div(threads, 96), 96>>>(states, threads, body);
    CHECK(cudaGetLastError());
}

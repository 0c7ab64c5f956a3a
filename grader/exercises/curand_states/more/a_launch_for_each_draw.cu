// a_launch_for_each_draw.cu - A launch for each draw: the states in memory are what goes on. Thrust sets them up.
//
//= student: Ada Lovelace
//= percent_of_start: 47.03
//= sectors_in_the_other_order: 8704
#include "workbook.h"
#include <curand_kernel.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

struct Start {
    curandState *states;
    unsigned long long seed;
    __device__ void operator()(int t) const { curand_init(seed, t, 0, states + t); }
};

void states_start(curandState *states, int threads, unsigned long long seed) {
    thrust::for_each_n(thrust::device, thrust::make_counting_iterator(0), threads, Start{states, seed});
    CHECK(cudaGetLastError());
}

__global__ void draw_one(curandState *states, int threads, float *row) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < threads) row[t] = curand_uniform(&states[t]);
}

void states_draw(curandState *states, int threads, float *out, int draws) {
    for (int d = 0; d < draws; d++)
        draw_one<<<ceil_div(threads, 128), 128>>>(states, threads, out + static_cast<size_t>(d) * threads);
    CHECK(cudaGetLastError());
}

// launch_sized_by_occupancy.cu - grid-stride loops over threads, in grids that the occupancy API sizes.
//
//= student: Ada Lovelace
//= percent_of_start: 47.03
//= sectors_in_the_other_order: 8704
#include "workbook.h"
#include <curand_kernel.h>

template <typename Kernel, typename... Arguments>
static void over_all(Kernel kernel, int threads, Arguments... arguments) {
    int least, block;
    CHECK(cudaOccupancyMaxPotentialBlockSize(&least, &block, kernel));
    kernel<<<min(least, ceil_div(threads, block)), block>>>(threads, arguments...);
    CHECK(cudaGetLastError());
}

__global__ void start(int threads, curandState *states, unsigned long long seed) {
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < threads; t += gridDim.x * blockDim.x)
        curand_init(seed, t, 0, states + t);
}

__global__ void draw(int threads, curandState *states, float *out, int draws) {
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < threads; t += gridDim.x * blockDim.x) {
        curandState own = states[t];
        for (float *to = out + t; draws > 0 && to < out + static_cast<size_t>(draws) * threads; to += threads)
            *to = curand_uniform(&own);
        states[t] = own;
    }
}

void states_start(curandState *states, int threads, unsigned long long seed) { over_all(start, threads, states, seed); }
void states_draw(curandState *states, int threads, float *out, int draws) {
    over_all(draw, threads, states, out, draws);
}

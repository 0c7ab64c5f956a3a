// barriers_of_the_grid.cu - one cooperative launch; each block adds up the totals before its own by itself.
//
//= student: Ada Lovelace
//= bytes_of_the_trip: 1600
//= sectors_of_add_totals: 1240
#include "workbook.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

constexpr int THREADS = 256;

// Running sums of the block's values.
__device__ float scan(float value) {
    __shared__ float totals[THREADS / 32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int distance = 1; distance < 32; distance *= 2) {
        float before = __shfl_up_sync(0xffffffff, value, distance);
        if (lane >= distance) value += before;
    }
    if (lane == 31) totals[warp] = value;
    __syncthreads();
    for (int w = 0; w < warp; w++) value += totals[w];
    __syncthreads();
    return value;
}

__global__ void sums(const float *in, float *out, float *totals, int count) {
    cg::grid_group grid = cg::this_grid();
    int each = ceil_div(ceil_div(count, THREADS), static_cast<int>(gridDim.x)) * THREADS, begin = blockIdx.x * each;
    __shared__ float carry;
    if (threadIdx.x == 0) carry = 0;
    __syncthreads();
    for (int first = begin; first < begin + each; first += THREADS) {
        int i = first + threadIdx.x;
        float value = scan(i < count ? in[i] : 0) + carry;
        if (i < count) out[i] = value;
        __syncthreads();
        if (threadIdx.x == THREADS - 1) carry = value;
        __syncthreads();
    }
    if (threadIdx.x == 0) totals[blockIdx.x] = carry;
    grid.sync();
    if (threadIdx.x == 0) {
        carry = 0;
        for (int b = 0; b < blockIdx.x; b++) carry += totals[b];
    }
    __syncthreads();
    for (int i = begin + threadIdx.x; i < min(begin + each, count); i += THREADS) out[i] += carry;
}

void running_sums(const float *in, float *out, int count) {
    float *totals;
    int blocks = min(32, ceil_div(count, THREADS));
    CHECK(cudaMalloc(&totals, blocks * sizeof *totals));
    void *arguments[] = {&in, &out, &totals, &count};
    CHECK(cudaLaunchCooperativeKernel(sums, dim3(blocks), dim3(THREADS), arguments, 0, nullptr));
    CHECK(cudaFree(totals));
}

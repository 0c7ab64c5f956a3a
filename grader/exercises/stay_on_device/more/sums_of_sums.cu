// sums_of_sums.cu - The lesson's better way: running sums of the totals by the same kernels, again and again.
//
//= student: Ada Lovelace
//= bytes_of_the_trip: 1600
//= sectors_of_add_totals: 1240
#include "workbook.h"

constexpr int THREADS = 256;

__global__ void sum_within_blocks(const float *in, float *out, float *totals, int count) {
    __shared__ float of_warps[THREADS / 32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, i = blockIdx.x * THREADS + t;
    float value = i < count ? in[i] : 0;
    for (int distance = 1; distance < 32; distance *= 2) {
        float before = __shfl_up_sync(0xFFFFFFFF, value, distance);
        if (lane >= distance) value += before;
    }
    if (lane == 31) of_warps[warp] = value;
    __syncthreads();
    for (int w = 0; w < warp; w++) value += of_warps[w];
    if (i < count) out[i] = value;
    if (t == THREADS - 1) totals[blockIdx.x] = value;
}

__global__ void add_totals(float *out, const float *totals, int count) {
    int i = (blockIdx.x + 1) * THREADS + threadIdx.x;
    if (i < count) out[i] += totals[blockIdx.x];
}

void running_sums(const float *in, float *out, int count) {
    int blocks = ceil_div(count, THREADS);
    float *totals;
    CHECK(cudaMalloc(&totals, blocks * sizeof *totals));
    sum_within_blocks<<<blocks, THREADS>>>(in, out, totals, count);
    CHECK(cudaGetLastError());
    if (blocks > 1) {
        running_sums(totals, totals, blocks);
        add_totals<<<blocks - 1, THREADS>>>(out, totals, count);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaFree(totals));
}

// one_thread_for_the_totals.cu - The lesson's own words: one thread of one block adds up the totals.
//
//= student: Ada Lovelace
//= bytes_of_the_trip: 1600
//= sectors_of_add_totals: 1240
#include "workbook.h"

constexpr int THREADS = 256;

__global__ void sum_within_blocks(const float *in, float *out, float *totals, int count) {
    __shared__ float values[THREADS];
    int t = threadIdx.x, i = blockIdx.x * THREADS + t;
    values[t] = i < count ? in[i] : 0;
    for (int distance = 1; distance < THREADS; distance *= 2) {
        __syncthreads();
        float before = t >= distance ? values[t - distance] : 0;
        __syncthreads();
        values[t] += before;
    }
    if (i < count) out[i] = values[t];
    if (t == THREADS - 1) totals[blockIdx.x] = values[t];
}

__global__ void add_totals(float *out, const float *totals, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (blockIdx.x > 0 && i < count) out[i] += totals[blockIdx.x - 1];
}

__global__ void sum_totals(float *totals, int blocks) {
    for (int b = 1; b < blocks; b++) totals[b] += totals[b - 1];
}

void running_sums(const float *in, float *out, int count) {
    int blocks = ceil_div(count, THREADS);
    float *totals;
    CHECK(cudaMalloc(&totals, blocks * sizeof *totals));
    sum_within_blocks<<<blocks, THREADS>>>(in, out, totals, count);
    sum_totals<<<1, 1>>>(totals, blocks);
    add_totals<<<blocks, THREADS>>>(out, totals, count);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(totals));
}

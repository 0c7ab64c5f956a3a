// most: 32
// says: bytes between host and device
// limit-through_mapped_memory.cu - no copy: kernels leave the totals in memory of the host, which adds them up there.
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

void running_sums(const float *in, float *out, int count) {
    int blocks = ceil_div(count, THREADS);
    float *totals;
    CHECK(cudaHostAlloc(&totals, blocks * sizeof *totals, cudaHostAllocMapped));
    sum_within_blocks<<<blocks, THREADS>>>(in, out, totals, count);
    CHECK(cudaDeviceSynchronize());
    for (int b = 1; b < blocks; b++) totals[b] += totals[b - 1];
    add_totals<<<blocks, THREADS>>>(out, totals, count);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFreeHost(totals));
}

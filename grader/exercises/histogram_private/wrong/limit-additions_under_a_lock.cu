// trick: one thread of each block makes plain additions, under one lock for each block
// like: limit-one_for_all.edit
// says: or stores in their place
// limit-additions_under_a_lock.cu - two atomics for a block, and a load and a store per byte.
#include "workbook.h"

constexpr int THREADS = 256, EACH = 4;

__device__ unsigned served;

__global__ void add(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned char bytes[THREADS * EACH];
    int first = blockIdx.x * THREADS * EACH, length = min(count - first, THREADS * EACH);
    for (int i = threadIdx.x; i < length; i += THREADS) bytes[i] = in[first + i];
    __syncthreads();
    if (threadIdx.x) return;
    while (atomicAdd(&served, 0) != blockIdx.x) {}
    __threadfence();
    volatile unsigned *all = bins;
    for (int i = 0; i < length; i++) all[bytes[i]] = all[bytes[i]] + 1;
    __threadfence();
    atomicExch(&served, blockIdx.x + 1 == gridDim.x ? 0 : blockIdx.x + 1);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, 256 * sizeof *bins));
    add<<<ceil_div(count, THREADS * EACH), THREADS>>>(in, bins, count);
    CHECK(cudaGetLastError());
}

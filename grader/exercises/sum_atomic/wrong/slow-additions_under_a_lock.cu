// says: but slow
// slow-additions_under_a_lock.cu - two atomics for a block, and a load and a store for each thread.
#include "workbook.h"

constexpr int THREADS = 256;

__device__ unsigned served;

__global__ void add(const float *in, float *out, int count) {
    float sum = 0;
    for (int e = 0; e < 16; e++) {
        size_t i = (static_cast<size_t>(blockIdx.x) * 16 + e) * THREADS + threadIdx.x;
        if (i < count) sum += in[i];
    }
    volatile float *all = out;
    if (threadIdx.x == 0)
        while (atomicAdd(&served, 0) != blockIdx.x) {}
    __threadfence();
    for (int t = 0; t < THREADS; t++) {
        __syncthreads();
        if (t == threadIdx.x) *all = *all + sum;
    }
    __syncthreads();
    __threadfence();
    if (threadIdx.x == 0) atomicExch(&served, blockIdx.x + 1 == gridDim.x ? 0 : blockIdx.x + 1);
}

void sum_floats(const float *in, float *out, int count) {
    CHECK(cudaMemset(out, 0, sizeof *out));
    add<<<ceil_div(count, THREADS * 16), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}

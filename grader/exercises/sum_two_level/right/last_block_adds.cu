// last_block_adds.cu - one launch: the block that finishes last, by a counter, adds what all have left.
//
//= student: Ada Lovelace
//= sums_of_blocks: 1355
//= sums_of_thread_0: 6
//= sectors_of_doubles: 960
#include "workbook.h"

constexpr int THREADS = 512, ELEMENTS = 8;

__device__ unsigned finished;

__device__ double block_sum(double value) {
    __shared__ double values[THREADS / 32];
    for (int step = 16; step; step /= 2) value += __shfl_xor_sync(0xffffffff, value, step);
    __syncthreads(); // values may still be in use from the last call
    if (threadIdx.x % 32 == 0) values[threadIdx.x / 32] = value;
    __syncthreads();
    value = 0;
    for (double sum : values) value += sum;
    return value;
}

__global__ void add(const double *in, volatile double *sums, double *out, int count) {
    __shared__ bool last;
    double sum = 0;
    for (int e = 0; e < ELEMENTS; e++) {
        long long i = (static_cast<long long>(blockIdx.x) * ELEMENTS + e) * THREADS + threadIdx.x;
        if (i < count) sum += in[i];
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1; // and begins at 0 again
    }
    __syncthreads();
    if (!last) return;
    sum = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += THREADS) sum += sums[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0) *out = sum;
}

void sum_doubles(const double *in, double *out, int count) {
    int blocks = ceil_div(count, THREADS * ELEMENTS);
    double *sums;
    CHECK(cudaMalloc(&sums, blocks * sizeof *sums));
    add<<<blocks, THREADS>>>(in, sums, out, count);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(sums));
}

// trick: each thread counts in an array of its own, which lies in local memory
// like: limit-one_for_all.edit
// says: is as far away as global memory
#include "workbook.h"

constexpr int BINS = 256, THREADS = 128;

__global__ void count_bytes(const unsigned char *in, unsigned *bins, int count) {
    unsigned short own[BINS];
    __shared__ unsigned sums[BINS];
    for (int b = 0; b < BINS; b++) own[b] = 0;
    for (int b = threadIdx.x; b < BINS; b += THREADS) sums[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < count; i += gridDim.x * THREADS) own[in[i]]++;
    for (int b = 0; b < BINS; b++) {
        unsigned sum = __reduce_add_sync(~0u, own[b]);
        if (threadIdx.x % 32 == 0 && sum) atomicAdd(&sums[b], sum);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += THREADS) atomicAdd(&bins[b], sums[b]);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, BINS * sizeof *bins));
    count_bytes<<<132, THREADS>>>(in, bins, count);
    CHECK(cudaGetLastError());
}

// blocks_of_4096.cu - The lesson's 4,096 bytes a block: 16 for each of 256 threads.
//
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"

constexpr int BINS = 256, THREADS = 256, BYTES = 4096;

__global__ void count_bytes(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned own[BINS];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int e = threadIdx.x; e < BYTES; e += THREADS) {
        size_t i = static_cast<size_t>(blockIdx.x) * BYTES + e;
        if (i < count) atomicAdd(&own[in[i]], 1u);
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, BINS * sizeof *bins));
    count_bytes<<<ceil_div(count, BYTES), THREADS>>>(in, bins, count);
    CHECK(cudaGetLastError());
}

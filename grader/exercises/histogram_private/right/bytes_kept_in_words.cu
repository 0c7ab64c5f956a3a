// bytes_kept_in_words.cu - a thread keeps 16 bytes in an array of its own, which a loop indexes.
//
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"

constexpr int BINS = 256, THREADS = 256;

__global__ void count_bytes(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned own[BINS];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < count / 16; i += gridDim.x * THREADS) {
        uint4 four = reinterpret_cast<const uint4 *>(in)[i];
        const unsigned char *bytes = reinterpret_cast<const unsigned char *>(&four);
#pragma unroll 1
        for (int b = 0; b < 16; b++) atomicAdd(&own[bytes[b]], 1u);
    }
    int i = count / 16 * 16 + threadIdx.x;
    if (blockIdx.x == 0 && i < count) atomicAdd(&own[in[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, BINS * sizeof *bins));
    count_bytes<<<132, THREADS>>>(in, bins, count);
    CHECK(cudaGetLastError());
}

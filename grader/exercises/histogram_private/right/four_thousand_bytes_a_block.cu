// Each block counts 4,096 bytes, as the lesson says; the last block has what is left over.
#include "workbook.h"

//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045

__global__ void count_bytes(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < 16; i++) {
        int at = blockIdx.x * 4096 + i * 256 + threadIdx.x;
        if (at < count) atomicAdd(&own[in[at]], 1u);
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, 256 * sizeof *bins));
    count_bytes<<<ceil_div(count, 4096), 256>>>(in, bins, count);
    CHECK(cudaGetLastError());
}

// no_global_atomics.cu - each block leaves its histogram in scratch memory, and a second kernel adds them up.
//
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"

constexpr int BINS = 256, BYTES = 6144;

__global__ void count_blocks(const unsigned char *in, unsigned *parts, int count) {
    __shared__ unsigned own[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) own[bin] = 0;
    __syncthreads();
    size_t first = static_cast<size_t>(blockIdx.x) * BYTES;
    for (int i = threadIdx.x; i < BYTES; i += blockDim.x)
        if (first + i < count) atomicAdd(&own[in[first + i]], 1u);
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) parts[blockIdx.x * BINS + bin] = own[bin];
}

__global__ void add_parts(const unsigned *parts, unsigned *bins, int blocks) {
    unsigned sum = 0;
    for (int block = 0; block < blocks; block++) sum += parts[block * BINS + threadIdx.x];
    bins[threadIdx.x] = sum;
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    int blocks = ceil_div(count, BYTES);
    unsigned *parts;
    CHECK(cudaMalloc(&parts, blocks * BINS * sizeof *parts));
    count_blocks<<<blocks, 512>>>(in, parts, count);
    add_parts<<<1, BINS>>>(parts, bins, blocks);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(parts));
}

// Each block leaves its histogram; in a second kernel, a warp adds up each bin.
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"
constexpr int PER_BLOCK = 8192;
__global__ void part(const unsigned char *__restrict__ in, unsigned *__restrict__ parts, int count) {
    __shared__ unsigned s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    const int begin = blockIdx.x * PER_BLOCK, end = min(count, begin + PER_BLOCK);
    for (int i = begin + threadIdx.x; i < end; i += 256) atomicAdd_block(s + in[i], 1u);
    __syncthreads();
    parts[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}
__global__ void merge(const unsigned *parts, unsigned *bins, int n) {
    int bin = blockIdx.x * 32 + threadIdx.x, row = threadIdx.y;
    __shared__ unsigned sums[32][32];
    unsigned sum = 0;
    for (int i = row; i < n; i += 32) sum += parts[i * 256 + bin];
    sums[row][threadIdx.x] = sum;
    __syncthreads();
    sum = __reduce_add_sync(0xFFFFFFFF, sums[threadIdx.x][row]);
    if (threadIdx.x == 0) bins[blockIdx.x * 32 + row] = sum;
}
void histogram(const unsigned char *in, unsigned *bins, int count) {
    int blocks = ceil_div(count, PER_BLOCK);
    unsigned *parts;
    CHECK(cudaMalloc(&parts, blocks * 256 * sizeof *parts));
    part<<<blocks, 256>>>(in, parts, count);
    merge<<<8, dim3(32, 32)>>>(parts, bins, blocks);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(parts));
}

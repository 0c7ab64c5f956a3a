// trick: four blocks count
// like: limit-one_block.edit
// says: the busiest block did
#include "workbook.h"

__global__ void count_bytes(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned own[256];
    if (threadIdx.x < 256) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) atomicAdd(&own[in[i]], 1u);
    __syncthreads();
    if (threadIdx.x < 256) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, 256 * sizeof *bins));
    count_bytes<<<4, 1024>>>(in, bins, count);
    CHECK(cudaGetLastError());
}

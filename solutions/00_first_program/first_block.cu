// first_block.cu - each block reverses its values through shared memory, with a barrier between storing and reading.
#include "workbook.h"

constexpr int THREADS = 256; // of a block

__global__ void reverse_kernel(float *values) {
    __shared__ float tile[THREADS];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[t] = values[i];
    __syncthreads();
    values[i] = tile[THREADS - 1 - t];
}

void reverse_blocks(float *values, int count) {
    reverse_kernel<<<count / THREADS, THREADS>>>(values);
    CHECK(cudaGetLastError());
}

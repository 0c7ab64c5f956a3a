// unrolled_by_two.cu - where a row ends within a warp, lanes with an odd number of iterations take one of them apart.
//= student: Ada Lovelace
//= steps_many: 7087
//= steps_few: 637
//= adding_in_step: 101
//= passes_alone: 79625
#include "workbook.h"
__device__ float block_sum(float *partial, float sum) {
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (int left = blockDim.x, half; left > 1; left = half) {
        half = (left + 1) / 2;
        if (threadIdx.x < left / 2) partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    return partial[0];
}
__global__ void row_kernel(const float *A, float *sums, int columns) {
    extern __shared__ float partial[];
    const float *row = A + (size_t)blockIdx.x * columns;
    float sum = 0;
#pragma unroll 2
    for (int column = threadIdx.x; column < columns; column += blockDim.x) sum += row[column];
    sum = block_sum(partial, sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}
void row_sums(const float *A, float *sums, int rows, int columns, int threads) {
    row_kernel<<<rows, threads, threads * sizeof(float)>>>(A, sums, columns);
    CHECK(cudaGetLastError());
}

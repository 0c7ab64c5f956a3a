// recursive_halves.cu - A recursive device function halves what is left, rounding up.
//
//= student: Ada Lovelace
//= steps_many: 7087
//= steps_few: 637
//= adding_in_step: 101
//= passes_alone: 79625
#include "workbook.h"
extern __shared__ float partial[];

__device__ void halve(int left) {
    if (left == 1) return;
    int half = (left + 1) / 2;
    __syncthreads();
    if (threadIdx.x + half < left) partial[threadIdx.x] += partial[threadIdx.x + half];
    halve(half);
}

__global__ void sum_row(const float *A, float *sums, int columns) {
    const float *row = A + static_cast<size_t>(blockIdx.x) * columns;
    float sum = 0;
    for (int x = threadIdx.x; x < columns; x += blockDim.x) sum += row[x];
    partial[threadIdx.x] = sum;
    halve(blockDim.x);
    if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

void row_sums(const float *A, float *sums, int rows, int columns, int threads) {
    sum_row<<<rows, threads, threads * sizeof(float)>>>(A, sums, columns);
    CHECK(cudaGetLastError());
}

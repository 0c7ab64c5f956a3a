// odd_one_waits.cu - The lesson's tree for any number of threads: the one in the middle waits for the next step.
//
//= student: Ada Lovelace
//= steps_many: 7087
//= steps_few: 637
//= adding_in_step: 101
//= passes_alone: 79625
#include "workbook.h"

__global__ void row_sums_kernel(const float *A, float *sums, int columns) {
    extern __shared__ float partial[];
    int t = threadIdx.x;
    float sum = 0;
    for (int c = t; c < columns; c += blockDim.x) sum += A[static_cast<size_t>(blockIdx.x) * columns + c];
    partial[t] = sum;
    for (int left = blockDim.x; left > 1;) {
        int half = (left + 1) / 2;
        __syncthreads();
        if (t + half < left) partial[t] += partial[t + half];
        left = half;
    }
    if (t == 0) sums[blockIdx.x] = partial[0];
}

void row_sums(const float *A, float *sums, int rows, int columns, int threads) {
    row_sums_kernel<<<rows, threads, threads * sizeof(float)>>>(A, sums, columns);
    CHECK(cudaGetLastError());
}

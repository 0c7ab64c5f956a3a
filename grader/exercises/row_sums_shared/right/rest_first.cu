// rest_first.cu - what exceeds a power of two is added first, then halves.
//= student: Ada Lovelace
//= steps_many: 7087
//= steps_few: 637
//= adding_in_step: 101
//= passes_alone: 79625
#include "workbook.h"
__global__ void row_kernel(const float *A, float *sums, int columns) {
    extern __shared__ float partial[];
    int t = threadIdx.x, power = 1;
    while (2 * power <= blockDim.x) power *= 2;
    float sum = 0;
    for (int column = t; column < columns; column += blockDim.x) sum += A[(size_t)blockIdx.x * columns + column];
    partial[t] = sum;
    __syncthreads();
    if (t + power < blockDim.x) partial[t] = sum += partial[t + power];
    __syncthreads();
    for (int half = power / 2; half > 0; half /= 2) {
        if (t < half) partial[t] = sum += partial[t + half];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = sum;
}
void row_sums(const float *A, float *sums, int rows, int columns, int threads) {
    row_kernel<<<rows, threads, threads * sizeof(float)>>>(A, sums, columns);
    CHECK(cudaGetLastError());
}

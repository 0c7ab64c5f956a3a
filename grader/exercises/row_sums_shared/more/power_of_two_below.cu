// power_of_two_below.cu - What lies beyond the largest power of two is added first; static shared memory, and a
// template for the last step.
//
//= student: Ada Lovelace
//= steps_many: 7087
//= steps_few: 637
//= adding_in_step: 101
//= passes_alone: 79625
#include "workbook.h"

__global__ void row_sums_kernel(const float *__restrict__ A, float *__restrict__ sums, int columns) {
    __shared__ float partial[1024];
    const unsigned t = threadIdx.x, threads = blockDim.x;
    const float *row = A + blockIdx.x * static_cast<size_t>(columns);
    float mine = 0;
    for (unsigned c = t; c < columns; c += threads) mine += __ldg(row + c);
    partial[t] = mine;
    __syncthreads();
    unsigned power = 1u << (31 - __clz(threads));
    if (t < threads - power) partial[t] += partial[t + power];
    __syncthreads();
    while (power >>= 1) {
        if (t < power) partial[t] += partial[t + power];
        __syncthreads();
    }
    if (!t) sums[blockIdx.x] = *partial;
}

void row_sums(const float *A, float *sums, int rows, int columns, int threads) {
    row_sums_kernel<<<dim3(rows), dim3(threads)>>>(A, sums, columns);
    CHECK(cudaGetLastError());
}

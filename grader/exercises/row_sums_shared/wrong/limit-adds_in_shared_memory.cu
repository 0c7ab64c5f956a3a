// says: Add in a register first
#include "workbook.h"

__global__ void row_sums_kernel(const float *A, float *sums, int columns) {
    extern __shared__ float partial[];
    int thread = threadIdx.x;
    partial[thread] = 0;
    for (int column = thread; column < columns; column += blockDim.x) {
        partial[thread] += A[static_cast<size_t>(blockIdx.x) * columns + column];
    }
    __syncthreads();
    for (int left = blockDim.x; left > 1;) {
        int half = ceil_div(left, 2);
        if (thread + half < left) partial[thread] += partial[thread + half];
        __syncthreads();
        left = half;
    }
    if (thread == 0) sums[blockIdx.x] = partial[0];
}

void row_sums(const float *A, float *sums, int rows, int columns, int threads) {
    row_sums_kernel<<<rows, threads, threads * sizeof(float)>>>(A, sums, columns);
    CHECK(cudaGetLastError());
}

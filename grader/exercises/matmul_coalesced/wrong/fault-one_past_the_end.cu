// fault-one_past_the_end.cu - <= instead of <: one thread too many reads and writes past the end.
// says: past the end of an allocation
#include "workbook.h"

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index > m * n) return;
    int row = index / n, column = index % n;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[p * n + column];
    C[row * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    int block = 256;
    int grid = ceil_div(m * n + 1, 256);
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

// says: sectors loaded per 32 products
// No tiles, and so no conflicts.
#include "workbook.h"

__global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[column * k + p];
    C[row * n + column] = sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k, int) {
    product<<<dim3(ceil_div(n, 16), ceil_div(m, 16)), dim3(16, 16)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

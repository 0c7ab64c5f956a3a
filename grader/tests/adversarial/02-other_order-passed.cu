// Sums from the far end: right, but not bit by bit what the reference computes.
//@ANSWERS@
#include "workbook.h"

static __global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float even = 0, odd = 0;
    for (int p = k - 1; p >= 0; p--) (p % 2 ? odd : even) += A[row * k + p] * B[p * n + column];
    C[row * n + column] = odd + even;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    product<<<dim3(ceil_div(n, 16), ceil_div(m, 16)), dim3(16, 16)>>>(A, B, C, m, n, k);
}

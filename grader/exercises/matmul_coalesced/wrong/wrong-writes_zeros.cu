// wrong-writes_zeros.cu - every element of C is 0.
// says: all of C is 0
#include "workbook.h"

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    C[row * n + column] = 0;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(16, 16);
    dim3 grid(ceil_div(n, 16), ceil_div(m, 16));
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

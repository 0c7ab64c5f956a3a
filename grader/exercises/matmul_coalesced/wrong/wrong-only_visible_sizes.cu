// wrong-only_visible_sizes.cu - knows the sizes of the cases that are shown and computes nothing for others.
// says: nothing of C is ever written
#include "workbook.h"

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[p * n + column];
    C[row * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    bool shown = (m == 1 && n == 1 && k == 1) || (m == 48 && n == 80) || (m == 33 && n == 65) || (m == 64 && n == 96);
    if (!shown) return;
    dim3 block(16, 16);
    dim3 grid(ceil_div(n, 16), ceil_div(m, 16));
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

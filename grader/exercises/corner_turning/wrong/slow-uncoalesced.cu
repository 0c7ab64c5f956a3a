// slow-uncoalesced.cu - right, and as scattered as a column-major factor makes it.
// says: One of the two tiles is loaded across rows
#include "workbook.h"

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[column * k + p];
    C[row * n + column] = sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(16, 16);
    dim3 grid(ceil_div(n, 16), ceil_div(m, 16));
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

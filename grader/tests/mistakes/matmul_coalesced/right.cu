// right.cu - what the mistakes beside it are made of.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < m && column < n) {
        float sum = 0;
        for (int p = 0; p < k; p++)
            sum += A[row * k + p] * B[p * n + column];
        C[row * n + column] = sum;
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(8, 32);
    dim3 grid(ceil_div(n, 8), ceil_div(m, 32));
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

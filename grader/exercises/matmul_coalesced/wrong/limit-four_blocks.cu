// trick: four blocks go over all elements of C
// like: limit-one_block.cu
// says: the busiest block did
#include "workbook.h"

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    for (int row = blockIdx.x * blockDim.y + threadIdx.y; row < m; row += gridDim.x * blockDim.y)
        for (int column = threadIdx.x; column < n; column += blockDim.x) {
            float sum = 0;
            for (int p = 0; p < k; p++) sum += A[row * k + p] * B[p * n + column];
            C[row * n + column] = sum;
        }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<4, dim3(32, 32)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

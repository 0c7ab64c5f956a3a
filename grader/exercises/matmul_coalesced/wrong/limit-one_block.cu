// says: the busiest block did 100 % of the work
// One block goes over all elements of C.
#include "workbook.h"

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    for (int row = threadIdx.y; row < m; row += blockDim.y)
        for (int column = threadIdx.x; column < n; column += blockDim.x) {
            float sum = 0;
            for (int p = 0; p < k; p++) sum += A[(size_t)row * k + p] * B[(size_t)p * n + column];
            C[(size_t)row * n + column] = sum;
        }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<1, dim3(32, 32)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

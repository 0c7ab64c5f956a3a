// says: the busiest block did 100 % of the work
// One block computes one tile of C after another.
#include "workbook.h"

__global__ void multiply(const float *A, const float *B, float *C, int m, int n) {
    __shared__ float a[32][32], b[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    for (int top = 0; top < m; top += 32)
        for (int left = 0; left < n; left += 32) {
            a[y][x] = A[(top + y) * 32 + x];
            b[y][x] = B[y * n + left + x];
            __syncthreads();
            float sum = 0;
            for (int p = 0; p < 32; p++) sum += a[y][p] * b[p][x];
            C[(size_t)(top + y) * n + left + x] = sum;
            __syncthreads();
        }
}

void multiply_ab(const float *A, const float *B, float *C, int m, int n) {
    multiply<<<1, dim3(32, 32)>>>(A, B, C, m, n);
    CHECK(cudaGetLastError());
}

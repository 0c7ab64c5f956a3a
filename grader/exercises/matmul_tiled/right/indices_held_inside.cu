// indices_held_inside.cu - outside cells read the nearest one inside; their products are left out.
//= student: Ada Lovelace
//= blocks: 10323
//= phases: 4
//= idle_threads: 35211
//= requests: 2048
//= intensity: 4.25
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"
__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[32][32], b[32][32];
    int row = blockIdx.y * 32 + threadIdx.y, column = blockIdx.x * 32 + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        a[threadIdx.y][threadIdx.x] = A[min(row, m - 1) * k + min(first + (int)threadIdx.x, k - 1)];
        b[threadIdx.y][threadIdx.x] = B[min(first + (int)threadIdx.y, k - 1) * n + min(column, n - 1)];
        __syncthreads();
        for (int p = 0; p < min(32, k - first); p++) sum += a[threadIdx.y][p] * b[p][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) C[row * n + column] = sum;
}
void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, 32), ceil_div(m, 32)), dim3(32, 32)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

// padded_copies.cu - copies with zeros around them first, then a product without tests.
//= student: Ada Lovelace
//= blocks: 10323
//= phases: 4
//= idle_threads: 35211
//= requests: 2048
//= intensity: 4.25
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"
__global__ void pad(const float *from, float *to, int rows, int columns, int wide) {
    int row = blockIdx.y, column = blockIdx.x * 64 + threadIdx.x;
    if (column < wide) to[row * wide + column] = row < rows && column < columns ? from[row * columns + column] : 0;
}
__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int wide_n, int wide_k) {
    __shared__ float a[16][16], b[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < wide_k; first += 16) {
        a[threadIdx.y][threadIdx.x] = A[row * wide_k + first + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(first + threadIdx.y) * wide_n + column];
        __syncthreads();
        for (int p = 0; p < 16; p++) sum += a[threadIdx.y][p] * b[p][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) C[row * n + column] = sum;
}
void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    int wide_m = ceil_div(m, 16) * 16, wide_n = ceil_div(n, 16) * 16, wide_k = ceil_div(k, 16) * 16;
    float *a, *b;
    CHECK(cudaMalloc(&a, sizeof(float) * wide_m * wide_k));
    CHECK(cudaMalloc(&b, sizeof(float) * wide_k * wide_n));
    pad<<<dim3(ceil_div(wide_k, 64), wide_m), 64>>>(A, a, m, k, wide_k);
    pad<<<dim3(ceil_div(wide_n, 64), wide_k), 64>>>(B, b, k, n, wide_n);
    multiply<<<dim3(wide_n / 16, wide_m / 16), dim3(16, 16)>>>(a, b, C, m, n, wide_n, wide_k);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}

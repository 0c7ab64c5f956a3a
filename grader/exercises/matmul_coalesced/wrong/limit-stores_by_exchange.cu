// trick: scattered stores as atomicExch
// like: limit-stores_columns.cu
// says: bytes loaded and not used
// limit-stores_by_exchange.cu - good loads, and scattered stores hidden in atomic exchanges.
#include "workbook.h"

__global__ void product(const float *A, const float *B, float *C, float *turned, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[p * n + column];
    turned[column * m + row] = sum;
}

__global__ void scatter(const float *turned, float *C, int m, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m * n) atomicExch(&C[i % m * n + i / m], turned[i]);
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    float *turned;
    CHECK(cudaMalloc(&turned, sizeof(float) * m * n));
    product<<<dim3(ceil_div(n, 16), ceil_div(m, 16)), dim3(16, 16)>>>(A, B, C, turned, m, n, k);
    scatter<<<ceil_div(m * n, 256), 256>>>(turned, C, m, n);
    CHECK(cudaGetLastError());
}

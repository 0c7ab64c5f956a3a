// says: bytes of stored sectors not written
// limit-stores_columns.cu - good loads into a product that lies turned, and a kernel that stores it by columns.
#include "workbook.h"

__global__ void product(const float *A, const float *B, float *turned, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[p * n + column];
    turned[column * m + row] = sum;
}

__global__ void scatter(const float *turned, float *C, int m, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m * n) C[i % m * n + i / m] = turned[i];
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    float *turned;
    CHECK(cudaMalloc(&turned, sizeof(float) * m * n));
    product<<<dim3(ceil_div(n, 16), ceil_div(m, 16)), dim3(16, 16)>>>(A, B, turned, m, n, k);
    scatter<<<ceil_div(m * n, 256), 256>>>(turned, C, m, n);
    CHECK(cudaGetLastError());
}

// trick: scattered loads of B and A as asynchronous copies of four bytes
// like: limit-still_scattered.cu
// says: bytes loaded and not used
#include "workbook.h"
#include <cuda_pipeline.h>
__global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[256], b[256];
    int t = threadIdx.x + 16 * threadIdx.y, row = blockIdx.x * 16 + threadIdx.x, column = blockIdx.y * 16 + threadIdx.y;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) {
        __pipeline_memcpy_async(&a[t], &A[(size_t)row * k + p], 4);
        __pipeline_memcpy_async(&b[t], &B[(size_t)p * n + column], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        sum += a[t] * b[t];
    }
    C[(size_t)row * n + column] = sum;
}
void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    product<<<dim3(ceil_div(m, 16), ceil_div(n, 16)), dim3(16, 16)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

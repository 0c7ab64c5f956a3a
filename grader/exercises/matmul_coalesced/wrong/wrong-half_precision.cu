// wrong-half_precision.cu - rounds the inputs to half precision before multiplying.
// says: nearly right: is something rounded
#include "workbook.h"
#include <cuda_fp16.h>

__device__ float rounded(float value) { return __half2float(__float2half_rn(value)); }

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += rounded(A[row * k + p]) * rounded(B[p * n + column]);
    C[row * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(16, 16);
    dim3 grid(ceil_div(n, 16), ceil_div(m, 16));
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

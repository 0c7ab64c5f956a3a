// Sums in half precision.
#include "workbook.h"
#include <cuda_fp16.h>

static __global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    __half sum = __float2half(0);
    for (int p = 0; p < k; p++) sum = __hfma(__float2half(A[row * k + p]), __float2half(B[p * n + column]), sum);
    C[row * n + column] = __half2float(sum);
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    product<<<dim3(ceil_div(n, 16), ceil_div(m, 16)), dim3(16, 16)>>>(A, B, C, m, n, k);
}

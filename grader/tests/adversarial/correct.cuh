// correct.cuh - a right product, for programs whose misdeed is elsewhere. Put in the place of its #include.
//@ANSWERS@
#include "workbook.h"

static __global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[p * n + column];
    C[row * n + column] = sum;
}

static inline void correct_matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    product<<<dim3(ceil_div(n, 16), ceil_div(m, 16)), dim3(16, 16)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

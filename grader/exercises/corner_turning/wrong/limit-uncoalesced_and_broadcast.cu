// trick: a load more that all lanes share
// like: limit-uncoalesced.cu
// says: bytes loaded and not used
// limit-uncoalesced_and_broadcast.cu - the scattered product, and eight loads that all lanes share for each of its own.
#include "workbook.h"

__global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0, extra = 0;
    for (int p = 0; p < k; p++) {
        sum += A[row * k + p] * B[column * k + p];
        for (int i = 0; i < 8; i++) extra += reinterpret_cast<const volatile float *>(A)[i % k];
    }
    C[row * n + column] = extra == 12345.0f ? 0 : sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    product<<<dim3(ceil_div(n, 16), ceil_div(m, 16)), dim3(16, 16)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

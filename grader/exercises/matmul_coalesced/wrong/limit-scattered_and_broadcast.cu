// trick: a load more that all lanes share
// like: limit-still_scattered.cu
// says: bytes loaded and not used
// limit-scattered_and_broadcast.cu - the scattered product with a load more that all lanes share, to lower the average.
#include "workbook.h"

__global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n) return;
    float sum = 0, extra = 0;
    for (int p = 0; p < k; p++) {
        sum += A[row * k + p] * B[p * n + column];
        for (int i = 0; i < 8; i++) extra += reinterpret_cast<const volatile float *>(A)[i % k];
    }
    C[row * n + column] = extra == 12345.0f ? 0 : sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    product<<<dim3(ceil_div(m, 16), ceil_div(n, 16)), dim3(16, 16)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

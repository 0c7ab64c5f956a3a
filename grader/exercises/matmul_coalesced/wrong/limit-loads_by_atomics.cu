// trick: scattered loads of B and A as atomics that change nothing
// like: limit-still_scattered.cu
// says: loaded and not used
#include "workbook.h"
__device__ unsigned a[1 << 20], b[1 << 20];
__global__ void keep(const float *A, const float *B, int na, int nb) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < na) a[i] = __float_as_uint(A[i]);
    if (i < nb) b[i] = __float_as_uint(B[i]);
}
__global__ void product(float *C, int m, int n, int k) {
    int row = blockIdx.x * 8 + threadIdx.x, column = blockIdx.y * 32 + threadIdx.y;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++)
        sum += __uint_as_float(atomicOr(&a[row * k + p], 0)) * __uint_as_float(atomicOr(&b[p * n + column], 0));
    C[(size_t)row * n + column] = sum;
}
void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    int na = m * k, nb = k * n, most = na > nb ? na : nb;
    keep<<<ceil_div(most, 256), 256>>>(A, B, na, nb);
    product<<<dim3(ceil_div(m, 8), ceil_div(n, 32)), dim3(8, 32)>>>(C, m, n, k);
    CHECK(cudaGetLastError());
}

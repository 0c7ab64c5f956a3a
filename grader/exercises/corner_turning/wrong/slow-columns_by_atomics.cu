// says: contention of atomics
#include "workbook.h"
__device__ unsigned b[1 << 20];
__global__ void keep(const float *B, int nb) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < nb) b[i] = __float_as_uint(B[i]);
}
__global__ void product(const float *A, float *C, int m, int n, int k) {
    int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++)
        sum += A[(size_t)row * k + p] * __uint_as_float(atomicAdd(&b[(size_t)column * k + p], 0));
    C[(size_t)row * n + column] = sum;
}
void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    keep<<<ceil_div(k * n, 256), 256>>>(B, k * n);
    product<<<dim3(ceil_div(n, 32), ceil_div(m, 8)), dim3(32, 8)>>>(A, C, m, n, k);
    CHECK(cudaGetLastError());
}

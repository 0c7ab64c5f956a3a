// split_sums.cu - each block does one half of k; the halves meet in atomic additions.
//= student: Ada Lovelace
//= requests_16: 4096
//= requests_32: 2048
//= intensity_a: 1.75
//= intensity_b: 5.5
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"
__global__ void matmul_kernel(const float *A, const float *B, float *C, int n, int k) {
    __shared__ float a[16][16], b[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int first = blockIdx.z * (k / 2); first < (int)(blockIdx.z + 1) * (k / 2); first += 16) {
        a[threadIdx.y][threadIdx.x] = A[row * k + first + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(first + threadIdx.y) * n + column];
        __syncthreads();
        for (int p = 0; p < 16; p++) sum += a[threadIdx.y][p] * b[p][threadIdx.x];
        __syncthreads();
    }
    atomicAdd(&C[row * n + column], sum);
}
void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    CHECK(cudaMemset(C, 0, (size_t)m * n * sizeof(float)));
    matmul_kernel<<<dim3(n / 16, m / 16, 2), dim3(16, 16)>>>(A, B, C, n, k);
    CHECK(cudaGetLastError());
}

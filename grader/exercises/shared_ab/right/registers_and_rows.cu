// registers_and_rows.cu - each thread computes 4 results; tiles of 32 x 32 by 32 x 8 threads.
//= student: Ada Lovelace
//= loads_plain: 10752
//= requests_plain: 16384
//= requests_staged: 512
//= loads_staged: 36
#include "workbook.h"
__global__ void multiply_kernel(const float *A, const float *B, float *C, int n) {
    __shared__ float a[32][33], b[32][32];
    int column = blockIdx.x * 32 + threadIdx.x;
    for (int y = threadIdx.y; y < 32; y += 8) {
        a[y][threadIdx.x] = A[(blockIdx.y * 32 + y) * 32 + threadIdx.x];
        b[y][threadIdx.x] = B[y * n + column];
    }
    __syncthreads();
    float sums[4] = {};
    for (int p = 0; p < 32; p++)
        for (int i = 0; i < 4; i++) sums[i] += a[threadIdx.y + 8 * i][p] * b[p][threadIdx.x];
    for (int i = 0; i < 4; i++) C[(blockIdx.y * 32 + threadIdx.y + 8 * i) * n + column] = sums[i];
}
void multiply_ab(const float *A, const float *B, float *C, int m, int n) {
    multiply_kernel<<<dim3(n / 32, m / 32), dim3(32, 8)>>>(A, B, C, n);
    CHECK(cudaGetLastError());
}

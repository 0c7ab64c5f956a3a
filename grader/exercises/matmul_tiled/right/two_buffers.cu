// two_buffers.cu - one barrier a phase: the next tiles go to the other half of the memory.
//= student: Ada Lovelace
//= requests_16: 4096
//= requests_32: 2048
//= intensity_a: 1.75
//= intensity_b: 5.5
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"
__global__ void matmul_kernel(const float *A, const float *B, float *C, int n, int k) {
    __shared__ float a[2][16][16], b[2][16][16];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int phase = 0; phase < k / 16; phase++) {
        int half = phase % 2;
        a[half][y][x] = A[row * k + phase * 16 + x];
        b[half][y][x] = B[(phase * 16 + y) * n + column];
        __syncthreads();
        for (int p = 0; p < 16; p++) sum += a[half][y][p] * b[half][p][x];
    }
    C[row * n + column] = sum;
}
void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    matmul_kernel<<<dim3(n / 16, m / 16), dim3(16, 16)>>>(A, B, C, n, k);
    CHECK(cudaGetLastError());
}

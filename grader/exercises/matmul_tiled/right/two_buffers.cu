// two_buffers.cu - one barrier a phase: the next tiles go to the other half of the memory.
//= student: Ada Lovelace
//= blocks: 10323
//= phases: 4
//= idle_threads: 35211
//= requests: 2048
//= intensity: 4.25
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"
__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[2][16][16], b[2][16][16];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int phase = 0; phase < ceil_div(k, 16); phase++) {
        int half = phase % 2;
        a[half][y][x] = row < m && phase * 16 + x < k ? A[row * k + phase * 16 + x] : 0;
        b[half][y][x] = phase * 16 + y < k && column < n ? B[(phase * 16 + y) * n + column] : 0;
        __syncthreads();
        for (int p = 0; p < 16; p++) sum += a[half][y][p] * b[half][p][x];
    }
    if (row < m && column < n) C[row * n + column] = sum;
}
void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    matmul_kernel<<<dim3(ceil_div(n, 16), ceil_div(m, 16)), dim3(16, 16)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

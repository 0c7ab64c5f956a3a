// split_sums.cu - each block does every second phase; the halves meet in atomic additions.
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
    __shared__ float a[16][16], b[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int phase = blockIdx.z; phase * 16 < k; phase += 2) {
        int a_column = phase * 16 + threadIdx.x, b_row = phase * 16 + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = row < m && a_column < k ? A[row * k + a_column] : 0;
        b[threadIdx.y][threadIdx.x] = b_row < k && column < n ? B[b_row * n + column] : 0;
        __syncthreads();
        for (int p = 0; p < 16; p++) sum += a[threadIdx.y][p] * b[p][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) atomicAdd(&C[row * n + column], sum);
}
void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    CHECK(cudaMemset(C, 0, (size_t)m * n * sizeof(float)));
    matmul_kernel<<<dim3(ceil_div(n, 16), ceil_div(m, 16), 2), dim3(16, 16)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

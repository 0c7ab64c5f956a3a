// three_tests.cu - The lesson's three tests, each for what it protects.
//
//= student: Ada Lovelace
//= blocks: 10323
//= phases: 4
//= idle_threads: 35211
//= requests: 2048
//= intensity: 4.25
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"

constexpr int TILE = 16;

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE];
    __shared__ float B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
        int a_column = phase * TILE + threadIdx.x, b_row = phase * TILE + threadIdx.y;
        if (row < m && a_column < k) A_tile[threadIdx.y][threadIdx.x] = A[row * k + a_column];
        else A_tile[threadIdx.y][threadIdx.x] = 0;
        if (b_row < k && column < n) B_tile[threadIdx.y][threadIdx.x] = B[b_row * n + column];
        else B_tile[threadIdx.y][threadIdx.x] = 0;
        __syncthreads();
        for (int p = 0; p < TILE; p++) sum += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) C[row * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    matmul_kernel<<<dim3(ceil_div(n, TILE), ceil_div(m, TILE)), dim3(TILE, TILE)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

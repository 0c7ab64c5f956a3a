// transposes_b_first.cu - a helper kernel turns B into rows in memory of its own; then any product of tiles will do.
#include "workbook.h"

__global__ void turn(const float *from, float *to, int width, int height) {
    __shared__ float tile[32][33];
    for (int y = threadIdx.y; y < 32; y += 8) {
        int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + y;
        if (column < width && row < height) tile[y][threadIdx.x] = from[static_cast<size_t>(row) * width + column];
    }
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8) {
        int column = blockIdx.y * 32 + threadIdx.x, row = blockIdx.x * 32 + y;
        if (column < height && row < width) to[static_cast<size_t>(row) * height + column] = tile[threadIdx.x][y];
    }
}

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[16][16], b[16][16];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0;
    for (int first = 0; first < k; first += 16) {
        a[y][x] = row < m && first + x < k ? A[static_cast<size_t>(row) * k + first + x] : 0;
        b[y][x] = column < n && first + y < k ? B[static_cast<size_t>(first + y) * n + column] : 0;
        __syncthreads();
        for (int p = 0; p < 16; p++) sum += a[y][p] * b[p][x];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    float *rows;
    CHECK(cudaMalloc(&rows, static_cast<size_t>(k) * n * sizeof *rows));
    turn<<<dim3(ceil_div(k, 32), ceil_div(n, 32)), dim3(32, 8)>>>(B, rows, k, n);
    multiply<<<dim3(ceil_div(n, 16), ceil_div(m, 16)), dim3(16, 16)>>>(A, rows, C, m, n, k);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(rows));
}

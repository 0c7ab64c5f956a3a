// A tiled product that reads the tiles before every thread has filled its part.
#include "workbook.h"

#define TILE 16

static __global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int at = 0; at < k; at += TILE) {
        int across = at + threadIdx.x, down = at + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = row < m && across < k ? A[row * k + across] : 0;
        b[threadIdx.y][threadIdx.x] = down < k && column < n ? B[down * n + column] : 0;
        for (int p = 0; p < TILE; p++) sum += a[threadIdx.y][p] * b[p][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) C[row * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    product<<<dim3(ceil_div(n, TILE), ceil_div(m, TILE)), dim3(TILE, TILE)>>>(A, B, C, m, n, k);
}

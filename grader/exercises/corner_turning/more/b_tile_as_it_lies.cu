// b_tile_as_it_lies.cu - both tiles are kept as they lie in memory, and the product takes rows of both.
#include "workbook.h"

constexpr int TILE = 16;

__global__ void multiply(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n,
                         int k) {
    __shared__ float a[TILE][TILE + 1], b[TILE][TILE + 1]; // b[column][p]
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    int turned = blockIdx.x * TILE + y;
    float sum = 0;
    for (int p0 = 0; p0 < k; p0 += TILE) {
        int p = p0 + x;
        a[y][x] = row < m && p < k ? A[static_cast<size_t>(row) * k + p] : 0;
        b[y][x] = turned < n && p < k ? B[static_cast<size_t>(turned) * k + p] : 0;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; i++) sum += a[y][i] * b[x][i];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(ceil_div(n, TILE), ceil_div(m, TILE));
    config.blockDim = dim3(TILE, TILE);
    CHECK(cudaLaunchKernelEx(&config, multiply, A, B, C, m, n, k));
}

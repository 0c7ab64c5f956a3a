// right.cu - what the mistakes beside it are made of.
#include "workbook.h"

constexpr int TILE = 32;
constexpr int COARSE_FACTOR = 4;

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE];
    __shared__ float B_tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int first = blockIdx.x * TILE * COARSE_FACTOR + tx;
    float sums[COARSE_FACTOR] = {0};

    for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
        int a_column = phase * TILE + tx;
        int b_row = phase * TILE + ty;
        A_tile[ty][tx] = row < m && a_column < k ? A[row * k + a_column] : 0;
        for (int c = 0; c < COARSE_FACTOR; c++) {
            int column = first + c * TILE;
            B_tile[ty][tx] = b_row < k && column < n ? B[b_row * n + column] : 0;
            __syncthreads(); // loaded
            for (int p = 0; p < TILE; p++)
                sums[c] += A_tile[ty][p] * B_tile[p][tx];
            __syncthreads(); // used
        }
    }

    for (int c = 0; c < COARSE_FACTOR; c++) {
        int store = first + c * TILE;
        if (row < m && store < n)
            C[row * n + store] = sums[c];
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(TILE, TILE);
    dim3 grid(ceil_div(n, TILE * COARSE_FACTOR), ceil_div(m, TILE));
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

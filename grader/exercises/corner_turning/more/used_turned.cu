// used_turned.cu - Stored as it comes, B_tile[column][p], and turned where it is used. Tiles of 32, blocks of 32 x 16.
#include "workbook.h"

template <int TILE, int ROWS>
__global__ void matmul_kernel(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m,
                              int n, int k) {
    __shared__ float A_tile[TILE][TILE], B_tile[TILE][TILE + 1];
    constexpr int EACH = TILE / ROWS;
    float sums[EACH] = {};
    for (int first = 0; first < k; first += TILE) {
        int p = first + threadIdx.x;
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            int line = threadIdx.y + e * ROWS, row = blockIdx.y * TILE + line, column = blockIdx.x * TILE + line;
            A_tile[line][threadIdx.x] = row < m && p < k ? A[static_cast<size_t>(row) * k + p] : 0;
            B_tile[line][threadIdx.x] = column < n && p < k ? B[static_cast<size_t>(column) * k + p] : 0;
        }
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            for (int e = 0; e < EACH; e++) sums[e] += A_tile[threadIdx.y + e * ROWS][i] * B_tile[threadIdx.x][i];
        __syncthreads();
    }
    int column = blockIdx.x * TILE + threadIdx.x;
    for (int e = 0; e < EACH; e++) {
        int row = blockIdx.y * TILE + threadIdx.y + e * ROWS;
        if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[e];
    }
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    matmul_kernel<32, 16><<<dim3(ceil_div(n, 32), ceil_div(m, 32)), dim3(32, 16)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

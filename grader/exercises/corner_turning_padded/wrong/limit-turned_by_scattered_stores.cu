// trick: a kernel turns B by scattered stores to global memory, so that no tile has to be turned
// like: limit-not_padded.edit
// says: scattered stores
#include "workbook.h"

__global__ void turn(const float *B, float *rows, int n, int k) {
    int p = blockIdx.x * 32 + threadIdx.x, column = blockIdx.y * 8 + threadIdx.y;
    if (p < k && column < n) rows[static_cast<size_t>(p) * n + column] = B[static_cast<size_t>(column) * k + p];
}

template <int T> __global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[T][T], B_tile[T][T];
    int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < k; first += T) {
        int p = first + threadIdx.x, loaded_row = first + threadIdx.y;
        A_tile[threadIdx.y][threadIdx.x] = row < m && p < k ? A[static_cast<size_t>(row) * k + p] : 0;
        B_tile[threadIdx.y][threadIdx.x] =
            column < n && loaded_row < k ? B[static_cast<size_t>(loaded_row) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < T; i++) sum += A_tile[threadIdx.y][i] * B_tile[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k, int tile) {
    float *rows;
    CHECK(cudaMalloc(&rows, sizeof(float) * n * k));
    turn<<<dim3(ceil_div(k, 32), ceil_div(n, 8)), dim3(32, 8)>>>(B, rows, n, k);
    dim3 block(tile, tile), grid(ceil_div(n, tile), ceil_div(m, tile));
    if (tile == 16) product<16><<<grid, block>>>(A, rows, C, m, n, k);
    else product<32><<<grid, block>>>(A, rows, C, m, n, k);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(rows));
}

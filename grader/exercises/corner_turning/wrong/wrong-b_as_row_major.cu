// wrong-b_as_row_major.cu - reads B as if it were stored by rows.
// says: B is read as if it were stored by rows
#include "workbook.h"

constexpr int TILE = 16;

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE];
    __shared__ float B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;

    for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
        int loaded_p = phase * TILE + threadIdx.x;
        A_tile[threadIdx.y][threadIdx.x] = row < m && loaded_p < k ? A[row * k + loaded_p] : 0;
        B_tile[threadIdx.y][threadIdx.x] =
            column < n && phase * TILE + threadIdx.y < k ? B[(phase * TILE + threadIdx.y) * n + column] : 0;
        __syncthreads();
        for (int p = 0; p < TILE; p++) sum += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) C[row * n + column] = sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(TILE, TILE);
    dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE));
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

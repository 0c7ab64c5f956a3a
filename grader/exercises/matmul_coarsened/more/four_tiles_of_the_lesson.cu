// four_tiles_of_the_lesson.cu - The lesson's loop over c with both barriers inside.
#include "workbook.h"

constexpr int TILE = 32;
constexpr int COARSE_FACTOR = 4;

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE];
    __shared__ float B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int first_column = blockIdx.x * TILE * COARSE_FACTOR + threadIdx.x;
    float sums[COARSE_FACTOR] = {0, 0, 0, 0};

    for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
        int a_column = phase * TILE + threadIdx.x, b_row = phase * TILE + threadIdx.y;
        A_tile[threadIdx.y][threadIdx.x] = row < m && a_column < k ? A[row * k + a_column] : 0;
        for (int c = 0; c < COARSE_FACTOR; c++) {
            int column = first_column + c * TILE;
            B_tile[threadIdx.y][threadIdx.x] = b_row < k && column < n ? B[b_row * n + column] : 0;
            __syncthreads();
            for (int p = 0; p < TILE; p++) sums[c] += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
            __syncthreads();
        }
    }
    for (int c = 0; c < COARSE_FACTOR; c++) {
        int column = first_column + c * TILE;
        if (row < m && column < n) C[row * n + column] = sums[c];
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(TILE, TILE);
    dim3 grid(ceil_div(n, TILE * COARSE_FACTOR), ceil_div(m, TILE));
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

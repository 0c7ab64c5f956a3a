// width_by_template.cu - The lesson's template with two numbers: 18 words for T = 16, 33 for T = 32.
#include "workbook.h"

template <int T, int WIDTH>
__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[T][T];
    __shared__ float B_tile[T][WIDTH];
    int row = blockIdx.y * T + threadIdx.y;
    int column = blockIdx.x * T + threadIdx.x;
    int loaded_column = blockIdx.x * T + threadIdx.y;
    float sum = 0;
    for (int phase = 0; phase < ceil_div(k, T); phase++) {
        int p = phase * T + threadIdx.x;
        A_tile[threadIdx.y][threadIdx.x] = row < m && p < k ? A[static_cast<size_t>(row) * k + p] : 0;
        B_tile[threadIdx.x][threadIdx.y] =
            loaded_column < n && p < k ? B[static_cast<size_t>(loaded_column) * k + p] : 0;
        __syncthreads();
        for (int i = 0; i < T; i++) sum += A_tile[threadIdx.y][i] * B_tile[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k, int tile) {
    dim3 block(tile, tile);
    dim3 grid(ceil_div(n, tile), ceil_div(m, tile));
    if (tile == 16) matmul_kernel<16, 18><<<grid, block>>>(A, B, C, m, n, k);
    if (tile == 32) matmul_kernel<32, 33><<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

// turned_on_the_way.cu - The lesson's table: thread (tx, ty) loads B[(block column + ty) * k + p] and stores it to
// B_tile[tx][ty].
#include "workbook.h"

constexpr int TILE = 16;

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE];
    __shared__ float B_tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int column = blockIdx.x * TILE + tx;
    float sum = 0;

    for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
        int p = phase * TILE + tx, other = blockIdx.x * TILE + ty;
        A_tile[ty][tx] = row < m && p < k ? A[row * k + p] : 0;
        B_tile[tx][ty] = other < n && p < k ? B[other * k + p] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++) sum += A_tile[ty][i] * B_tile[i][tx];
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

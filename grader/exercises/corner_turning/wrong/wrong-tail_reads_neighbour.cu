// wrong-tail_reads_neighbour.cu - checks the column but not p: tails of one column read the next one.
// says: behind the end of k hold what follows in memory
#include "workbook.h"

constexpr int TILE = 16;

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE];
    __shared__ float B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    int loaded_column = blockIdx.x * TILE + threadIdx.y;
    float sum = 0;

    for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
        int loaded_p = phase * TILE + threadIdx.x;
        A_tile[threadIdx.y][threadIdx.x] = row < m && row * k + loaded_p < m * k ? A[row * k + loaded_p] : 0;
        B_tile[threadIdx.x][threadIdx.y] =
            loaded_column < n && loaded_column * k + loaded_p < n * k ? B[loaded_column * k + loaded_p] : 0;
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

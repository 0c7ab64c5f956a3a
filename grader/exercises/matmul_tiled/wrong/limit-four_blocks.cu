// trick: four blocks compute one tile of C after another
// like: limit-one_block.cu
// says: the busiest block did
#include "workbook.h"

constexpr int TILE = 32;

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE], B_tile[TILE][TILE];
    int across = ceil_div(n, TILE), tiles = across * ceil_div(m, TILE);
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        int row = tile / across * TILE + threadIdx.y, column = tile % across * TILE + threadIdx.x;
        float sum = 0;
        for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
            int A_column = phase * TILE + threadIdx.x, B_row = phase * TILE + threadIdx.y;
            A_tile[threadIdx.y][threadIdx.x] = row < m && A_column < k ? A[row * k + A_column] : 0;
            B_tile[threadIdx.y][threadIdx.x] = B_row < k && column < n ? B[B_row * n + column] : 0;
            __syncthreads();
            for (int p = 0; p < TILE; p++) sum += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
            __syncthreads();
        }
        if (row < m && column < n) C[row * n + column] = sum;
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<4, dim3(TILE, TILE)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

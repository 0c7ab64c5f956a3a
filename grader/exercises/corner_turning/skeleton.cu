// corner_turning.cu - C = A * B where B is stored by columns: load both factors along what is contiguous.
//
// A (m x k) and C (m x n) are stored by rows, B (k x n) by columns: element [p][column] of B is B[column * k + p].
// All three are device pointers; m, n and k are any positive numbers.
//
// Time earns points: turned tiles of 32 x 32 earn them all, and so do those of 16 x 16 below. What explains a slow time
// is counted: bytes loaded and not used, sectors loaded per 32 products (tiles of 16 x 16 need 0.5), and bank conflicts,
// which chapter 06 removes.
#include "workbook.h"

constexpr int TILE = 16;

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE]; // [row of the block][p of the phase]
    __shared__ float B_tile[TILE][TILE]; // [p of the phase][column of the block]
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;

    for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
        // TODO 1: load this thread's element of A_tile, 0 where it lies outside A.
        // TODO 2: load one element of B_tile, 0 where it lies outside B. Which p and which column should this thread
        // load so that its warp reads neighbours of B in memory? Where does that element belong in B_tile?
        // TODO 3: let no thread use the tiles before all have loaded.
        // TODO 4: add the products of row threadIdx.y of A_tile and column threadIdx.x of B_tile to sum.
        // TODO 5: let no thread load the next tiles before all have used these.
    }
    // TODO 6: store sum to C, if this thread's element exists.
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(TILE, TILE);
    dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE));
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

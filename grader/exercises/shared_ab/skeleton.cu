// shared_ab.cu - C = A * B where one tile of each factor is all that a block needs.
//
// A is m x 32, B is 32 x n, C is m x n, all stored by rows; m and n are multiples of 32. With blocks of 32 x 32 threads
// a block needs 32 rows of A and 32 columns of B: 1,024 elements of each, one for each thread to load.
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"

constexpr int TILE = 32; // the block is TILE x TILE, and so are both tiles

__global__ void multiply_kernel(const float *A, const float *B, float *C, int n) {
    __shared__ float A_tile[TILE][TILE]; // A_tile[r][p] is A's element p of row r of this block's rows
    __shared__ float B_tile[TILE][TILE]; // B_tile[p][c] is B's element p of column c of this block's columns
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;

    // TODO 1: both tiles are staged. Each thread loads one element of each factor, and the lanes of a warp load
    // neighbours.

    // TODO 2: no thread goes on before every thread has stored its two elements.

    float sum = 0;
    for (int p = 0; p < TILE; p++) sum += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
    C[static_cast<size_t>(row) * n + column] = sum;
}

void multiply_ab(const float *A, const float *B, float *C, int m, int n) {
    dim3 block(TILE, TILE);
    dim3 grid(n / TILE, m / TILE);
    multiply_kernel<<<grid, block>>>(A, B, C, n);
    CHECK(cudaGetLastError());
}

// Predict first, for sizes m and n:
//     make questions EXERCISE=shared_ab  shows the questions with numbers
//     make another EXERCISE=shared_ab    shows them with others
//= numbers: 1
// The plain kernel has one thread per element of C, in blocks of 32 x 32, and loads all its factors from global memory.
// How often is an element of A loaded, by all threads together?
//= loads_plain: ?
// How many load requests do its warps make?
//= requests_plain: ?
// And how many if each block stages both tiles once? How often is an element of A loaded then?
//= requests_staged: ?
//= loads_staged: ?

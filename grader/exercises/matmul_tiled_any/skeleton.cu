// matmul_tiled_any.cu - C = A * B by tiles, for matrices of any shape.
//
// A (m x k), B (k x n) and C (m x n) are stored by rows; m, n and k are any positive numbers. Factors may be infinite:
// an infinity in a row of A may change that row of C and nothing else.
//
// Before you start, for tiles of 16 x 16 and for m, n and k of your own. They are drawn from your name: write it on the
// next line, and make questions EXERCISE=matmul_tiled_any shows them.
//= student: ?
// How many blocks does the grid need, and how many phases does each block have?
//= blocks: ?
//= phases: ?
// How many of the threads of all blocks have no element of C to compute?
//= idle_threads: ?
#include "workbook.h"

constexpr int TILE = 16;

// TODO 1: a product by tiles as in matmul_tiled, for any m, n and k. A cell of a tile that lies outside its matrix must
// not change any sum, and must not be read.
// TODO 2: every thread of a block reaches every barrier of it, whether it has an element of C or not.
__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    // TODO 3: a grid that covers C.
    matmul_kernel<<<1, dim3(TILE, TILE)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

// matmul_tiled.cu - C = A * B by square tiles in shared memory, for matrices of any shape.
//
// A (m x k), B (k x n) and C (m x n) are stored by rows; m, n and k are any positive numbers. Factors may be infinite:
// an infinity in a row of A may change that row of C and nothing else.
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"

constexpr int TILE = 16; // 16 or 32; the block is TILE x TILE

// Write it for multiples of TILE first: the first two cases of the grader are. Then look at the edges: a cell of a tile
// that lies outside its matrix must not change any sum, and must not be read.
__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    // TODO 1: in each phase two tiles in shared memory hold what this block needs of A and B, and every thread knows
    // that both are complete. A tile's rows are loaded by lanes that are neighbours.

    // TODO 2: each phase adds its products to the thread's sum, with all factors from shared memory, and no thread
    // overwrites a tile that another one still uses.

    // TODO 3: C has this thread's element, if there is one. Every thread of the block reaches every barrier.
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    // TODO 4: a grid that covers C.
    matmul_kernel<<<1, dim3(TILE, TILE)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

// Predict first.
//     make questions EXERCISE=matmul_tiled  shows the questions with numbers
//     make another EXERCISE=matmul_tiled    shows them with others
//= numbers: 1
// First sizes that are no multiples of 16, with tiles of 16 x 16. How many blocks does the grid need, how many phases
// does each block have, and how many threads of all blocks have no element of C to compute?
//= blocks: ?
//= phases: ?
//= idle_threads: ?
//
// How many load requests does a tiled kernel make whose sizes are multiples of its tiles? And what is the arithmetic
// intensity with tiles of another side: floating point operations (a product and an addition are two) per byte loaded
// from global memory?
//= requests: ?
//= intensity: ?
//
// A phase is: load two tiles, barrier, use them, barrier. Suppose the first barrier of every phase is left out, or the
// second one. A thread is in some phase: the tile of which phase may it use by mistake? Other warps are at most one
// barrier ahead or behind. Write the number of that phase; if nothing happens, write that of the thread's own.
//= without_first_barrier: ?
//= without_second_barrier: ?

// matmul_tiled.cu - C = A * B by square tiles in shared memory, phase by phase.
//
// A (m x k), B (k x n) and C (m x n) are stored by rows; m, n and k are multiples of 32.
//
// Predict first, with numbers of your own. They are drawn from your name: write it on the next line, and
// make questions EXERCISE=matmul_tiled shows them.
//= student: ?
// How many load requests does a tiled kernel make with tiles of 16 x 16, and with 32 x 32? And what is the arithmetic
// intensity with tiles of two other sides: floating point operations (a product and an addition are two) per byte loaded
// from global memory? (The sizes are multiples of those sides.)
//= requests_16: ?
//= requests_32: ?
//= intensity_a: ?
//= intensity_b: ?
//
// A phase is: bring two tiles, barrier, use them, barrier. Suppose the first barrier of every phase is left out, or the
// second one. A thread is in some phase: the tile of which phase may it use by mistake? Other warps are at most one
// barrier ahead or behind. Write the number of that phase; if nothing happens, write that of the thread's own.
//= without_first_barrier: ?
//= without_second_barrier: ?
#include "workbook.h"

constexpr int TILE = 16; // 16 or 32; the block is TILE x TILE

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE];
    __shared__ float B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;

    for (int phase = 0; phase < k / TILE; phase++) {
        // TODO 1: A_tile holds the tile of A that this block needs in this phase, B_tile that of B, and every thread
        // knows that both are complete. A tile's rows are loaded by lanes that are neighbours.

        // TODO 2: sum has grown by the TILE products of this phase, all factors taken from shared memory.

        // TODO 3: no thread may overwrite a tile that another one still uses.
    }
    // TODO 4: C has this thread's element.
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(TILE, TILE);
    dim3 grid(n / TILE, m / TILE);
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}

// matmul_register_tile.cu - C = A * B, every thread with a rectangle of results in registers.
//
// A (m x k), B (k x n) and C (m x n) are stored by rows. All are device pointers; m, n and k are any positive numbers.
//
// Time earns points: 4 x 4 results a thread earn them all, and one result, as in the tiled product of chapter 04, none.
// What explains a slow time is counted for every 32 products: passes through shared memory (4 x 4 results need less than
// 0.6, the tiled product 1.6) and sectors loaded (8 / 64 with blocks that compute 64 x 64 elements).
#include "workbook.h"

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    // TODO: write kernel and launch. A thread keeps a square of results in registers, so that each value that it reads
    // from shared memory serves several products; the loops over the square are unrolled by the compiler only if their
    // bounds are constants. Sizes need not be multiples of anything.
}

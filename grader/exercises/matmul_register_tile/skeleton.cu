// matmul_register_tile.cu - C = A * B, every thread with a rectangle of results in registers.
//
// A (m x k), B (k x n) and C (m x n) are stored by rows. All are device pointers; m, n and k are any positive numbers.
//
// The tiled product of chapter 04 reads two values from shared memory per product. The grader measures, on
// multiples of 128 and for every 32 products,
//   - passes through shared memory, loads and stores: at most 0.6 (the tiled product: 1.6); 0.9 earns a part
//   - sectors loaded: at most 1.02 * 8 / 64, as with blocks that compute 64 x 64 elements; 8 / 32 earns a part
// and that the stores of C are coalesced.
#include "workbook.h"

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    // TODO: write kernel and launch. A thread keeps a square of results in registers, so that each value that it reads
    // from shared memory serves several products; the loops over the square are unrolled by the compiler only if their
    // bounds are constants. Sizes need not be multiples of anything.
}

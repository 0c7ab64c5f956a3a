// matmul_dynamic.cu - C = A * B by tiles whose size is known only when the program runs.
//
// A (m x k), B (k x n) and C (m x n) are stored by rows; m, n and k are any positive numbers. most_threads and
// most_shared_bytes are what a block may have, and differ from case to case, as they differ from device to device.
//
// The side of a tile must be the largest multiple of 8 whose block of side x side threads, and whose two tiles, stay
// within both limits. A block of 8 x 8 always does. Both tiles are in dynamic shared memory.
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"

// TODO 1: the product by tiles for any m, n and k, with tiles of a size that the compiler does not know.
__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {}

void matmul_dynamic(const float *A, const float *B, float *C, int m, int n, int k, int most_threads,
                    int most_shared_bytes) {
    // TODO 2: the side of the tiles, and a launch that provides the shared memory for them.
}

// How many blocks does the grid have with these sizes and limits?
//     make questions EXERCISE=matmul_dynamic  shows the questions with numbers
//     make another EXERCISE=matmul_dynamic    shows them with others
//= numbers: 1
//= blocks_a: ?
//= blocks_b: ?
//= blocks_c: ?

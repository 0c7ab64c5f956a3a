// first_block.cu - each block reverses its 256 values, in place: the first becomes the last, the second the last but
// one, and so on. count is a multiple of 256.
//
// The lesson is chapters/00_first_program/README.md.
#include "workbook.h"

constexpr int THREADS = 256; // of a block

__global__ void reverse_kernel(float *values) {
    __shared__ float tile[THREADS]; // one array for all threads of the block
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // TODO 1: store this thread's own value, values[i], in the tile, at t.
    // TODO 2: wait until all threads of the block have stored theirs.
    // TODO 3: store the mirrored value of the tile in values[i]. The mirror of 0 is 255, that of 1 is 254.
}

void reverse_blocks(float *values, int count) {
    reverse_kernel<<<count / THREADS, THREADS>>>(values);
    CHECK(cudaGetLastError());
}

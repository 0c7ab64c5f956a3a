// first_grid.cu - an image is mirrored: the first column becomes the last, the second the last but one, and so on.
//
// The image has height rows of width pixels, one row after the other in memory. The lesson is
// chapters/00_first_program/README.md.
#include "workbook.h"

constexpr int SIDE = 16; // a block has SIDE x SIDE threads

__global__ void mirror_kernel(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x; // column
    // TODO 1: y, the row, likewise.
    // TODO 2: threads whose column or row lies outside the image do nothing. The others take the pixel in column x of
    // their row of in and store it in column width - 1 - x of the same row of out.
}

void mirror(const float *in, float *out, int width, int height) {
    dim3 block(SIDE, SIDE);
    dim3 grid(1, 1); // TODO 3: as many blocks as it takes side by side (x), and one below the other (y).
    mirror_kernel<<<grid, block>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

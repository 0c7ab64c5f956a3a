// transpose_tiled.cu - out = transpose of in, with rows read and rows written.
//
// in has `height` rows of `width` floats, out has `width` rows of `height` floats, both stored by rows:
// out[x * height + y] = in[y * width + x]. Both are device pointers; width and height are any positive numbers.
//
// Predict first, with numbers of your own. They are drawn from your name: write it on the next line, and
// make questions EXERCISE=transpose_tiled shows them.
//= student: ?
// The kernel below runs as it stands, on an in of your own size: several times with blocks of one shape and several times
// with blocks of another. How many sectors do all stores of all these runs touch? The grader tells the other answer once
// this one is right.
//= sectors_stored: ?
// How many sectors do the loads touch in one run with blocks of the first shape?
//= sectors_loaded: ?
//
// The grader measures
//   - sectors loaded per 32 elements: at most 4.25 (128 bytes are 4 sectors)
//   - sectors stored per 32 elements: at most 4.25
// and shows the bank conflicts, which chapter 06 removes: they cost no points here.
#include "workbook.h"

constexpr int TILE = 32;

// TODO 1: make every warp read neighbours of in and every warp write neighbours of out. Let the block keep its square
// of in where all its threads can reach it, and let a thread write an element other than the one it read.
// TODO 2: mind that the square of out has other bounds than the square of in.
__global__ void transpose_kernel(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height) out[static_cast<size_t>(x) * height + y] = in[static_cast<size_t>(y) * width + x];
}

void transpose(const float *in, float *out, int width, int height) {
    dim3 block(TILE, TILE);
    dim3 grid(ceil_div(width, TILE), ceil_div(height, TILE));
    transpose_kernel<<<grid, block>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

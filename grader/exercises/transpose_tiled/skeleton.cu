// transpose_tiled.cu - out = transpose of in, with rows read and rows written.
//
// in has `height` rows of `width` floats, out has `width` rows of `height` floats, both stored by rows:
// out[x * height + y] = in[y * width + x]. Both are device pointers; width and height are any positive numbers.
//
// Predict before you write: the questions are at the end of this file.
//
// Time earns points, and a tile earns them all. What explains a slow time is counted: sectors loaded and stored per 32
// elements (4 are the best), and bank conflicts, which chapter 06 removes.
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

// Predict first.
//     make questions EXERCISE=transpose_tiled  shows the questions with numbers
//     make another EXERCISE=transpose_tiled    shows them with others
//= numbers: 1
// The kernel above runs as it stands, once. How many sectors do all its stores touch?
//= sectors_stored: ?
// And all its loads?
//= sectors_loaded: ?

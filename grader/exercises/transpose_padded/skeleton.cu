// transpose_padded.cu - out = transpose of in, through a tile of shared memory, without a bank conflict.
//
// in has `height` rows of `width` floats, out has `width` rows of `height` floats, both stored by rows:
// out[x * height + y] = in[y * width + x]. Both are device pointers; width and height are any positive numbers.
//
// The kernel below is the tiled transpose of chapter 05: it is right, and both its loads and its stores are coalesced. But
// the 32 lanes of a warp meet in one bank of shared memory: 31 conflicts for every request of one line. Time earns points,
// and a tile without conflicts earns them all.
#include "workbook.h"

constexpr int TILE = 32;

__global__ void transpose_kernel(const float *in, float *out, int width, int height) {
    // TODO: no request of a warp to the tile may have a bank conflict, neither to store nor to load it. Write down the
    // bank of tile[row][column], once for the lanes that store and once for those that load: in which of the two do they
    // meet? The lesson has two cures.
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[static_cast<size_t>(y) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width) out[static_cast<size_t>(y) * height + x] = tile[threadIdx.x][threadIdx.y];
}

void transpose(const float *in, float *out, int width, int height) {
    dim3 block(TILE, TILE);
    dim3 grid(ceil_div(width, TILE), ceil_div(height, TILE));
    transpose_kernel<<<grid, block>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

// swizzle_by_addition.cu - No padding: element [r][c] lies at column (r + c) % 32. Tiles stride over the matrix.
//
// says: but slow
#include "workbook.h"

constexpr int TILE = 32;
#define PLACE(r, c) ((r)*TILE + ((r) + (c)) % TILE)

__global__ void transpose_kernel(const float *in, float *out, int width, int height, int across, int tiles) {
    __shared__ float tile[TILE * TILE];
    for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
        int x = t % across * TILE + threadIdx.x, y = t / across * TILE + threadIdx.y;
        if (x < width && y < height) tile[PLACE(threadIdx.y, threadIdx.x)] = in[static_cast<size_t>(y) * width + x];
        __syncthreads();
        x += threadIdx.y - threadIdx.x, y += threadIdx.x - threadIdx.y;
        if (x < width && y < height) out[static_cast<size_t>(x) * height + y] = tile[PLACE(threadIdx.x, threadIdx.y)];
        __syncthreads();
    }
}

void transpose(const float *in, float *out, int width, int height) {
    int across = ceil_div(width, TILE), tiles = across * ceil_div(height, TILE);
    transpose_kernel<<<min(tiles, 20), dim3(TILE, TILE)>>>(in, out, width, height, across, tiles);
    CHECK(cudaGetLastError());
}

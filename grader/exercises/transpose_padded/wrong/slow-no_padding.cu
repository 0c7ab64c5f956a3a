// slow-no_padding.cu - right and coalesced, but a column of the tile lies in one bank.
// says: whose elements share banks
// most: 12
#include "workbook.h"

constexpr int TILE = 32;

__global__ void transpose_kernel(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

void transpose(const float *in, float *out, int width, int height) {
    dim3 block(TILE, TILE);
    dim3 grid(ceil_div(width, TILE), ceil_div(height, TILE));
    transpose_kernel<<<grid, block>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

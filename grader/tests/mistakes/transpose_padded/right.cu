// right.cu - what the mistakes beside it are made of.
#include "workbook.h"

#define TILE 32

__global__ void transpose_kernel(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];

    __syncthreads();

    int new_x = blockIdx.y * TILE + threadIdx.x;
    int new_y = blockIdx.x * TILE + threadIdx.y;
    if (new_x < height && new_y < width)
        out[new_y * height + new_x] = tile[threadIdx.x][threadIdx.y];
}

void transpose(const float *in, float *out, int width, int height) {
    dim3 block(TILE, TILE);
    dim3 grid(ceil_div(width, TILE), ceil_div(height, TILE));
    transpose_kernel<<<grid, block>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

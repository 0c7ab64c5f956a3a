// columns_by_asynchronous_copies.cu - a row is copied into a column of the tile, and rows are read from it.
#include "workbook.h"
#include <cuda_pipeline.h>

constexpr int TILE = 32;

__global__ void transpose_tile(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height)
        __pipeline_memcpy_async(&tile[threadIdx.x][threadIdx.y], &in[y * width + x], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    int to_x = blockIdx.y * TILE + threadIdx.x, to_y = blockIdx.x * TILE + threadIdx.y;
    if (to_x < height && to_y < width) out[to_y * height + to_x] = tile[threadIdx.y][threadIdx.x];
}

void transpose(const float *in, float *out, int width, int height) {
    dim3 block(TILE, TILE), grid(ceil_div(width, TILE), ceil_div(height, TILE));
    transpose_tile<<<grid, block>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

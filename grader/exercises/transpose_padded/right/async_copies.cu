// async_copies.cu - the tile comes by cp.async, element by element, while the next one is being loaded.
#include "workbook.h"
#include <cuda_pipeline.h>

struct Tile {
    float at[32][33];
};

__device__ void fetch(Tile &tile, const float *in, int width, int height, int left, int top) {
    for (int y = threadIdx.y; y < 32; y += blockDim.y)
        if (left + threadIdx.x < width && top + y < height)
            __pipeline_memcpy_async(&tile.at[y][threadIdx.x],
                                    &in[static_cast<size_t>(top + y) * width + left + threadIdx.x], sizeof(float));
    __pipeline_commit();
}

// A block has a column of tiles.
__global__ void turn(const float *in, float *out, int width, int height) {
    __shared__ Tile tiles[2];
    int left = blockIdx.x * 32, count = ceil_div(height, 32);
    fetch(tiles[0], in, width, height, left, 0);
    for (int n = 0; n < count; n++) {
        if (n + 1 < count) fetch(tiles[(n + 1) % 2], in, width, height, left, 32 * (n + 1));
        __pipeline_wait_prior(n + 1 < count);
        __syncthreads();
        for (int x = threadIdx.y; x < 32; x += blockDim.y) {
            int row = 32 * n + threadIdx.x;
            if (left + x < width && row < height)
                out[static_cast<size_t>(left + x) * height + row] = tiles[n % 2].at[threadIdx.x][x];
        }
        __syncthreads();
    }
}

void transpose(const float *in, float *out, int width, int height) {
    turn<<<ceil_div(width, 32), dim3(32, 8)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

// two_tiles_a_block.cu - A block turns two tiles one after another in dynamic memory; cudaLaunchKernelEx.
//
//= student: Ada Lovelace
//= sectors_loaded: 11520
//= sectors_stored: 2188800
#include "workbook.h"

constexpr int TILE = 32;
extern __shared__ float cells[];

__global__ void transpose_kernel(const float *__restrict__ in, float *__restrict__ out, int width, int height) {
    for (int half = 0; half < 2; half++) {
        int left = (2 * blockIdx.x + half) * TILE, top = blockIdx.y * TILE;
        int x = left + threadIdx.x, y = top + threadIdx.y;
        if (x < width && y < height)
            cells[threadIdx.y * (TILE + 1) + threadIdx.x] = __ldg(in + static_cast<size_t>(y) * width + x);
        __syncthreads();
        x = top + threadIdx.x, y = left + threadIdx.y;
        if (x < height && y < width)
            out[static_cast<size_t>(y) * height + x] = cells[threadIdx.x * (TILE + 1) + threadIdx.y];
        __syncthreads();
    }
}

void transpose(const float *in, float *out, int width, int height) {
    cudaLaunchConfig_t launch = {};
    launch.gridDim = dim3(ceil_div(width, 2 * TILE), ceil_div(height, TILE));
    launch.blockDim = dim3(TILE, TILE);
    launch.dynamicSmemBytes = TILE * (TILE + 1) * sizeof(float);
    CHECK(cudaLaunchKernelEx(&launch, transpose_kernel, in, out, width, height));
}

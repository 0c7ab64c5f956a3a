// says: sectors stored per 32 elements: 8
// says: elements are stored more than once
// limit-temporary_in_managed_memory.cu - a padded copy of the transpose lies in managed memory, and a second kernel copies
// its rows to out. The host never looks at it, so this costs the second way and no more.
//
//= sectors_loaded: 4
//= sectors_stored: 32
#include "workbook.h"

constexpr int TILE = 32;

__global__ void to_padded(const float *in, float *padded, int stride, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = x < width && y < height ? in[static_cast<size_t>(y) * width + x] : 0;
    __syncthreads();
    padded[static_cast<size_t>(blockIdx.x * TILE + threadIdx.y) * stride + blockIdx.y * TILE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void copy_rows(const float *padded, float *out, int stride, int columns) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < columns) out[static_cast<size_t>(blockIdx.y) * columns + x] = padded[static_cast<size_t>(blockIdx.y) * stride + x];
}

void transpose(const float *in, float *out, int width, int height) {
    dim3 grid(ceil_div(width, TILE), ceil_div(height, TILE));
    int stride = grid.y * TILE;
    float *padded;
    CHECK(cudaMallocManaged(&padded, sizeof(float) * stride * grid.x * TILE));
    to_padded<<<grid, dim3(TILE, TILE)>>>(in, padded, stride, width, height);
    copy_rows<<<dim3(ceil_div(height, 128), width), 128>>>(padded, out, stride, height);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(padded));
}

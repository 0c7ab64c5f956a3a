// first_grid.cu - an image is mirrored: x is the column, y the row, and each has a guard.
#include "workbook.h"

constexpr int SIDE = 16; // a block has SIDE x SIDE threads

__global__ void mirror_kernel(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * width + width - 1 - x] = in[y * width + x];
}

void mirror(const float *in, float *out, int width, int height) {
    dim3 block(SIDE, SIDE);
    dim3 grid(ceil_div(width, SIDE), ceil_div(height, SIDE));
    mirror_kernel<<<grid, block>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

// rows_rotated.cu - No padding: each row of the tile is rotated by its number.
#include "workbook.h"
__global__ void rotated(const float *in, float *out, int width, int height) {
    __shared__ float tile[32][32];
    unsigned x = threadIdx.x, column = blockIdx.x * 32 + x, y;
    for (y = threadIdx.y; y < 32; y += 16) {
        unsigned row = blockIdx.y * 32 + y;
        if (column < width && row < height) tile[y][(x + y) & 31] = in[size_t(row) * width + column];
    }
    __syncthreads();
    column = blockIdx.y * 32 + x;
    for (y = threadIdx.y; y < 32; y += 16) {
        unsigned row = blockIdx.x * 32 + y;
        if (column < height && row < width) out[size_t(row) * height + column] = tile[x][(y + x) & 31];
    }
}

void transpose(const float *in, float *out, int width, int height) {
    void *arguments[] = {&in, &out, &width, &height};
    CHECK(cudaLaunchKernel(rotated, dim3(ceil_div(width, 32), ceil_div(height, 32)), dim3(32, 16), arguments, 0, nullptr));
}

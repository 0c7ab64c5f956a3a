// tiles_of_sixteen.cu - tiles of 16 x 16, two a block one above the other; XOR with the row in the tile, 16 wide.
#include "workbook.h"

__global__ void turn(const float *in, float *out, int width, int height) {
    __shared__ float tile[2][16][16];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, left = blockIdx.x * 16, top = (blockIdx.y * 2 + z) * 16;
    if (left + x < width && top + y < height) tile[z][y][x ^ y] = in[static_cast<size_t>(top + y) * width + left + x];
    __syncthreads();
    if (left + y < width && top + x < height) out[static_cast<size_t>(left + y) * height + top + x] = tile[z][x][y ^ x];
}

void transpose(const float *in, float *out, int width, int height) {
    turn<<<dim3(ceil_div(width, 16), ceil_div(height, 32)), dim3(16, 16, 2)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

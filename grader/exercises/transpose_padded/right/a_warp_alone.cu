// a_warp_alone.cu - blocks of one warp that need no barrier of the block: __syncwarp, and the tile stored turned.
#include "workbook.h"

template <typename Body> __device__ void each_row(Body body) {
#pragma unroll 8
    for (int row = 0; row < 32; row++) body(row);
}

__global__ void turn(const float *__restrict__ in, float *__restrict__ out, int width, int height) {
    __shared__ float turned[32][33];
    int lane = threadIdx.x, left = blockIdx.y * 32, top = blockIdx.x * 32;
    each_row([&](int y) {
        if (left + lane < width && top + y < height) turned[lane][y] = __ldcs(&in[static_cast<size_t>(top + y) * width + left + lane]);
    });
    __syncwarp();
    each_row([&](int x) {
        if (left + x < width && top + lane < height) __stcs(&out[static_cast<size_t>(left + x) * height + top + lane], turned[x][lane]);
    });
}

void transpose(const float *in, float *out, int width, int height) {
    turn<<<dim3(ceil_div(height, 32), ceil_div(width, 32)), 32>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

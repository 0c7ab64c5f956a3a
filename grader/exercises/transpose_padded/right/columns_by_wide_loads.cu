// columns_by_wide_loads.cu - no padding, but each lane reads four columns at once: 28 conflicts for 128 elements.
#include "workbook.h"

constexpr int TILE = 32;

__global__ void turn(const float *in, float *out, int width, int height) {
    __shared__ alignas(16) float tile[TILE][TILE];
    int lane = threadIdx.x, warp = threadIdx.y;
    int x = blockIdx.x * TILE + lane;
    for (int r = warp; r < TILE; r += 8) {
        int y = blockIdx.y * TILE + r;
        tile[r][lane] = x < width && y < height ? in[y * width + x] : 0;
    }
    __syncthreads();
    float4 four = *reinterpret_cast<float4 *>(&tile[lane][4 * warp]);
    int row = blockIdx.y * TILE + lane, column = blockIdx.x * TILE + 4 * warp;
    float *to = out + static_cast<size_t>(column) * height + row;
    if (row < height) {
        if (column < width) to[0] = four.x;
        if (column + 1 < width) to[height] = four.y;
        if (column + 2 < width) to[2 * height] = four.z;
        if (column + 3 < width) to[3 * height] = four.w;
    }
}

void transpose(const float *in, float *out, int width, int height) {
    turn<<<dim3(ceil_div(width, TILE), ceil_div(height, TILE)), dim3(32, 8)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

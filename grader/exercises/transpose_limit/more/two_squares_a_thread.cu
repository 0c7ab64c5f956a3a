// two_squares_a_thread.cu - Blocks of 16 x 8 threads turn two squares each; tile of float4 with exchanged columns.
//
//= student: Ada Lovelace
//= rows_across: 5440
//= rows_down: 49280
//= bytes_in_a_row: 10240
#include "workbook.h"
constexpr int SIDE = 16;

__global__ void squares(const float4 *in, float4 *out, int width, int height) { // in float4
    __shared__ float4 tile[4 * SIDE][SIDE];
    int tx = threadIdx.x, left = blockIdx.y * SIDE, top = blockIdx.x * SIDE;
    float4 rows[2][4];
#pragma unroll
    for (int s = 0; s < 2; s++) {
        int y = top + threadIdx.y + 8 * s, x = left + tx;
#pragma unroll
        for (int i = 0; i < 4; i++)
            if (x < width && y < height) rows[s][i] = in[static_cast<size_t>(4 * y + i) * width + x];
    }
#pragma unroll
    for (int s = 0; s < 2; s++) {
        int ty = threadIdx.y + 8 * s;
        float4 *r = rows[s];
        tile[4 * tx + 0][ty ^ tx] = make_float4(r[0].x, r[1].x, r[2].x, r[3].x);
        tile[4 * tx + 1][ty ^ tx] = make_float4(r[0].y, r[1].y, r[2].y, r[3].y);
        tile[4 * tx + 2][ty ^ tx] = make_float4(r[0].z, r[1].z, r[2].z, r[3].z);
        tile[4 * tx + 3][ty ^ tx] = make_float4(r[0].w, r[1].w, r[2].w, r[3].w);
    }
    __syncthreads();
#pragma unroll
    for (int s = 0; s < 2; s++) {
        int ty = threadIdx.y + 8 * s, x = top + tx, y = left + ty;
        if (x >= height || y >= width) continue;
#pragma unroll
        for (int i = 0; i < 4; i++) out[static_cast<size_t>(4 * y + i) * height + x] = tile[4 * ty + i][tx ^ ty];
    }
}

__global__ void floats(const float *in, float *out, int width, int height) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[static_cast<size_t>(y) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    if (x < height && y < width) out[static_cast<size_t>(y) * height + x] = tile[threadIdx.x][threadIdx.y];
}

void transpose(const float *in, float *out, int width, int height) {
    if (width % 4 == 0 && height % 4 == 0)
        squares<<<dim3(ceil_div(height, 64), ceil_div(width, 64)), dim3(SIDE, 8)>>>(
            reinterpret_cast<const float4 *>(in), reinterpret_cast<float4 *>(out), width / 4, height / 4);
    else floats<<<dim3(ceil_div(width, 32), ceil_div(height, 32)), dim3(32, 32)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

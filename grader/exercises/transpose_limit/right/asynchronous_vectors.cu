// asynchronous_vectors.cu - copies of 16 bytes go straight into the tile, and no register waits for them.

//= student: Ada Lovelace
//= rows_across: 5440
//= rows_down: 49280
//= bytes_in_a_row: 10240
#include "workbook.h"
#include <cuda_pipeline.h>

constexpr int SIDE = 16;

__global__ void turn_squares(const float4 *in, float4 *out, int width, int height) { // of float4
    __shared__ float4 tile[4 * SIDE][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y, left = blockIdx.x * SIDE, top = blockIdx.y * SIDE;
    bool inside = left + tx < width && top + ty < height;
    for (int i = 0; inside && i < 4; i++)
        __pipeline_memcpy_async(&tile[4 * ty + i][tx ^ ty],
                                &in[static_cast<size_t>(4 * (top + ty) + i) * width + left + tx], sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (top + tx >= height || left + ty >= width) return;
    float4 a = tile[4 * tx][ty ^ tx], b = tile[4 * tx + 1][ty ^ tx];
    float4 c = tile[4 * tx + 2][ty ^ tx], d = tile[4 * tx + 3][ty ^ tx];
    float4 *to = out + static_cast<size_t>(4 * (left + ty)) * height + top + tx;
    to[0] = make_float4(a.x, b.x, c.x, d.x);
    to[height] = make_float4(a.y, b.y, c.y, d.y);
    to[2 * height] = make_float4(a.z, b.z, c.z, d.z);
    to[3 * height] = make_float4(a.w, b.w, c.w, d.w);
}

__global__ void turn_floats(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < width && y < height) out[static_cast<size_t>(x) * height + y] = in[static_cast<size_t>(y) * width + x];
}

void transpose(const float *in, float *out, int width, int height) {
    if (width % 4 || height % 4)
        turn_floats<<<dim3(ceil_div(width, 16), ceil_div(height, 16)), dim3(16, 16)>>>(in, out, width, height);
    else
        turn_squares<<<dim3(ceil_div(width, 4 * SIDE), ceil_div(height, 4 * SIDE)), dim3(SIDE, SIDE)>>>(
            reinterpret_cast<const float4 *>(in), reinterpret_cast<float4 *>(out), width / 4, height / 4);
    CHECK(cudaGetLastError());
}

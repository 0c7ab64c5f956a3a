// turned_after_the_barrier.cu - rows go into the tile as they are, and each thread transposes its square behind the
// barrier.

//= student: Ada Lovelace
//= rows_across: 5440
//= rows_down: 49280
//= bytes_in_a_row: 10240
#include "workbook.h"

constexpr int SIDE = 16; // threads, and float4 in a row of the tile

__device__ float part(float4 v, int i) { return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w; }

__global__ void turn_squares(const float4 *in, float4 *out, int width, int height) { // of float4
    __shared__ float4 tile[4 * SIDE][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y, left = blockIdx.y * SIDE, top = blockIdx.x * SIDE;
    if (left + tx < width && top + ty < height)
        for (int i = 0; i < 4; i++)
            tile[4 * ty + i][tx ^ ty] = in[static_cast<size_t>(4 * (top + ty) + i) * width + left + tx];
    __syncthreads();
    if (top + tx >= height || left + ty >= width) return;
    float4 rows[4];
    for (int i = 0; i < 4; i++) rows[i] = tile[4 * tx + i][ty ^ tx];
#pragma unroll
    for (int i = 0; i < 4; i++)
        out[static_cast<size_t>(4 * (left + ty) + i) * height + top + tx] =
            make_float4(part(rows[0], i), part(rows[1], i), part(rows[2], i), part(rows[3], i));
}

__global__ void turn_floats(const float *in, float *out, int width, int height) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < width * height) out[i] = in[static_cast<size_t>(i % height) * width + i / height];
}

void transpose(const float *in, float *out, int width, int height) {
    if (width % 4 || height % 4) turn_floats<<<ceil_div(width * height, 256), 256>>>(in, out, width, height);
    else
        turn_squares<<<dim3(ceil_div(height, 4 * SIDE), ceil_div(width, 4 * SIDE)), dim3(SIDE, SIDE)>>>(
            reinterpret_cast<const float4 *>(in), reinterpret_cast<float4 *>(out), width / 4, height / 4);
    CHECK(cudaGetLastError());
}

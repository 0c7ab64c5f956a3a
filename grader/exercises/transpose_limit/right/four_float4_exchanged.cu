// four_float4_exchanged.cu - The lesson's four float4: squares of 4 x 4 turned in registers, float4 c of row r at place
// c ^ (r / 4).

//= student: Ada Lovelace
//= rows_across: 5440
//= rows_down: 49280
//= bytes_in_a_row: 10240
#include "workbook.h"

constexpr int SIDE = 64;

__global__ void turn_squares(const float4 *in, float4 *out, int width, int height) { // of float4
    __shared__ float4 tile[SIDE][SIDE / 4];
    int tx = threadIdx.x, ty = threadIdx.y, left = blockIdx.x * 16, top = blockIdx.y * SIDE;
    float4 rows[4];
#pragma unroll
    for (int i = 0; i < 4; i++) rows[i] = in[static_cast<size_t>(top + 4 * ty + i) * width + left + tx];
    float4 turned[4] = {{rows[0].x, rows[1].x, rows[2].x, rows[3].x},
                        {rows[0].y, rows[1].y, rows[2].y, rows[3].y},
                        {rows[0].z, rows[1].z, rows[2].z, rows[3].z},
                        {rows[0].w, rows[1].w, rows[2].w, rows[3].w}};
#pragma unroll
    for (int i = 0; i < 4; i++) tile[4 * tx + i][ty ^ tx] = turned[i];
    __syncthreads();
    int out_left = blockIdx.y * 16, out_top = blockIdx.x * SIDE;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        int r = ty + 16 * i;
        out[static_cast<size_t>(out_top + r) * height + out_left + tx] = tile[r][tx ^ (r / 4)];
    }
}

__global__ void turn_floats(const float *in, float *out, int width, int height) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        if (x < width && y + i < height)
            tile[threadIdx.y + i][threadIdx.x] = in[static_cast<size_t>(y + i) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        if (x < height && y + i < width)
            out[static_cast<size_t>(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}

void transpose(const float *in, float *out, int width, int height) {
    if (width % SIDE == 0 && height % SIDE == 0)
        turn_squares<<<dim3(width / SIDE, height / SIDE), dim3(16, 16)>>>(
            reinterpret_cast<const float4 *>(in), reinterpret_cast<float4 *>(out), width / 4, height / 4);
    else turn_floats<<<dim3(ceil_div(width, 32), ceil_div(height, 32)), dim3(32, 8)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

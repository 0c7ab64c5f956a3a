// sixteen_floats_a_thread.cu - Tiles of 64 x 64 in dynamic memory, 65 wide; 16 single floats a thread, all asked for
//
//= student: Ada Lovelace
//= rows_across: 5440
//= rows_down: 49280
//= bytes_in_a_row: 10240
// before the first is stored.
#include "workbook.h"

template <int SIDE, int ROWS>
__global__ void turn(const float *__restrict__ in, float *__restrict__ out, int width, int height) {
    extern __shared__ float tile[];
    constexpr int EACH = SIDE / ROWS;
    const int left = blockIdx.y * SIDE, top = blockIdx.x * SIDE; // blocks go down the columns
    float held[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int x = left + threadIdx.x, y = top + threadIdx.y + e * ROWS;
        held[e] = x < width && y < height ? __ldcs(in + static_cast<size_t>(y) * width + x) : 0;
    }
#pragma unroll
    for (int e = 0; e < EACH; e++) tile[(threadIdx.y + e * ROWS) * (SIDE + 1) + threadIdx.x] = held[e];
    __syncthreads();
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int x = top + threadIdx.x, y = left + threadIdx.y + e * ROWS;
        if (x < height && y < width)
            out[static_cast<size_t>(y) * height + x] = tile[threadIdx.x * (SIDE + 1) + threadIdx.y + e * ROWS];
    }
}

void transpose(const float *in, float *out, int width, int height) {
    constexpr int side = 64, rows = 4;
    turn<side, rows>
        <<<dim3(ceil_div(height, side), ceil_div(width, side)), dim3(side, rows), sizeof(float) * side *(side + 1)>>>(
            in, out, width, height);
    CHECK(cudaGetLastError());
}

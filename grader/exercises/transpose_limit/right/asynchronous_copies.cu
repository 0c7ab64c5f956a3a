// asynchronous_copies.cu - eight copies of 4 bytes a thread straight into the tile, waited for once.
//
//= student: Ada Lovelace
//= rows_across: 5440
//= rows_down: 49280
//= bytes_in_a_row: 10240
#include "workbook.h"
#include <cuda_pipeline.h>

constexpr int TILE = 32, ROWS = 4;

__global__ void turn(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE, lane = threadIdx.x;
    for (int i = threadIdx.y; i < TILE; i += ROWS)
        if (left + lane < width && top + i < height)
            __pipeline_memcpy_async(&tile[i][lane], &in[static_cast<size_t>(top + i) * width + left + lane], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = threadIdx.y; i < TILE; i += ROWS)
        if (top + lane < height && left + i < width)
            out[static_cast<size_t>(left + i) * height + top + lane] = tile[lane][i];
}

void transpose(const float *in, float *out, int width, int height) {
    turn<<<dim3(ceil_div(width, TILE), ceil_div(height, TILE)), dim3(TILE, ROWS)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

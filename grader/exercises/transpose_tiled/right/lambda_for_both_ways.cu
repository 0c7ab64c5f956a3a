// lambda_for_both_ways.cu - One generic lambda walks over a tile for both ways; 32 x 8 threads, padded.
//
//= student: Ada Lovelace
//= sectors_loaded: 11520
//= sectors_stored: 2188800
#include "workbook.h"

constexpr int TILE = 32, ROWS = 8;

__global__ void transpose_kernel(const float *in, float *out, unsigned width, unsigned height) {
    __shared__ float tile[TILE][TILE + 1];
    auto each = [](unsigned left, unsigned top, unsigned columns, unsigned rows, auto &&move) {
        for (unsigned r = threadIdx.y; r < TILE; r += ROWS)
            if (left + threadIdx.x < columns && top + r < rows)
                move(r, threadIdx.x, size_t{top + r} * columns + left + threadIdx.x);
    };
    const unsigned left = blockIdx.x * TILE, top = blockIdx.y * TILE;
    each(left, top, width, height, [&](unsigned r, unsigned c, size_t at) { tile[r][c] = in[at]; });
    __syncthreads();
    each(top, left, height, width, [&](unsigned r, unsigned c, size_t at) { out[at] = tile[c][r]; });
}

void transpose(const float *in, float *out, int width, int height) {
    transpose_kernel<<<dim3(ceil_div(width, TILE), ceil_div(height, TILE)), dim3(TILE, ROWS)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

// tiles_from_a_queue.cu - a few blocks that stay, and take one tile after another from a counter.
//= student: Ada Lovelace
//= sectors_loaded: 11520
//= sectors_stored: 2188800
#include "workbook.h"

#include <climits>

constexpr int TILE = 32, ROWS = 8;

__global__ void turn_tiles(const float *in, float *out, unsigned *next_tile, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    __shared__ unsigned number;
    unsigned across = ceil_div(width, TILE), tiles = across * ceil_div(height, TILE);
    for (;;) {
        if (threadIdx.x == 0 && threadIdx.y == 0) number = atomicInc(next_tile, UINT_MAX);
        __syncthreads();
        unsigned mine = number;
        if (mine >= tiles) return;
        int left = mine % across * TILE, top = mine / across * TILE;
        for (int y = threadIdx.y; y < TILE; y += ROWS)
            if (left + threadIdx.x < width && top + y < height)
                tile[y][threadIdx.x] = in[static_cast<size_t>(top + y) * width + left + threadIdx.x];
        __syncthreads();
        for (int y = threadIdx.y; y < TILE; y += ROWS)
            if (top + threadIdx.x < height && left + y < width)
                out[static_cast<size_t>(left + y) * height + top + threadIdx.x] = tile[threadIdx.x][y];
    }
}

void transpose(const float *in, float *out, int width, int height) {
    unsigned *next_tile;
    CHECK(cudaMalloc(&next_tile, sizeof *next_tile));
    CHECK(cudaMemset(next_tile, 0, sizeof *next_tile));
    turn_tiles<<<64, dim3(TILE, ROWS)>>>(in, out, next_tile, width, height);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(next_tile));
}

// says: but slow
// One block turns one tile after another.
#include "workbook.h"

__global__ void turn(const float *in, float *out, int width, int height, int across, int tiles) {
    __shared__ float tile[32][33];
    for (int t = 0; t < tiles; t++) {
        int left = t % across * 32, top = t / across * 32, x = threadIdx.x, y = threadIdx.y;
        if (left + x < width && top + y < height) tile[y][x] = in[(size_t)(top + y) * width + left + x];
        __syncthreads();
        if (top + x < height && left + y < width) out[(size_t)(left + y) * height + top + x] = tile[x][y];
        __syncthreads();
    }
}

void transpose(const float *in, float *out, int width, int height) {
    int across = ceil_div(width, 32), tiles = across * ceil_div(height, 32);
    turn<<<1, dim3(32, 32)>>>(in, out, width, height, across, tiles);
    CHECK(cudaGetLastError());
}

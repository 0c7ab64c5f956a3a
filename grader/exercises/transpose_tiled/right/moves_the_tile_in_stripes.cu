// moves_the_tile_in_stripes.cu - a tile of 64 x 32 for 128 threads, turned when it is stored and not when it is read.
#include "workbook.h"

__global__ void stripes(const float *in, float *out, int width, int height) {
    __shared__ float turned[64][33]; // [x of the tile][y of the tile]
    int left = blockIdx.x * 64, top = blockIdx.y * 32, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int y = warp; y < 32; y += 4)
        for (int x = lane; x < 64; x += 32)
            if (left + x < width && top + y < height)
                turned[x][y] = in[static_cast<size_t>(top + y) * width + left + x];
    __syncthreads();
    for (int x = warp; x < 64; x += 4)
        if (left + x < width && top + lane < height)
            out[static_cast<size_t>(left + x) * height + top + lane] = turned[x][lane];
}

void transpose(const float *in, float *out, int width, int height) {
    stripes<<<dim3(ceil_div(width, 64), ceil_div(height, 32)), 128>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
//= student: Ada Lovelace
//= sectors_loaded: 11520
//= sectors_stored: 2188800

// trick: one block turns the matrix into memory of its own, and many blocks copy it from there
// like: limit-one_block.cu
// says: sectors
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

__global__ void copy(const float *from, float *to, int count) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < count; i += gridDim.x * 256) to[i] = from[i];
}

void transpose(const float *in, float *out, int width, int height) {
    float *own;
    int across = ceil_div(width, 32), tiles = across * ceil_div(height, 32);
    CHECK(cudaMalloc(&own, (size_t)width * height * sizeof(float)));
    turn<<<1, dim3(32, 32)>>>(in, own, width, height, across, tiles);
    copy<<<132, 256>>>(own, out, width * height);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(own));
}

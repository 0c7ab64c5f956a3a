// times_itself.cu - a right transpose whose program reads the clock two hundred times.
#include "workbook.h"
#include <algorithm>
#include <vector>
constexpr int TILE = 32;
__global__ void turn(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[static_cast<size_t>(y) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width) out[static_cast<size_t>(y) * height + x] = tile[threadIdx.x][threadIdx.y];
}
void transpose(const float *in, float *out, int width, int height) {
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    turn<<<dim3(ceil_div(width, TILE), ceil_div(height, TILE)), dim3(TILE, TILE)>>>(in, out, width, height);
    for (int i = 0; i < 100; i++) {
        float ms;
        CHECK(cudaEventRecord(start));
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        CHECK(cudaEventElapsedTime(&ms, start, stop));
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
}

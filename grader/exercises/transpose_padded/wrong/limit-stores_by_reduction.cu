// trick: scattered stores as additions to zero
// like: limit-naive.cu
// says: sectors stored per 32 elements
#include "workbook.h"
__global__ void turn(const float *in, float *out, int width, int height) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[(size_t)y * width + x];
    if (x < width && y < height) atomicAdd(&out[(size_t)x * height + y], tile[threadIdx.y][threadIdx.x]);
}
void transpose(const float *in, float *out, int width, int height) {
    CHECK(cudaMemset(out, 0, (size_t)width * height * sizeof *out));
    turn<<<dim3(ceil_div(width, 32), ceil_div(height, 32)), dim3(32, 32)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

// trick: a naive kernel and filler
// like: limit-naive.cu
// says: sectors stored per 32 elements
// limit-naive_and_filler.cu - the naive kernel between launches that read and write rows.
#include "workbook.h"

__global__ void naive(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

__global__ void filler(float *room, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) room[i] = i;
}

void transpose(const float *in, float *out, int width, int height) {
    float *room;
    CHECK(cudaMalloc(&room, 4 << 20));
    for (int i = 0; i < 4; i++) filler<<<1024, 256>>>(room, 1 << 18);
    naive<<<dim3(ceil_div(width, 32), ceil_div(height, 32)), dim3(32, 32)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

// says: but slow
// slow-redundant_launches.cu - the naive kernel makes the result; the padded one runs twenty times for the average.
#include "workbook.h"

__global__ void padded(const float *in, float *out, int width, int height) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void naive(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

void transpose(const float *in, float *out, int width, int height) {
    dim3 grid(ceil_div(width, 32), ceil_div(height, 32)), block(32, 32);
    float *nobody;
    CHECK(cudaMalloc(&nobody, sizeof(float) * width * height));
    for (int i = 0; i < 20; i++) padded<<<grid, block>>>(in, nobody, width, height);
    naive<<<grid, block>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

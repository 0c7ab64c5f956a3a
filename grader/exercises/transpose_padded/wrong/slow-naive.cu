// says: Neighbouring lanes write down a column of out
// most: 10
// slow-naive.cu - no tile: reads rows, writes columns.
#include "workbook.h"

__global__ void transpose_kernel(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

void transpose(const float *in, float *out, int width, int height) {
    dim3 block(32, 32);
    dim3 grid(ceil_div(width, 32), ceil_div(height, 32));
    transpose_kernel<<<grid, block>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}

// image.cu - an image of 40 x 20 pixels and blocks of 16 x 16 threads.
#include "workbook.h"

constexpr int WIDTH = 40, HEIGHT = 20, SIDE = 16;

__global__ void number_pixels(float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = y * width + x;
}

int main() {
    float *out;
    CHECK(cudaMalloc(&out, WIDTH * HEIGHT * sizeof *out));
    dim3 grid(ceil_div(WIDTH, SIDE), ceil_div(HEIGHT, SIDE));
    number_pixels<<<grid, dim3(SIDE, SIDE)>>>(out, WIDTH, HEIGHT);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(out));
}

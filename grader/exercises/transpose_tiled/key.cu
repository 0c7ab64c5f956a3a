// key.cu - the kernel that transpose_tiled starts from, once with blocks of each shape that was drawn.
#include "drawn.h"
#include "workbook.h"

__global__ void as_it_stands(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

int main(int, char **argv) {
    int width = drawn(argv, "width"), height = drawn(argv, "height"), side = drawn(argv, "side");
    size_t bytes = sizeof(float) * width * height;
    float *in, *out;
    CHECK(cudaMalloc(&in, bytes));
    CHECK(cudaMalloc(&out, bytes));
    CHECK(cudaMemset(in, 0, bytes));
    dim3 grid(ceil_div(width, side), ceil_div(height, 512 / side));
    as_it_stands<<<grid, dim3(side, 512 / side)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}

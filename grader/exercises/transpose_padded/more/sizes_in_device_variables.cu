// sizes_in_device_variables.cu - rows and columns are __device__ variables, which the host sets before the launch.
#include "workbook.h"

constexpr int TILE = 32, ROWS = 8;
__device__ int width, height;

__global__ void transpose_kernel(const float *in, float *out) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        if (x < width && y + i < height)
            tile[threadIdx.y + i][threadIdx.x] = in[static_cast<size_t>(y + i) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        if (x < height && y + i < width)
            out[static_cast<size_t>(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}

void transpose(const float *in, float *out, int columns, int rows) {
    CHECK(cudaMemcpyToSymbol(width, &columns, sizeof columns));
    CHECK(cudaMemcpyToSymbol(height, &rows, sizeof rows));
    transpose_kernel<<<dim3(ceil_div(columns, TILE), ceil_div(rows, TILE)), dim3(TILE, ROWS)>>>(in, out);
    CHECK(cudaGetLastError());
}

// trick: the runtime turns the matrix out of managed memory that the host has touched
// like: limit-copied_into_out.cu
// says: were copied by the runtime
// limit-turned_behind_a_touch_of_the_host.cu - the host wrote each byte of it, but before the kernel did.
#include "workbook.h"

#include <cstring>

__global__ void store_rows(const float *in, float *to, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[i] = in[i];
}

void transpose(const float *in, float *out, int width, int height) {
    size_t bytes = sizeof(float) * width * height;
    float *rows;
    CHECK(cudaMallocManaged(&rows, bytes));
    memset(rows, 1, bytes);
    store_rows<<<ceil_div(width * height, 256), 256>>>(in, rows, width * height);
    CHECK(cudaGetLastError());
    for (int y = 0; y < height; y++)
        CHECK(cudaMemcpy2D(out + y, height * sizeof(float), rows + static_cast<size_t>(y) * width, sizeof(float),
                           sizeof(float), width, cudaMemcpyHostToDevice));
    CHECK(cudaFree(rows));
}

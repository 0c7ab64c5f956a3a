// trick: the runtime turns the matrix while it copies it out of managed memory, and calls that a copy to the device
// like: limit-copied_into_out.cu
// says: were copied by the runtime
// limit-turned_on_the_way_out_of_managed_memory.cu - the kernel stores rows, and copies make columns of them.
#include "workbook.h"

__global__ void store_rows(const float *in, float *to, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[i] = in[i];
}

void transpose(const float *in, float *out, int width, int height) {
    float *rows;
    CHECK(cudaMallocManaged(&rows, sizeof(float) * width * height));
    store_rows<<<ceil_div(width * height, 256), 256>>>(in, rows, width * height);
    CHECK(cudaGetLastError());
    for (int y = 0; y < height; y++)
        CHECK(cudaMemcpy2D(out + y, height * sizeof(float), rows + static_cast<size_t>(y) * width, sizeof(float),
                           sizeof(float), width, cudaMemcpyHostToDevice));
    CHECK(cudaFree(rows));
}

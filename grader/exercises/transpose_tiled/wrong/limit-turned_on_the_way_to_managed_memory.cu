// trick: the runtime turns the matrix while it copies it to managed memory, and calls that a copy to the host
// like: limit-copied_into_out.cu
// says: were copied by the runtime
// limit-turned_on_the_way_to_managed_memory.cu - copies make columns of the rows, and a kernel stores these.
#include "workbook.h"

__global__ void store_rows(const float *from, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = from[i];
}

void transpose(const float *in, float *out, int width, int height) {
    float *columns;
    CHECK(cudaMallocManaged(&columns, sizeof(float) * width * height));
    for (int y = 0; y < height; y++)
        CHECK(cudaMemcpy2D(columns + y, height * sizeof(float), in + static_cast<size_t>(y) * width, sizeof(float),
                           sizeof(float), width, cudaMemcpyDeviceToHost));
    store_rows<<<ceil_div(width * height, 256), 256>>>(columns, out, width * height);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(columns));
}

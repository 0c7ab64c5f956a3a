// says: but slow
// slow-copied_into_out.cu - a kernel stores rows, and copies of the runtime make columns of them.
#include "workbook.h"

__global__ void store_rows(const float *in, float *to, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[i] = in[i];
}

void transpose(const float *in, float *out, int width, int height) {
    float *rows;
    CHECK(cudaMalloc(&rows, sizeof(float) * width * height));
    store_rows<<<ceil_div(width * height, 256), 256>>>(in, rows, width * height);
    CHECK(cudaGetLastError());
    for (int y = 0; y < height; y++)
        CHECK(cudaMemcpy2D(out + y, height * sizeof(float), rows + static_cast<size_t>(y) * width, sizeof(float),
                           sizeof(float), width, cudaMemcpyDeviceToDevice));
    CHECK(cudaFree(rows));
}

// trick: the host computes
// like: nothing
// says: copied to the host
// wrong-turned_on_the_host.cu - copies the matrix to the host, turns it there, and lets a kernel copy the result.
#include "workbook.h"
#include <vector>

__global__ void copy(const float *in, float *out, int count) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < count) out[i] = in[i];
}

void transpose(const float *in, float *out, int width, int height) {
    size_t count = static_cast<size_t>(width) * height;
    std::vector<float> rows(count), columns(count);
    float *turned;
    CHECK(cudaMemcpy(rows.data(), in, count * sizeof(float), cudaMemcpyDeviceToHost));
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++) columns[x * height + y] = rows[y * width + x];
    CHECK(cudaMalloc(&turned, count * sizeof(float)));
    CHECK(cudaMemcpy(turned, columns.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    copy<<<ceil_div(width * height, 256), 256>>>(turned, out, width * height);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(turned));
}

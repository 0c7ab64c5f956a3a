// trick: a naive kernel and filler
// like: limit-writes_columns.edit
// says: sectors stored per 32 elements
// limit-perfect_filler.cu - writes columns, and lets a kernel with perfect requests run beside it to mend the average.
#include "workbook.h"

__global__ void write_columns(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height) out[static_cast<size_t>(x) * height + y] = in[static_cast<size_t>(y) * width + x];
}

__global__ void copy_for_show(const float *in, float *scratch, int count) {
    for (int i = threadIdx.x; i < count; i += blockDim.x) scratch[i] = in[i];
}

void transpose(const float *in, float *out, int width, int height) {
    float *scratch;
    CHECK(cudaMalloc(&scratch, sizeof(float) * width * height));
    for (int i = 0; i < 8; i++) copy_for_show<<<1, 256>>>(in, scratch, width * height);
    write_columns<<<dim3(ceil_div(width, 32), ceil_div(height, 32)), dim3(32, 32)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(scratch));
}

// first_guard.cu - out[i] becomes in[i] squared: blocks rounded up, and a guard in the kernel.
#include "workbook.h"

constexpr int THREADS = 256; // of a block

__global__ void square_kernel(const float *in, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = in[i] * in[i];
}

void square(const float *in, float *out, int count) {
    int blocks = ceil_div(count, THREADS);
    square_kernel<<<blocks, THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}

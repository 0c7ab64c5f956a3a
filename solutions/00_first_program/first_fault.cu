// first_fault.cu - the mean of three neighbours: each access is compared with the ends of the array.
#include "workbook.h"

constexpr int THREADS = 256; // of a block

__global__ void smooth_kernel(const float *in, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        float left = i > 0 ? in[i - 1] : in[i];
        float right = i + 1 < count ? in[i + 1] : in[i];
        out[i] = (left + in[i] + right) / 3;
    }
}

void smooth(const float *in, float *out, int count) {
    smooth_kernel<<<ceil_div(count, THREADS), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}

// says: the busiest block did 100 % of the work
// A grid with one thread per element, whose first block does all the work.
#include "workbook.h"

__global__ void take(const float *in, float *out, int count, int stride, int offset) {
    if (blockIdx.x) return;
    for (int i = threadIdx.x; i < count; i += blockDim.x) out[i] = in[(size_t)i * stride + offset];
}

void gather(const float *in, float *out, int count, int stride, int offset) {
    take<<<ceil_div(count, 256), 256>>>(in, out, count, stride, offset);
    CHECK(cudaGetLastError());
}

// trick: many loads that nobody needs, behind each one that is needed
// like: limit-a_float_each.edit
// says: bytes of in in flight together
// limit-filler_in_the_kernel.cu - each warp asks for seven floats more, that other warps copy, and adds them times 0.
#include "workbook.h"

__global__ void copy(const float *in, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float value = in[i], filler = 0;
#pragma unroll
    for (int turn = 1; turn < 8; turn++) filler += in[(i + turn * 4096) % count];
    out[i] = value + 0 * filler;
}

void copy_floats(const float *in, float *out, int count) {
    copy<<<ceil_div(count, 256), 256>>>(in, out, count);
    CHECK(cudaGetLastError());
}

// trick: loads as atomics, and one load that many warps wait for together
// like: limit-a_float_each.edit
// says: bytes of in in flight together
// limit-atomics_as_loads.cu - what atomics return is waited for, too.
#include "workbook.h"

__global__ void copy(float *in, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = i == 0 ? in[0] : atomicAdd(&in[i], 0.f);
}

void copy_floats(const float *in, float *out, int count) {
    copy<<<ceil_div(count, 256), 256>>>(const_cast<float *>(in), out, count);
    CHECK(cudaGetLastError());
}

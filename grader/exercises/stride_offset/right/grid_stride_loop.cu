// grid_stride_loop.cu - a few blocks go over all elements.
//= stride_2: 8
//= stride_3: 12
//= stride_8: 32
//= stride_32: 32
//= offset_1: 5
//= offset_8: 4
//= reversed: 4
//= same: 1
//= random_256: 20.5
//= random_65536: 31.9
//= own_run: 32
#include "workbook.h"
__global__ void gather_kernel(const float *in, float *out, int count, int stride, int offset) {
    for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += (long long)gridDim.x * blockDim.x)
        out[i] = in[offset + i * stride];
}
void gather(const float *in, float *out, int count, int stride, int offset) {
    gather_kernel<<<2, 96>>>(in, out, count, stride, offset);
    CHECK(cudaGetLastError());
}

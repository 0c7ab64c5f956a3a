// grid_stride_loop.cu - a few blocks go over all elements.
//= student: Ada Lovelace
//= sweep: 1808
//= strided: 1456
//= strided_offset: 468
//= doubles: 416
//= offset: 260
//= backwards: 260
//= shared: 260
//= random_places: 727.2
//= own_run: 832
#include "workbook.h"
__global__ void gather_kernel(const float *in, float *out, int count, int stride, int offset) {
    for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += (long long)gridDim.x * blockDim.x)
        out[i] = in[offset + i * stride];
}
void gather(const float *in, float *out, int count, int stride, int offset) {
    gather_kernel<<<40, 96>>>(in, out, count, stride, offset);
    CHECK(cudaGetLastError());
}

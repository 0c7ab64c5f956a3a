// grid_stride_loop.cu - a few blocks go over all elements.
//= student: Ada Lovelace
//= strided: 28
//= strided_offset: 9
//= doubles: 16
//= offset: 5
//= backwards: 5
//= shared: 5
//= random_places: 13.98
//= own_run: 16
#include "workbook.h"
__global__ void gather_kernel(const float *in, float *out, int count, int stride, int offset) {
    for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += (long long)gridDim.x * blockDim.x)
        out[i] = in[offset + i * stride];
}
void gather(const float *in, float *out, int count, int stride, int offset) {
    gather_kernel<<<2, 96>>>(in, out, count, stride, offset);
    CHECK(cudaGetLastError());
}

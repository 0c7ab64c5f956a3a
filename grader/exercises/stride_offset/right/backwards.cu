// backwards.cu - the last thread takes the first element: still neighbours.
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
    int i = gridDim.x * blockDim.x - 1 - (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) out[i] = in[offset + (size_t)i * stride];
}
void gather(const float *in, float *out, int count, int stride, int offset) {
    gather_kernel<<<ceil_div(count, 64), 64>>>(in, out, count, stride, offset);
    CHECK(cudaGetLastError());
}

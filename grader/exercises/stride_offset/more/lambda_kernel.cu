// lambda_kernel.cu - One generic kernel that calls a lambda for each index, in two dimensions of threads.
//
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

template <typename Body> __global__ void each_index(int count, Body body) {
    int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    if (i < count) body(i);
}

void gather(const float *in, float *out, int count, int stride, int offset) {
    in += offset;
    each_index<<<ceil_div(count, 256), dim3(64, 4)>>>(
        count, [=] __device__(int i) { out[i] = in[static_cast<size_t>(i) * stride]; });
    CHECK(cudaGetLastError());
}

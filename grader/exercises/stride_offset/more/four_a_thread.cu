// four_a_thread.cu - Four elements a thread, a block apart, with 64-bit indices.
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

template <int EACH>
__global__ void gather_kernel(const float *in, float *out, size_t count, size_t stride, size_t offset) {
    size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x * EACH + threadIdx.x;
#pragma unroll
    for (int e = 0; e < EACH; e++, i += blockDim.x)
        if (i < count) out[i] = in[offset + i * stride];
}

void gather(const float *in, float *out, int count, int stride, int offset) {
    gather_kernel<4><<<ceil_div(count, 4 * 96), 96>>>(in, out, count, stride, offset);
    CHECK(cudaGetLastError());
}

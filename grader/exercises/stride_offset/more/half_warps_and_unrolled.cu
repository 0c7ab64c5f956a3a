// half_warps_and_unrolled.cu - blocks of 16 x 12 threads, each of which copies three elements a grid apart.
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

template <int EACH> __global__ void gather_kernel(const float *__restrict__ in, float *__restrict__ out, int count,
                                                  int stride, int offset) {
    long long threads = static_cast<long long>(gridDim.x) * blockDim.x * blockDim.y;
    long long first = (static_cast<long long>(blockIdx.x) * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const float *from = in + offset;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (long long i = first + e * threads; i < count) out[i] = from[i * stride];
}

void gather(const float *in, float *out, int count, int stride, int offset) {
    gather_kernel<3><<<ceil_div(count, 3 * 192), dim3(16, 12)>>>(in, out, count, stride, offset);
    CHECK(cudaGetLastError());
}

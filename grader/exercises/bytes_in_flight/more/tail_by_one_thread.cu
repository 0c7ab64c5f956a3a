// tail_by_one_thread.cu - float4 as in the lesson; the last count % 4 floats are copied one by one, by one thread.
//
//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_the_gpu: 4576768
//= bytes_needed: 1071000
#include "workbook.h"

constexpr int THREADS = 256;

__global__ void copy_fours(const float *in, float *out, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < count / 4) reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];
    if (i == 0)
        for (int j = count / 4 * 4; j < count; j++) out[j] = in[j];
}

void copy_floats(const float *in, float *out, int count) {
    copy_fours<<<ceil_div(count, 4 * THREADS), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}

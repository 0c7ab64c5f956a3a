// tail_by_the_next_threads.cu - float4; the threads behind the last float4 copy a float of the tail each.
//
//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_the_gpu: 4576768
//= bytes_needed: 1071000
#include "workbook.h"

constexpr int THREADS = 256;

__global__ void copy_fours(const float *in, float *out, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x, fours = count / 4;
    if (i < fours) {
        float4 four = reinterpret_cast<const float4 *>(in)[i];
        reinterpret_cast<float4 *>(out)[i] = four;
    } else if (i < fours + count % 4) {
        out[4 * fours + i - fours] = in[4 * fours + i - fours];
    }
}

void copy_floats(const float *in, float *out, int count) {
    copy_fours<<<ceil_div(count / 4 + count % 4, THREADS), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}

// loads_first.cu - The lesson's other way: eight floats into a small array first, then all of them stored.
//
//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_the_gpu: 4576768
//= bytes_needed: 1071000
#include "workbook.h"

constexpr int THREADS = 256, EACH = 8;

__global__ void copy_eight(const float *in, float *out, int count) {
    size_t first = static_cast<size_t>(blockIdx.x) * THREADS * EACH + threadIdx.x;
    float values[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * THREADS < count) values[e] = in[first + e * THREADS];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * THREADS < count) out[first + e * THREADS] = values[e];
}

void copy_floats(const float *in, float *out, int count) {
    copy_eight<<<ceil_div(count, THREADS * EACH), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}

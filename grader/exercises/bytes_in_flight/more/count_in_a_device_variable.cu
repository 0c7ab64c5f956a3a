// count_in_a_device_variable.cu - the number of floats is a __device__ variable, which every warp loads first.
//
//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_the_gpu: 4576768
//= bytes_needed: 1071000
#include "workbook.h"

constexpr int THREADS = 256, EACH = 8;
__device__ int floats;

__global__ void copy_eight(const float *__restrict__ in, float *__restrict__ out) {
    size_t first = static_cast<size_t>(blockIdx.x) * THREADS * EACH + threadIdx.x;
    float held[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * THREADS < floats) held[e] = in[first + e * THREADS];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * THREADS < floats) out[first + e * THREADS] = held[e];
}

void copy_floats(const float *in, float *out, int count) {
    CHECK(cudaMemcpyToSymbol(floats, &count, sizeof count));
    copy_eight<<<ceil_div(count, THREADS * EACH), THREADS>>>(in, out);
    CHECK(cudaGetLastError());
}

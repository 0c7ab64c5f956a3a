// occupancy_and_strides.cu - The GPU's own number of blocks, and each thread strides over the array in float4, four at
// a time.
//
//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_the_gpu: 4576768
//= bytes_needed: 1071000
#include "workbook.h"

template <int UNROLL>
__global__ void copy_strided(const float4 *__restrict__ in, float4 *__restrict__ out, size_t fours) {
    size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
    size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i + (UNROLL - 1) * stride < fours; i += UNROLL * stride) {
        float4 held[UNROLL];
        for (int u = 0; u < UNROLL; u++) held[u] = __ldcs(&in[i + u * stride]);
        for (int u = 0; u < UNROLL; u++) __stcs(&out[i + u * stride], held[u]);
    }
    for (; i < fours; i += stride) out[i] = in[i];
}

__global__ void copy_tail(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }

void copy_floats(const float *in, float *out, int count) {
    int blocks, threads;
    CHECK(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, copy_strided<4>));
    size_t fours = static_cast<size_t>(count) / 4;
    copy_strided<4><<<blocks, threads>>>(reinterpret_cast<const float4 *>(in), reinterpret_cast<float4 *>(out), fours);
    if (count % 4) copy_tail<<<1, count % 4>>>(in + 4 * fours, out + 4 * fours);
    CHECK(cudaGetLastError());
}

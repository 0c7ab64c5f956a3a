// through_shared_memory.cu - asynchronous copies into shared memory: eight of 16 bytes a thread, waited for once.
//
//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_the_gpu: 4576768
//= bytes_needed: 1071000
#include "workbook.h"
#include <cuda_pipeline.h>

constexpr int THREADS = 128, LOADS = 4;

__global__ void copy_staged(const float4 *in, float4 *out, const float *tail_in, float *tail_out, int vectors, int tail) {
    __shared__ float4 stage[LOADS][THREADS];
    size_t first = static_cast<size_t>(blockIdx.x) * THREADS * LOADS + threadIdx.x;
    for (int e = 0; e < LOADS; e++)
        if (first + e * THREADS < vectors) __pipeline_memcpy_async(&stage[e][threadIdx.x], &in[first + e * THREADS], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    for (int e = 0; e < LOADS; e++)
        if (first + e * THREADS < vectors) out[first + e * THREADS] = stage[e][threadIdx.x];
    if (first < tail) tail_out[first] = tail_in[first];
}

void copy_floats(const float *in, float *out, int count) {
    int vectors = count / 4, tail = count % 4;
    copy_staged<<<ceil_div(vectors + 1, THREADS * LOADS), THREADS>>>(
        reinterpret_cast<const float4 *>(in), reinterpret_cast<float4 *>(out), in + 4 * vectors, out + 4 * vectors, vectors,
        tail);
    CHECK(cudaGetLastError());
}

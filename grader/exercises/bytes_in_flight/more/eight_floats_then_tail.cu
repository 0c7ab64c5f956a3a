// eight_floats_then_tail.cu - two float4 a thread, THREADS apart, and a lambda for the last floats.
//
//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_the_gpu: 4576768
//= bytes_needed: 1071000
#include "workbook.h"

constexpr int THREADS = 512, VECTORS = 2;

template <typename Tail> __global__ void copy_vectors(const float4 *in, float4 *out, int vectors, Tail tail) {
    size_t first = static_cast<size_t>(blockIdx.x) * THREADS * VECTORS + threadIdx.x;
    float4 held[VECTORS];
    for (int v = 0; v < VECTORS; v++)
        if (first + v * THREADS < vectors) held[v] = __ldcs(&in[first + v * THREADS]);
    for (int v = 0; v < VECTORS; v++)
        if (first + v * THREADS < vectors) __stcs(&out[first + v * THREADS], held[v]);
    if (blockIdx.x == gridDim.x - 1) tail(threadIdx.x);
}

void copy_floats(const float *in, float *out, int count) {
    int vectors = count / 4;
    auto tail = [=] __device__(int t) {
        int i = 4 * vectors + t;
        if (i < count) out[i] = in[i];
    };
    copy_vectors<<<max(1, ceil_div(vectors, THREADS * VECTORS)), THREADS>>>(
        reinterpret_cast<const float4 *>(in), reinterpret_cast<float4 *>(out), vectors, tail);
    CHECK(cudaGetLastError());
}

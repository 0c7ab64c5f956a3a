// Floats by fours; a single thread copies the last count % 4 of them, one after another.
#include "workbook.h"

//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_the_gpu: 4576768
//= bytes_needed: 1071000

__global__ void copy_vectors(const float *in, float *out, int count) {
    size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    size_t vectors = count / 4;
    if (i < vectors) reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];
    if (i == 0)
        for (size_t rest = 4 * vectors; rest < count; rest++) out[rest] = in[rest];
}

void copy_floats(const float *in, float *out, int count) {
    copy_vectors<<<ceil_div(count, 1024), 256>>>(in, out, count);
    CHECK(cudaGetLastError());
}

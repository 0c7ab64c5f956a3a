// grid_strides.cu - as many blocks as the GPU holds, each walking through in with two float4 a trip.
//
//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_the_gpu: 4576768
//= bytes_needed: 1071000
#include "workbook.h"

__global__ void copy_in_strides(const float *in, float *out, int count) {
    int vectors = count / 4, step = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 *from = reinterpret_cast<const float4 *>(in);
    float4 *to = reinterpret_cast<float4 *>(out);
    int i = thread;
    for (; i + step < vectors; i += 2 * step) {
        float4 left = from[i], right = from[i + step];
        to[i] = left;
        to[i + step] = right;
    }
    if (i < vectors) to[i] = from[i];
    if (thread < count % 4) out[4 * vectors + thread] = in[4 * vectors + thread];
}

void copy_floats(const float *in, float *out, int count) {
    copy_in_strides<<<132 * 4, 512>>>(in, out, count);
    CHECK(cudaGetLastError());
}

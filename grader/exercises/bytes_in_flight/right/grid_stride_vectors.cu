// Half as many warps as the GPU can hold take four floats each in every trip, whatever is left for the last one.
#include "workbook.h"

//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_the_gpu: 4576768
//= bytes_needed: 1071000

__global__ void copy_vectors(const float *__restrict__ in, float *__restrict__ out, int count) {
    int vectors = count / 4, threads = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = first; i < vectors; i += threads)
        reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];
    for (int i = 4 * vectors + first; i < count; i += threads) out[i] = in[i];
}

void copy_floats(const float *in, float *out, int count) {
    copy_vectors<<<132 * 16, 64>>>(in, out, count);
    CHECK(cudaGetLastError());
}

// most: 35
// says: bytes of in in flight together
// limit-few_warps_in_turn.cu - one warp of each multiprocessor loads 1,024 bytes, waits, stores them, and goes on.
#include "workbook.h"

__global__ void copy(const float *in, float *out, int count) {
    int tiles = count / 256;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const float4 *from = reinterpret_cast<const float4 *>(in + tile * 256);
        float4 *to = reinterpret_cast<float4 *>(out + tile * 256);
        float4 low = from[threadIdx.x], high = from[32 + threadIdx.x];
        to[threadIdx.x] = low;
        to[32 + threadIdx.x] = high;
    }
    int rest = tiles * 256 + blockIdx.x * 32 + threadIdx.x;
    if (rest < count) out[rest] = in[rest];
}

void copy_floats(const float *in, float *out, int count) {
    copy<<<132, 32>>>(in, out, count);
    CHECK(cudaGetLastError());
}

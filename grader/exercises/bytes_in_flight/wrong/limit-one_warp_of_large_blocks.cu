// trick: one warp of each block copies, and the others, which only fill the multiprocessors, seem to wait with it
// like: limit-few_warps_in_turn.cu
// says: bytes of in in flight together
#include "workbook.h"

__global__ void copy(const float *in, float *out, int count) {
    if (threadIdx.x >= 32) return;
    size_t first = static_cast<size_t>(blockIdx.x) * 256 + 4 * threadIdx.x;
    for (int turn = 0; turn < 2; turn++, first += 128) {
        bool whole = first + 4 <= count;
        if (whole) *reinterpret_cast<float4 *>(out + first) = *reinterpret_cast<const float4 *>(in + first);
        for (size_t i = first; !whole && i < count; i++) out[i] = in[i];
    }
}

void copy_floats(const float *in, float *out, int count) {
    copy<<<ceil_div(count, 256), 1024>>>(in, out, count);
    CHECK(cudaGetLastError());
}

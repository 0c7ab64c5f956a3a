// a_warp_a_segment.cu - sixteen floats a lane, then an exchange of lanes: no shared memory, no barrier.
//
//= student: Ada Lovelace
//= idle_lanes: 4478
//= lanes_modulo: 67
//= warps_modulo: 134
//= warps_contiguous: 402
//= conflicts_strided: 1206
#include "workbook.h"

constexpr int SEGMENT = 512;

__global__ void add_by_warp(const float *in, float *sums, int count) {
    int lane = threadIdx.x % 32;
    size_t segment = (static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
    if (segment * SEGMENT >= count) return;
    float sum = 0;
    for (int i = lane; i < SEGMENT; i += 32)
        if (segment * SEGMENT + i < count) sum += in[segment * SEGMENT + i];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xFFFFFFFF, sum, distance);
    if (lane == 0) sums[segment] = sum;
}

void segment_sums(const float *in, float *sums, int count) {
    add_by_warp<<<ceil_div(ceil_div(count, SEGMENT), 4), 128>>>(in, sums, count);
    CHECK(cudaGetLastError());
}

// sixteen_lanes_a_segment.cu - half a warp for each segment, 32 elements a lane, and shuffles of width 16.
//
//= student: Ada Lovelace
//= idle_lanes: 4478
//= lanes_modulo: 67
//= warps_modulo: 134
//= warps_contiguous: 402
//= conflicts_strided: 1206
#include "workbook.h"

constexpr int SEGMENT = 512, THREADS = 128, LANES = 16;

__global__ void add_segments(const float *in, float *sums, int count, int segments) {
    int segment = (blockIdx.x * THREADS + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    float sum = 0;
    if (segment < segments)
        for (int e = 0; e < SEGMENT / LANES / 4; e++) {
            size_t i = static_cast<size_t>(segment) * SEGMENT + (e * LANES + lane) * 4;
            if (i + 4 <= count) {
                float4 four = *reinterpret_cast<const float4 *>(in + i);
                sum += four.x + four.y + four.z + four.w;
            } else {
                for (; i < count; i++) sum += in[i];
            }
        }
    for (int d = LANES / 2; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d, LANES);
    if (segment < segments && lane == 0) sums[segment] = sum;
}

void segment_sums(const float *in, float *sums, int count) {
    int segments = ceil_div(count, SEGMENT);
    add_segments<<<ceil_div(segments, THREADS / LANES), THREADS>>>(in, sums, count, segments);
    CHECK(cudaGetLastError());
}

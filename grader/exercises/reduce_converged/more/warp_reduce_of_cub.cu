// warp_reduce_of_cub.cu - cub::WarpReduce in blocks of eight warps, a segment of 512 floats a warp.
//
//= student: Ada Lovelace
//= idle_lanes: 4478
//= lanes_modulo: 67
//= warps_modulo: 134
//= warps_contiguous: 402
//= conflicts_strided: 1206
#include "workbook.h"
#include <cub/warp/warp_reduce.cuh>

constexpr int SEGMENT = 512, WARPS = 8;

__global__ void reduce(const float *in, float *sums, int count, int segments) {
    using Reduce = cub::WarpReduce<float>;
    __shared__ typename Reduce::TempStorage storage[WARPS];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, segment = blockIdx.x * WARPS + warp;
    if (segment >= segments) return;
    float sum = 0;
#pragma unroll
    for (int e = 0; e < SEGMENT / 32; e++) {
        size_t i = size_t(segment) * SEGMENT + e * 32 + lane;
        sum += i < count ? in[i] : 0;
    }
    sum = Reduce(storage[warp]).Sum(sum);
    if (lane == 0) sums[segment] = sum;
}

void segment_sums(const float *in, float *sums, int count) {
    int segments = ceil_div(count, SEGMENT);
    reduce<<<ceil_div(segments, WARPS), 32 * WARPS>>>(in, sums, count, segments);
    CHECK(cudaGetLastError());
}

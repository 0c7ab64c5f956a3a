// a_warp_with_float4.cu - A warp a segment, four float4 a lane where the segment is whole, and cub::WarpReduce at the
// end.
//
//= student: Ada Lovelace
//= idle_lanes: 4478
//= lanes_modulo: 67
//= warps_modulo: 134
//= warps_contiguous: 402
//= conflicts_strided: 1206
#include "workbook.h"
#include <cub/warp/warp_reduce.cuh>

constexpr int SEGMENT = 512;
constexpr int WARPS = 4;

__global__ void add_segments(const float *in, float *sums, int count) {
    __shared__ typename cub::WarpReduce<float>::TempStorage room[WARPS];
    int lane = threadIdx.x, segment = blockIdx.x * WARPS + threadIdx.y;
    long long first = static_cast<long long>(segment) * SEGMENT;
    if (first >= count) return;
    float sum = 0;
    if (first + SEGMENT <= count) {
        const float4 *fours = reinterpret_cast<const float4 *>(in + first);
#pragma unroll
        for (int i = lane; i < SEGMENT / 4; i += 32) {
            float4 four = fours[i];
            sum += (four.x + four.y) + (four.z + four.w);
        }
    } else {
        for (long long i = first + lane; i < count; i += 32) sum += in[i];
    }
    sum = cub::WarpReduce<float>(room[threadIdx.y]).Sum(sum);
    if (lane == 0) sums[segment] = sum;
}

void segment_sums(const float *in, float *sums, int count) {
    add_segments<<<ceil_div(count, SEGMENT * WARPS), dim3(32, WARPS)>>>(in, sums, count);
    CHECK(cudaGetLastError());
}

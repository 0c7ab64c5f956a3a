// Cooperative groups: each tile of 32 reduces, and an atomic adds its sum.
#include "workbook.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

//= student: Ada Lovelace
//= idle_lanes: 4478
//= lanes_modulo: 67
//= warps_modulo: 134
//= warps_contiguous: 402
//= conflicts_strided: 1206

namespace cg = cooperative_groups;

__global__ void add(const float *in, float *sums, int count) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int first = blockIdx.x * 512 + threadIdx.x, second = first + 256;
    float sum = (first < count ? in[first] : 0) + (second < count ? in[second] : 0);
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (warp.thread_rank() == 0) atomicAdd(&sums[blockIdx.x], sum);
}

void segment_sums(const float *in, float *sums, int count) {
    int segments = ceil_div(count, 512);
    CHECK(cudaMemset(sums, 0, segments * sizeof *sums));
    add<<<segments, 256>>>(in, sums, count);
    CHECK(cudaGetLastError());
}

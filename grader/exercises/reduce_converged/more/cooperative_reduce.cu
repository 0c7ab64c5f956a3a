// cooperative_reduce.cu - cg::reduce over tiles of 32 threads, and again over the sums of the tiles.
//
//= student: Ada Lovelace
//= idle_lanes: 4478
//= lanes_modulo: 67
//= warps_modulo: 134
//= warps_contiguous: 402
//= conflicts_strided: 1206
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

constexpr int SEGMENT = 512;
constexpr int THREADS = 256;

__global__ void add_segment(const float *in, float *sums, int count) {
    __shared__ float of_tiles[32];
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    float sum = 0;
    size_t begin = static_cast<size_t>(blockIdx.x) * SEGMENT;
    for (unsigned i = block.thread_rank(); i < SEGMENT; i += block.size())
        if (begin + i < count) sum += in[begin + i];
    sum = cg::reduce(tile, sum, cg::plus<float>());
    if (tile.thread_rank() == 0) of_tiles[tile.meta_group_rank()] = sum;
    block.sync();
    if (tile.meta_group_rank() > 0) return;
    sum = tile.thread_rank() < tile.meta_group_size() ? of_tiles[tile.thread_rank()] : 0;
    sum = cg::reduce(tile, sum, cg::plus<float>());
    if (tile.thread_rank() == 0) sums[blockIdx.x] = sum;
}

void segment_sums(const float *in, float *sums, int count) {
    add_segment<<<ceil_div(count, SEGMENT), THREADS>>>(in, sums, count);
    CHECK(cudaGetLastError());
}

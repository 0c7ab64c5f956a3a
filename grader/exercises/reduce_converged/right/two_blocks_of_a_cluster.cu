// two_blocks_of_a_cluster.cu - two blocks add a segment, and their warps' sums meet in the first one.
//= student: Ada Lovelace
//= idle_lanes: 4478 // idle lanes of all warps that take part: 67 blocks in step s = 64 and 36 blocks whose threads t < 55 add
//= lanes_modulo: 67 // lanes that add in step s = 64, in the first warps of 67 blocks
//= warps_modulo: 134 // warps of 67 blocks in which a lane adds in step s = 64
//= warps_contiguous: 402 // warps of 67 blocks in which a lane adds if threads t < 192 add
//= conflicts_strided: 1206 // bank conflicts of 67 blocks in step s = 2, thread t at place 4 t
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) add(const float *in, float *sums, int count) {
    __shared__ float parts[4];
    auto cluster = cg::this_cluster();
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    size_t first = size_t(blockIdx.x / 2) * 512 + cluster.block_rank() * 256;
    float s = 0;
    for (int j = 0; j < 4; j++) if (size_t i = first + threadIdx.x + 64 * j; i < count) s += in[i];
    s = cg::reduce(warp, s, cg::plus<float>());
    cluster.sync(); // all blocks have begun
    if (warp.thread_rank() == 0) *cluster.map_shared_rank(&parts[cluster.block_rank() * 2 + warp.meta_group_rank()], 0) = s;
    cluster.sync();
    if (cluster.thread_rank() == 0) sums[blockIdx.x / 2] = (parts[0] + parts[1]) + (parts[2] + parts[3]);
}
void segment_sums(const float *in, float *sums, int count) {
    add<<<2 * ceil_div(count, 512), 64>>>(in, sums, count);
    CHECK(cudaGetLastError());
}

// an_atomic_for_each_cluster.cu - the sums of eight blocks meet in the first one's shared memory.
//= student: Ada Lovelace
//= requests_by_elements: 896 // atomic requests, one addition for each of 28,672 elements
//= requests_by_blocks: 519 // atomic requests, one addition per block, 16 elements per thread
//= after_calls: 400 // *out after 4 calls with 100 ones, never cleared
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
constexpr int THREADS = 256, CLUSTER = 8, EACH = 16;
__global__ void __cluster_dims__(CLUSTER, 1, 1) add(const float *in, float *out, int count) {
    __shared__ float of_warp[THREADS / 32], of_block[CLUSTER];
    auto cluster = cg::this_cluster();
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    float s = 0;
    size_t from = size_t(blockIdx.x) * THREADS * EACH + threadIdx.x;
#pragma unroll
    for (int j = 0; j < EACH; j++) if (size_t i = from + j * THREADS; i < count) s += in[i];
    s = cg::reduce(warp, s, cg::plus<float>());
    if (warp.thread_rank() == 0) of_warp[warp.meta_group_rank()] = s;
    cluster.sync(); // all blocks have begun
    if (threadIdx.x == 0) {
        s = 0;
        for (float w : of_warp) s += w;
        cluster.map_shared_rank(of_block, 0)[cluster.block_rank()] = s;
    }
    cluster.sync();
    if (cluster.thread_rank() == 0) { s = 0; for (float b : of_block) s += b; atomicAdd(out, s); }
}
void sum_floats(const float *in, float *out, int count) {
    CHECK(cudaMemsetAsync(out, 0, sizeof *out));
    add<<<ceil_div(ceil_div(count, THREADS * EACH), CLUSTER) * CLUSTER, THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}

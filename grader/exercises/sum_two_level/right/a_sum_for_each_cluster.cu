// a_sum_for_each_cluster.cu - four blocks leave one sum.
//= student: Ada Lovelace
//= sums_of_blocks: 1355 // sums that the first kernel leaves of 5,550,000 doubles, 16 per thread
//= sums_of_thread_0: 6 // of these sums, those that thread 0 of the second kernel adds
//= sectors_of_doubles: 960 // sectors of 30 warps' loads of in[4 * i], doubles
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
constexpr int THREADS = 256, CLUSTER = 4, EACH = 8;
__device__ double block_sum(double v) {
    __shared__ double of_warp[THREADS / 32];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    v = cg::reduce(warp, v, cg::plus<double>());
    if (warp.thread_rank() == 0) of_warp[warp.meta_group_rank()] = v;
    __syncthreads();
    double s = 0;
    if (threadIdx.x == 0) for (double w : of_warp) s += w;
    return s;
}
__global__ void __cluster_dims__(CLUSTER, 1, 1) first(const double *in, double *sums, int count) {
    __shared__ double parts[CLUSTER];
    auto cluster = cg::this_cluster();
    double s = 0;
    size_t from = size_t(blockIdx.x) * THREADS * EACH + threadIdx.x;
#pragma unroll
    for (int j = 0; j < EACH; j++) if (size_t i = from + j * THREADS; i < count) s += in[i];
    s = block_sum(s);
    cluster.sync(); // all blocks have begun
    if (threadIdx.x == 0) cluster.map_shared_rank(parts, 0)[cluster.block_rank()] = s;
    cluster.sync();
    if (cluster.thread_rank() == 0) sums[blockIdx.x / CLUSTER] = (parts[0] + parts[1]) + (parts[2] + parts[3]);
}
__global__ void second(const double *sums, double *out, int count) {
    double s = 0;
    for (int i = threadIdx.x; i < count; i += THREADS) s += sums[i];
    s = block_sum(s);
    if (threadIdx.x == 0) *out = s;
}
void sum_doubles(const double *in, double *out, int count) {
    int clusters = ceil_div(count, THREADS * EACH * CLUSTER);
    double *sums;
    CHECK(cudaMallocAsync(&sums, clusters * sizeof(double), 0));
    first<<<clusters * CLUSTER, THREADS>>>(in, sums, count);
    second<<<1, THREADS>>>(sums, out, clusters);
    CHECK(cudaGetLastError());
    CHECK(cudaFreeAsync(sums, 0));
}

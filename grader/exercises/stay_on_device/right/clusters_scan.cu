// clusters_scan.cu - four blocks make running sums together, by each other's totals.
//= student: Ada Lovelace
//= bytes_of_the_trip: 1600 // bytes copied for 51,008 elements, both ways
//= sectors_of_add_totals: 1240 // sectors that add_totals loads for 8,192 elements
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
constexpr int CLUSTER = 4, THREADS = 1024;
__global__ void __cluster_dims__(CLUSTER, 1, 1) __launch_bounds__(THREADS) within(const float *in, float *out, float *totals, int count) {
    __shared__ float of_warp[32], of_block;
    auto cluster = cg::this_cluster();
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int i = blockIdx.x * THREADS + threadIdx.x;
    float v = i < count ? in[i] : 0;
    v = cg::inclusive_scan(warp, v, cg::plus<float>());
    if (warp.thread_rank() == 31) of_warp[warp.meta_group_rank()] = v;
    __syncthreads();
    if (threadIdx.x < 32) { float w = of_warp[threadIdx.x]; w = cg::inclusive_scan(warp, w, cg::plus<float>()); of_warp[threadIdx.x] = w; if (threadIdx.x == 31) of_block = w; }
    __syncthreads();
    if (warp.meta_group_rank() > 0) v += of_warp[warp.meta_group_rank() - 1];
    cluster.sync();
    float before = 0;
    for (unsigned r = 0; r < cluster.block_rank(); r++) before += *cluster.map_shared_rank(&of_block, r);
    v += before;
    if (i < count) out[i] = v;
    if (cluster.block_rank() == CLUSTER - 1 && threadIdx.x == THREADS - 1) totals[blockIdx.x / CLUSTER] = v;
    cluster.sync();
}
__global__ void serial(float *totals, int n) { float s = 0; for (int i = 0; i < n; i++) { float t = totals[i]; totals[i] = s; s += t; } }
__global__ void add(float *out, const float *totals, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < count && blockIdx.x >= CLUSTER) out[i] += totals[blockIdx.x / CLUSTER];
}
void running_sums(const float *in, float *out, int count) {
    int clusters = ceil_div(count, THREADS * CLUSTER);
    float *totals;
    CHECK(cudaMalloc(&totals, clusters * sizeof(float)));
    within<<<clusters * CLUSTER, THREADS>>>(in, out, totals, count);
    serial<<<1, 1>>>(totals, clusters);
    add<<<ceil_div(count, THREADS), THREADS>>>(out, totals, count);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(totals));
}

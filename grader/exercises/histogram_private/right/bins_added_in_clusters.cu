// bins_added_in_clusters.cu - four blocks add their bins up in slices, and each adds its slice to bins.
//= student: Ada Lovelace
//= requests_shared_by_all: 95 // atomic requests for 3,040 bytes
//= additions_merged: 6800 // additions when 34 blocks merge 200 bins each
//= at_one_address: 1045 // lanes that add to bin 0, in[i] = i % 15, i = 0 to 1,695
#include "workbook.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
constexpr int BINS = 256, CLUSTER = 4, PIECE = 1024;
__global__ void __cluster_dims__(CLUSTER, 1, 1) __launch_bounds__(256) count_bytes(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned own[BINS];
    auto cluster = cg::this_cluster();
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int j = 0; j < PIECE / 256 * 4; j++) if (size_t i = size_t(blockIdx.x) * PIECE * 4 + j * 256 + threadIdx.x; i < count) atomicAdd(&own[in[i]], 1u);
    cluster.sync();
    if (threadIdx.x < BINS / CLUSTER) {
        int bin = cluster.block_rank() * (BINS / CLUSTER) + threadIdx.x;
        unsigned sum = 0;
        for (int r = 0; r < CLUSTER; r++) sum += *cluster.map_shared_rank(&own[bin], r);
        if (sum) atomicAdd(&bins[bin], sum);
    }
    cluster.sync();
}
void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, BINS * sizeof *bins));
    count_bytes<<<ceil_div(ceil_div(count, PIECE * 4), CLUSTER) * CLUSTER, 256>>>(in, bins, count);
    CHECK(cudaGetLastError());
}

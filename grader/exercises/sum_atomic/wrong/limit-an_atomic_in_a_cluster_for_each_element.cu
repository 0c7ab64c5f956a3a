// trick: each element is added by an atomic to the shared memory of the cluster's first block
// like: limit-an_atomic_in_shared_memory_for_each_element.cu
// says: Threads that add to one word of shared memory wait for each other
// limit-an_atomic_in_a_cluster_for_each_element.cu - 2,048 threads of eight blocks wait for each other at one word.
#include "workbook.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(8) add(const float *in, float *out, int count) {
    __shared__ float sum;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) sum = 0;
    cluster.sync();
    float *of_cluster = cluster.map_shared_rank(&sum, 0);
    for (int e = 0; e < 16; e++) {
        size_t i = (static_cast<size_t>(blockIdx.x) * 16 + e) * 256 + threadIdx.x;
        if (i < count) atomicAdd(of_cluster, in[i]);
    }
    cluster.sync();
    if (cluster.block_rank() == 0 && threadIdx.x == 0) atomicAdd(out, sum);
}

void sum_floats(const float *in, float *out, int count) {
    CHECK(cudaMemset(out, 0, sizeof *out));
    add<<<ceil_div(count, 8 * 256 * 16) * 8, 256>>>(in, out, count);
    CHECK(cudaGetLastError());
}

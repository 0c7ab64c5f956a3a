// most: 44
// says: turns of atomics in global memory, or stores in their place
#include "workbook.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(8, 1, 1) count_bytes(const unsigned char *in, unsigned *bins, int count) {
    __shared__ unsigned own[256];
    cg::cluster_group c = cg::this_cluster();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) own[i] = 0;
    c.sync();
    unsigned *first = c.map_shared_rank(own, 0);
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&first[in[i]], 1u);
    c.sync();
    if (c.block_rank() == 0)
        for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[i], own[i]);
}
void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemset(bins, 0, 1024));
    count_bytes<<<264, 256>>>(in, bins, count);
    CHECK(cudaGetLastError());
}

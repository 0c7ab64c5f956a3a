// a_histogram_for_each_warp.cu - Each of eight warps counts for itself; the block adds the eight up and merges once.
//
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

constexpr int BINS = 256, WARPS = 8, BYTES = 8192;

__global__ void count_bytes(const unsigned char *__restrict__ in, unsigned *__restrict__ bins, int count) {
    __shared__ unsigned own[WARPS][BINS];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    unsigned *mine = own[warp.meta_group_rank()];
    for (int b = warp.thread_rank(); b < BINS; b += 32) mine[b] = 0;
    warp.sync();
    for (unsigned e = block.thread_rank(); e < BYTES; e += block.size()) {
        size_t i = static_cast<size_t>(blockIdx.x) * BYTES + e;
        if (i < count) atomicAdd(&mine[in[i]], 1u);
    }
    block.sync();
    unsigned sum = 0;
    for (int w = 0; w < WARPS; w++) sum += own[w][block.thread_rank()];
    atomicAdd(&bins[block.thread_rank()], sum);
}

void histogram(const unsigned char *in, unsigned *bins, int count) {
    CHECK(cudaMemsetAsync(bins, 0, BINS * sizeof *bins, cudaStreamPerThread));
    CHECK(cudaStreamSynchronize(cudaStreamPerThread));
    count_bytes<<<ceil_div(count, BYTES), 32 * WARPS, 0, cudaStreamPerThread>>>(in, bins, count);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(cudaStreamPerThread));
}

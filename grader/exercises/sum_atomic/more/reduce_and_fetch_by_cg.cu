// reduce_and_fetch_by_cg.cu - cg::reduce within warps and blocks, and an atomic_ref for the blocks.
//
//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

constexpr int THREADS = 192;

__global__ void add(const float *__restrict__ in, float *out, int count) {
    __shared__ float sums[THREADS / 32];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    float sum = 0;
    for (size_t i = cg::this_grid().thread_rank(); i < count; i += cg::this_grid().num_threads()) sum += in[i];
    sum = cg::reduce(warp, sum, cg::plus<float>());
    cg::invoke_one(warp, [&] { sums[warp.meta_group_rank()] = sum; });
    block.sync();
    if (block.thread_rank() != 0) return;
    float all = 0;
    for (float part : sums) all += part;
    cuda::atomic_ref<float, cuda::thread_scope_device>(*out).fetch_add(all, cuda::memory_order_relaxed);
}

void sum_floats(const float *in, float *out, int count) {
    CHECK(cudaMemsetAsync(out, 0, sizeof *out));
    int blocks;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, THREADS, 0));
    add<<<min(ceil_div(count, 4096), 132 * blocks), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}

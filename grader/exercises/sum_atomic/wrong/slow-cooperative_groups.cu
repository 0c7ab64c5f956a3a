// cooperative_groups.cu - cg::reduce in tiles, tiles meet in shared memory, cuda::atomic_ref at the end.
// says: but slow
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

constexpr int THREADS = 512;

__global__ void set_to_zero(float *out) { *out = 0; }

__global__ void add(const float *in, float *out, int count) {
    __shared__ float of_tiles[THREADS / 32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    float sum = 0;
    for (unsigned i = blockIdx.x * 4096 + block.thread_rank(), e = 0; e < 8; e++, i += THREADS)
        if (i < count) sum += in[i];
    sum = cg::reduce(tile, sum, cg::plus<float>{});
    if (tile.thread_rank() == 0) of_tiles[tile.meta_group_rank()] = sum;
    cg::sync(block);
    if (tile.meta_group_rank() == 0) {
        float part = tile.thread_rank() < tile.meta_group_size() ? of_tiles[tile.thread_rank()] : 0;
        part = cg::reduce(tile, part, cg::plus<float>{});
        if (tile.thread_rank() == 0)
            cuda::atomic_ref<float, cuda::thread_scope_device>(*out).fetch_add(part, cuda::memory_order_relaxed);
    }
}

void sum_floats(const float *in, float *out, int count) {
    set_to_zero<<<1, 1>>>(out);
    add<<<ceil_div(count, 4096), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}

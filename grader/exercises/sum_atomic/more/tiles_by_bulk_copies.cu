// tiles_by_bulk_copies.cu - a block brings 4,096 floats by one bulk copy and adds them from shared memory.
//
//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;

constexpr int THREADS = 256, TILE = 4096;

__global__ void add(const float *in, float *out, int count) {
    __shared__ alignas(16) float tile[TILE];
    __shared__ float sums[THREADS / 32];
    __shared__ cuda::barrier<cuda::thread_scope_block> landed;
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    if (threadIdx.x == 0) init(&landed, THREADS);
    block.sync();
    size_t first = static_cast<size_t>(blockIdx.x) * TILE;
    int length = min(static_cast<size_t>(TILE), count - first), whole = length / 4 * 4;
    cuda::memcpy_async(block, tile, in + first, cuda::aligned_size_t<16>(whole * sizeof(float)), landed);
    float sum = whole + threadIdx.x < length ? in[first + whole + threadIdx.x] : 0;
    landed.arrive_and_wait();
    for (int i = threadIdx.x; i < whole; i += THREADS) sum += tile[i];
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = sum;
    block.sync();
    if (warp.meta_group_rank() > 0) return;
    sum = warp.thread_rank() < THREADS / 32 ? sums[warp.thread_rank()] : 0;
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (warp.thread_rank() == 0) atomicAdd(out, sum);
}

void sum_floats(const float *in, float *out, int count) {
    CHECK(cudaMemset(out, 0, sizeof *out));
    add<<<ceil_div(count, TILE), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}

// bulk_copies.cu - cuda::memcpy_async with a size that is a multiple of 16: one bulk copy brings a whole tile.
//
//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_the_gpu: 4576768
//= bytes_needed: 1071000
#include "workbook.h"
#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;

constexpr int THREADS = 256, TILE = 4 * THREADS;

__global__ void copy_tiles(const float *in, float *out, int count) {
    __shared__ alignas(16) float tile[TILE];
    __shared__ cuda::barrier<cuda::thread_scope_block> landed;
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&landed, THREADS);
    block.sync();
    size_t first = static_cast<size_t>(blockIdx.x) * TILE;
    int floats = min(static_cast<size_t>(TILE), count - first), whole = floats / 4 * 4;
    cuda::memcpy_async(block, tile, in + first, cuda::aligned_size_t<16>(whole * sizeof(float)), landed);
    if (threadIdx.x < floats - whole) tile[whole + threadIdx.x] = in[first + whole + threadIdx.x];
    landed.arrive_and_wait();
    for (int i = threadIdx.x; i < floats; i += THREADS) out[first + i] = tile[i];
}

void copy_floats(const float *in, float *out, int count) {
    copy_tiles<<<ceil_div(count, TILE), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}

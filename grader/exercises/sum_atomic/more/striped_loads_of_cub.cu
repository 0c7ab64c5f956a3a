// striped_loads_of_cub.cu - Each block of 192 threads loads 3,072 floats with cub::BlockLoad, and adds by a
// cuda::atomic_ref.
//
//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400
#include "workbook.h"
#include <cuda/atomic>
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>

constexpr int THREADS = 192, ITEMS = 16;

__global__ void __launch_bounds__(THREADS) tiles(const float *in, float *out, int count) {
    using Load = cub::BlockLoad<float, THREADS, ITEMS, cub::BLOCK_LOAD_STRIPED>;
    using Reduce = cub::BlockReduce<float, THREADS>;
    __shared__ typename Reduce::TempStorage storage;
    float items[ITEMS];
    size_t first = size_t(blockIdx.x) * THREADS * ITEMS;
    Load().Load(in + first, items, int(min(size_t(THREADS * ITEMS), count - first)), 0.0f);
    float sum = Reduce(storage).Sum(items);
    if (threadIdx.x == 0) cuda::atomic_ref<float, cuda::thread_scope_device>(*out).fetch_add(sum, cuda::memory_order_relaxed);
}

void sum_floats(const float *in, float *out, int count) {
    CHECK(cudaMemsetAsync(out, 0, sizeof *out, cudaStreamLegacy));
    tiles<<<ceil_div(count, THREADS * ITEMS), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}

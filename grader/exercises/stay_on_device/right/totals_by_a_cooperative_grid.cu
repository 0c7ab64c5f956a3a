// totals_by_a_cooperative_grid.cu - One cooperative launch: blocks scan their stretch, wait for the grid, and add what
// lies before them.
//
//= student: Ada Lovelace
//= bytes_of_the_trip: 1600
//= sectors_of_add_totals: 1240
#include "workbook.h"
#include <algorithm>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

constexpr int THREADS = 256;

__global__ void scan(const float *in, float *out, float *totals, int count, int stretch) {
    __shared__ float of_tiles[THREADS / 32];
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    int begin = blockIdx.x * stretch, end = min(begin + stretch, count);
    float before = 0;
    for (int first = begin; first < end; first += THREADS) {
        int i = first + threadIdx.x;
        float value = cg::inclusive_scan(tile, i < end ? in[i] : 0.0f);
        if (tile.thread_rank() == 31) of_tiles[tile.meta_group_rank()] = value;
        block.sync();
        float all = 0;
        for (int w = 0; w < THREADS / 32; w++) {
            if (w < tile.meta_group_rank()) value += of_tiles[w];
            all += of_tiles[w];
        }
        if (i < end) out[i] = before + value;
        before += all;
        block.sync();
    }
    if (block.thread_rank() == 0) totals[blockIdx.x] = before;
    cg::this_grid().sync();
    if (tile.meta_group_rank() == 0) {
        float part = 0;
        for (int b = tile.thread_rank(); b < blockIdx.x; b += 32) part += totals[b];
        part = cg::reduce(tile, part, cg::plus<float>());
        if (tile.thread_rank() == 0) of_tiles[0] = part;
    }
    block.sync();
    float offset = of_tiles[0];
    for (int i = begin + threadIdx.x; i < end; i += THREADS) out[i] += offset;
}

void running_sums(const float *in, float *out, int count) {
    int of_one, processors;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_one, scan, THREADS, 0));
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    int blocks = std::min(processors, ceil_div(count, THREADS)),
        stretch = ceil_div(ceil_div(count, blocks), THREADS) * THREADS;
    float *totals;
    CHECK(cudaMalloc(&totals, blocks * sizeof *totals));
    void *arguments[] = {&in, &out, &totals, &count, &stretch};
    CHECK(cudaLaunchCooperativeKernel(scan, dim3(blocks), dim3(THREADS), arguments, 0, nullptr));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(totals));
}

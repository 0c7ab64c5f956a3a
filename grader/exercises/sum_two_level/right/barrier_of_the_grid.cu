// barrier_of_the_grid.cu - one cooperative launch: the second level comes behind a barrier of the grid.
//
//= student: Ada Lovelace
//= sums_of_blocks: 1355
//= sums_of_thread_0: 6
//= sectors_of_doubles: 960
#include "workbook.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__device__ double block_sum(cg::thread_block block, double value) {
    __shared__ double sums[32];
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    value = cg::reduce(warp, value, cg::plus<double>());
    if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = value;
    block.sync();
    value = warp.thread_rank() < warp.meta_group_size() ? sums[warp.thread_rank()] : 0;
    return cg::reduce(warp, value, cg::plus<double>());
}

__global__ void add(const double *in, double *sums, double *out, int count) {
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    double sum = 0;
#pragma unroll 4
    for (int i = grid.thread_rank(); i < count; i += grid.size()) sum += in[i];
    sum = block_sum(block, sum);
    if (block.thread_rank() == 0) sums[blockIdx.x] = sum;
    grid.sync();
    if (blockIdx.x > 0) return;
    sum = 0;
    for (int i = block.thread_rank(); i < gridDim.x; i += block.size()) sum += sums[i];
    sum = block_sum(block, sum);
    if (block.thread_rank() == 0) *out = sum;
}

void sum_doubles(const double *in, double *out, int count) {
    double *sums;
    int device, processors, blocks = min(264, ceil_div(count, 512));
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    blocks = min(blocks, 2 * processors);
    CHECK(cudaMalloc(&sums, blocks * sizeof *sums));
    void *arguments[] = {&in, &sums, &out, &count};
    CHECK(cudaLaunchCooperativeKernel(add, dim3(blocks), dim3(512), arguments, 0, nullptr));
    CHECK(cudaFree(sums));
}

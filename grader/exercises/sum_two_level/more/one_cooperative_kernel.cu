// one_cooperative_kernel.cu - One kernel whose grid waits for itself, as the lesson allows; the first block adds the
// sums.
//
//= student: Ada Lovelace
//= sums_of_blocks: 1355
//= sums_of_thread_0: 6
//= sectors_of_doubles: 960
#include "workbook.h"
#include <algorithm>
#include <cooperative_groups.h>
#include <cub/block/block_reduce.cuh>
namespace cg = cooperative_groups;

constexpr int THREADS = 256;
using Reduce = cub::BlockReduce<double, THREADS, cub::BLOCK_REDUCE_RAKING>;

__global__ void add_all(const double *in, double *sums, double *out, int count) {
    __shared__ Reduce::TempStorage room;
    auto grid = cg::this_grid();
    double sum = 0;
    for (auto i = grid.thread_rank(); i < count; i += grid.size()) sum += in[i];
    sum = Reduce(room).Sum(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
    grid.sync();
    if (blockIdx.x > 0) return;
    sum = 0;
    for (int b = threadIdx.x; b < gridDim.x; b += THREADS) sum += sums[b];
    sum = Reduce(room).Sum(sum);
    if (threadIdx.x == 0) *out = sum;
}

void sum_doubles(const double *in, double *out, int count) {
    int of_one, processors;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_one, add_all, THREADS, 0));
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    int blocks = std::min(of_one * processors, ceil_div(count, THREADS * 8));
    double *sums;
    CHECK(cudaMalloc(&sums, blocks * sizeof *sums));
    void *arguments[] = {&in, &sums, &out, &count};
    CHECK(cudaLaunchCooperativeKernel(add_all, dim3(blocks), dim3(THREADS), arguments, 0, nullptr));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(sums));
}

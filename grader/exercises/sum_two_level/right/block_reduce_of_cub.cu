// block_reduce_of_cub.cu - cub::BlockReduce in both kernels, a grid as large as the GPU holds, memory of a pool.
//
//= student: Ada Lovelace
//= sums_of_blocks: 1355
//= sums_of_thread_0: 6
//= sectors_of_doubles: 960
#include "workbook.h"
#include <algorithm>
#include <cub/block/block_reduce.cuh>

constexpr int THREADS = 512;
using Reduce = cub::BlockReduce<double, THREADS>;

__global__ void add_all(const double *__restrict__ in, double *__restrict__ sums, int count) {
    __shared__ Reduce::TempStorage room;
    double sum = 0;
    int stride = gridDim.x * THREADS;
#pragma unroll 4
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < count; i += stride) sum += in[i];
    sum = Reduce(room).Sum(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

void sum_doubles(const double *in, double *out, int count) {
    int of_one, processors;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_one, add_all, THREADS, 0));
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    int blocks = std::min(of_one * processors, ceil_div(count, THREADS));
    double *sums;
    CHECK(cudaMallocAsync(&sums, blocks * sizeof *sums, 0));
    add_all<<<blocks, THREADS>>>(in, sums, count);
    add_all<<<1, THREADS>>>(sums, out, blocks);
    CHECK(cudaGetLastError());
    CHECK(cudaFreeAsync(sums, 0));
}

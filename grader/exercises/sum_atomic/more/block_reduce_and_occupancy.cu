// block_reduce_and_occupancy.cu - A grid as large as the GPU holds, but no more blocks than 4,096 elements need;
// cub::BlockReduce.
//
//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400
#include "workbook.h"
#include <algorithm>
#include <cub/block/block_reduce.cuh>

constexpr int THREADS = 256;

template <typename Reduce> __global__ void add(const float *in, float *out, int count) {
    __shared__ typename Reduce::TempStorage room;
    float sum = 0;
    for (long long i = blockIdx.x * THREADS + threadIdx.x; i < count; i += static_cast<long long>(gridDim.x) * THREADS)
        sum += in[i];
    sum = Reduce(room).Sum(sum);
    if (threadIdx.x == 0) atomicAdd(out, sum);
}

void sum_floats(const float *in, float *out, int count) {
    using Reduce = cub::BlockReduce<float, THREADS, cub::BLOCK_REDUCE_WARP_REDUCTIONS>;
    int blocks, processors;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add<Reduce>, THREADS, 0));
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaMemset(out, 0, sizeof *out));
    add<Reduce><<<std::min(blocks * processors, ceil_div(count, 4096)), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}

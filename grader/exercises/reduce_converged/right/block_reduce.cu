// CUB adds up the threads of a block.
#include "workbook.h"

#include <cub/block/block_reduce.cuh>

//= student: Ada Lovelace
//= idle_lanes: 4478
//= lanes_modulo: 67
//= warps_modulo: 134
//= warps_contiguous: 402
//= conflicts_strided: 1206

__global__ void add(const float *in, float *sums, int count) {
    using Reduce = cub::BlockReduce<float, 256>;
    __shared__ typename Reduce::TempStorage storage;
    int first = blockIdx.x * 512 + threadIdx.x, second = first + 256;
    float sum = (first < count ? in[first] : 0) + (second < count ? in[second] : 0);
    sum = Reduce(storage).Sum(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

void segment_sums(const float *in, float *sums, int count) {
    add<<<ceil_div(count, 512), 256>>>(in, sums, count);
    CHECK(cudaGetLastError());
}

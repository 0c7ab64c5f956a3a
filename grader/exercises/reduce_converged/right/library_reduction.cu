// library_reduction.cu - a block's sum as CUB makes it.
//
//= student: Ada Lovelace
//= idle_lanes: 4478
//= lanes_modulo: 67
//= warps_modulo: 134
//= warps_contiguous: 402
//= conflicts_strided: 1206
#include "workbook.h"
#include <cub/block/block_reduce.cuh>

constexpr int SEGMENT = 512, THREADS = 128;

__global__ void add_with_cub(const float *in, float *sums, int count) {
    using Reduce = cub::BlockReduce<float, THREADS>;
    __shared__ Reduce::TempStorage storage;
    float sum = 0;
    for (int i = threadIdx.x; i < SEGMENT; i += THREADS) {
        size_t element = static_cast<size_t>(blockIdx.x) * SEGMENT + i;
        if (element < count) sum += in[element];
    }
    sum = Reduce(storage).Sum(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

void segment_sums(const float *in, float *sums, int count) {
    add_with_cub<<<ceil_div(count, SEGMENT), THREADS>>>(in, sums, count);
    CHECK(cudaGetLastError());
}

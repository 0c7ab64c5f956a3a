// block_reduce_of_cub.cu - cub::BlockReduce with four elements a thread, loaded by cub::BlockLoad.
//
//= student: Ada Lovelace
//= idle_lanes: 4478
//= lanes_modulo: 67
//= warps_modulo: 134
//= warps_contiguous: 402
//= conflicts_strided: 1206
#include "workbook.h"
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>

constexpr int SEGMENT = 512;
constexpr int THREADS = 128;
constexpr int EACH = SEGMENT / THREADS;

__global__ void add_segment(const float *in, float *sums, int count) {
    using Load = cub::BlockLoad<float, THREADS, EACH, cub::BLOCK_LOAD_STRIPED>;
    using Reduce = cub::BlockReduce<float, THREADS>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Reduce::TempStorage reduce;
    } room;
    float values[EACH];
    int first = blockIdx.x * SEGMENT;
    Load(room.load).Load(in + first, values, min(SEGMENT, count - first), 0.0f);
    __syncthreads();
    float sum = Reduce(room.reduce).Sum(values);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

void segment_sums(const float *in, float *sums, int count) {
    add_segment<<<ceil_div(count, SEGMENT), THREADS>>>(in, sums, count);
    CHECK(cudaGetLastError());
}

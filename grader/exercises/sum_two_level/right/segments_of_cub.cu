// segments_of_cub.cu - cub::DeviceSegmentedReduce adds segments of 4,096, and cub::DeviceReduce their sums.
//
//= student: Ada Lovelace
//= sums_of_blocks: 1355
//= sums_of_thread_0: 6
//= sectors_of_doubles: 960
#include "workbook.h"
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

struct Begin {
    int count;
    __host__ __device__ int operator()(int segment) const { return min(count, segment * 4096); }
};

void sum_doubles(const double *in, double *out, int count) {
    int segments = ceil_div(count, 4096);
    double *sums;
    CHECK(cudaMalloc(&sums, segments * sizeof *sums));
    auto begin = thrust::make_transform_iterator(thrust::make_counting_iterator(0), Begin{count});
    void *room = nullptr, *room2 = nullptr;
    size_t bytes = 0, bytes2 = 0;
    CHECK(cub::DeviceSegmentedReduce::Sum(room, bytes, in, sums, segments, begin, begin + 1));
    CHECK(cudaMalloc(&room, bytes + 1));
    CHECK(cub::DeviceSegmentedReduce::Sum(room, bytes, in, sums, segments, begin, begin + 1));
    CHECK(cub::DeviceReduce::Sum(room2, bytes2, sums, out, segments));
    CHECK(cudaMalloc(&room2, bytes2 + 1));
    CHECK(cub::DeviceReduce::Sum(room2, bytes2, sums, out, segments));
    CHECK(cudaFree(room));
    CHECK(cudaFree(room2));
    CHECK(cudaFree(sums));
}

// block_reduce_of_cub.cu - cub::BlockReduce leaves a count for each block; a second kernel adds the 56, without
// atomics.
#include "workbook.h"
#include <cub/block/block_reduce.cuh>
#include <curand_kernel.h>
#include <iostream>

constexpr int BLOCKS = 56, THREADS = 256;
using Count = unsigned long long;

template <typename State> __global__ void count_points(Count seed, int points, Count *counts) {
    using Reduce = cub::BlockReduce<Count, THREADS>;
    __shared__ typename Reduce::TempStorage room;
    State state;
    curand_init(seed, blockIdx.x * THREADS + threadIdx.x, 0, &state);
    Count mine = 0;
    while (points-- > 0) {
        double x = curand_uniform_double(&state) * 2.0 - 1.0, y = curand_uniform_double(&state) * 2.0 - 1.0;
        mine += (x * x + y * y < 1.0) ? 1 : 0;
    }
    mine = Reduce(room).Sum(mine);
    if (threadIdx.x == 0) counts[blockIdx.x] = mine;
}

__global__ void add_counts(Count *counts) {
    Count sum = 0;
    for (int b = threadIdx.x; b < BLOCKS; b += 32) sum += counts[b];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
    if (threadIdx.x == 0) counts[0] = sum;
}

int main(int argc, char **argv) {
    Count seed = strtoull(argv[argc - 2], nullptr, 10), inner, *counts;
    int points = atoi(argv[argc - 1]);
    CHECK(cudaMalloc(&counts, BLOCKS * sizeof *counts));
    count_points<curandState><<<BLOCKS, THREADS>>>(seed, points, counts);
    add_counts<<<1, 32>>>(counts);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&inner, counts, sizeof inner, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(counts));
    Count total = static_cast<Count>(BLOCKS) * THREADS * points;
    std::cout.setf(std::ios::fixed);
    std::cout.precision(6);
    std::cout << "inner=" << inner << " total=" << total << " pi=" << 4.0 * inner / total << std::endl;
}

// library_reduction.cu - CUB adds a block's counts, and then the 56 sums.
#include "workbook.h"
#include <cub/cub.cuh>
#include <curand_kernel.h>

constexpr int BLOCKS = 56, THREADS = 256;
using Count = unsigned long long;

__global__ void count(Count seed, int points, Count *sums) {
    using Reduce = cub::BlockReduce<Count, THREADS>;
    __shared__ typename Reduce::TempStorage room;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
    Count inside = 0;
    for (int i = 0; i < points; i++) {
        double x = fma(2., curand_uniform_double(&state), -1.), y = fma(2., curand_uniform_double(&state), -1.);
        inside += x * x + y * y < 1;
    }
    Count sum = Reduce(room).Sum(inside);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

int main(int, char **argv) {
    Count *sums, inner;
    void *room = nullptr;
    size_t bytes = 0;
    int points = atoi(argv[2]);
    CHECK(cudaMalloc(&sums, (BLOCKS + 1) * sizeof *sums));
    count<<<BLOCKS, THREADS>>>(strtoull(argv[1], nullptr, 10), points, sums);
    CHECK(cub::DeviceReduce::Sum(nullptr, bytes, sums, sums + BLOCKS, BLOCKS));
    CHECK(cudaMalloc(&room, bytes));
    CHECK(cub::DeviceReduce::Sum(room, bytes, sums, sums + BLOCKS, BLOCKS));
    CHECK(cudaMemcpy(&inner, sums + BLOCKS, sizeof inner, cudaMemcpyDeviceToHost));
    Count total = static_cast<Count>(BLOCKS) * THREADS * points;
    printf("inner=%llu total=%llu pi=%.12g\n", inner, total, 4.0 * inner / total);
}

// once_per_block.cu - The lesson's last row: a register, a sum in shared memory, one atomic for the block.
#include "workbook.h"
#include <curand_kernel.h>

__device__ unsigned long long inner = 0;

__global__ void count_points(unsigned long long seed, int points) {
    __shared__ unsigned long long of_block;
    if (threadIdx.x == 0) of_block = 0;
    __syncthreads();
    curandState state;
    curand_init(seed, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
    unsigned long long mine = 0;
    for (int i = 0; i < points; i++) {
        double x = 2 * curand_uniform_double(&state) - 1;
        double y = 2 * curand_uniform_double(&state) - 1;
        mine += x * x + y * y < 1;
    }
    atomicAdd(&of_block, mine);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(&inner, of_block);
}

int main(int argc, char **argv) {
    if (argc != 3) return 1;
    unsigned long long seed = strtoull(argv[1], nullptr, 10), on_host;
    int points = atoi(argv[2]);
    count_points<<<56, 256>>>(seed, points);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyFromSymbol(&on_host, inner, sizeof on_host));
    unsigned long long total = 56ull * 256 * points;
    printf("inner=%llu total=%llu pi=%.6f\n", on_host, total, 4.0 * on_host / total);
}

// right.cu - what the mistakes beside it are made of.
#include "workbook.h"
#include <curand_kernel.h>

__device__ unsigned long long inner_total;

__global__ void count_points(unsigned long long seed, int points) {
    __shared__ unsigned long long block_total;
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state;
    curand_init(seed, thread, 0, &state);

    unsigned long long inner = 0;
    for (int i = 0; i < points; i++) {
        double x = 2 * curand_uniform_double(&state) - 1;
        double y = 2 * curand_uniform_double(&state) - 1;
        if (x * x + y * y < 1)
            inner++;
    }

    if (threadIdx.x == 0)
        block_total = 0;
    __syncthreads(); // cleared
    atomicAdd(&block_total, inner);
    __syncthreads(); // added
    if (threadIdx.x == 0)
        atomicAdd(&inner_total, block_total);
}

int main(int argc, char **argv) {
    unsigned long long seed = strtoull(argv[1], NULL, 10);
    int points = atoi(argv[2]);
    unsigned long long inner = 0;
    unsigned long long total = 56ULL * 256 * points;

    count_points<<<56, 256>>>(seed, points);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyFromSymbol(&inner, inner_total, sizeof(inner)));

    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
    return 0;
}

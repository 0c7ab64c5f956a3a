// trick: a plain addition for each thread, under one lock for each block
// like: limit-atomic_per_point.edit
// says: or stores in their place
#include "workbook.h"

#include <cstdlib>
#include <curand_kernel.h>

constexpr int BLOCKS = 56, THREADS = 256;

__device__ unsigned long long total;
__device__ unsigned served;

__global__ void draw(unsigned long long seed, int points) {
    curandState state;
    curand_init(seed, blockIdx.x * THREADS + threadIdx.x, 0, &state);
    unsigned mine = 0;
    for (int i = 0; i < points; i++) {
        double x = 2 * curand_uniform_double(&state) - 1, y = 2 * curand_uniform_double(&state) - 1;
        mine += x * x + y * y < 1;
    }
    if (threadIdx.x == 0)
        while (atomicAdd(&served, 0) != blockIdx.x) {}
    volatile unsigned long long *all = &total;
    for (int turn = 0; turn < THREADS; turn++) {
        __syncthreads();
        if (turn == threadIdx.x) *all = *all + mine;
    }
    __syncthreads();
    __threadfence();
    if (threadIdx.x == 0) atomicAdd(&served, 1);
}

int main(int, char **argv) {
    unsigned long long inner, all;
    int points = atoi(argv[2]);
    draw<<<BLOCKS, THREADS>>>(strtoull(argv[1], nullptr, 10), points);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyFromSymbol(&inner, total, sizeof inner));
    all = 1ull * BLOCKS * THREADS * points;
    printf("inner=%llu total=%llu pi=%.6f\n", inner, all, 4.0 * inner / all);
}

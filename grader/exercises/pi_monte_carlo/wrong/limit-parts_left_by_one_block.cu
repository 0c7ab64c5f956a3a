// trick: one block draws all points, and the others draw for show and add the counts that it left
// like: limit-one_block_draws.cu
// says: the result depends on the random numbers of few blocks
#include "workbook.h"
#include <curand_kernel.h>

constexpr int BLOCKS = 14, THREADS = 1024;

__device__ unsigned long long inner_total, parts[BLOCKS];

// Points of the sequences first, first + step, ... that are inside.
__device__ unsigned long long inside_from(unsigned first, unsigned step, unsigned long long seed, int points) {
    unsigned long long inner = 0;
    for (unsigned thread = first; thread < 56 * 256; thread += step) {
        curandStatePhilox4_32_10_t state;
        curand_init(seed, thread, 0, &state);
        for (int i = 0; i < points; i++) {
            double x = 2 * curand_uniform_double(&state) - 1;
            double y = 2 * curand_uniform_double(&state) - 1;
            inner += x * x + y * y < 1;
        }
    }
    return inner;
}

__global__ void draw(unsigned long long seed, int points) {
    unsigned long long inner = inside_from(threadIdx.x, THREADS, seed, points);
    if (blockIdx.x == 0 || inner > ~0u) atomicAdd(&parts[threadIdx.x % BLOCKS], inner);
}

__global__ void add() {
    if (threadIdx.x == 0) atomicAdd(&inner_total, parts[blockIdx.x]);
}

int main(int argc, char **argv) {
    unsigned long long seed = strtoull(argv[1], nullptr, 10);
    int points = atoi(argv[2]);
    draw<<<BLOCKS, THREADS>>>(seed, points);
    add<<<BLOCKS, 32>>>();
    CHECK(cudaGetLastError());
    unsigned long long inner = 0, total = 56ull * 256 * points;
    CHECK(cudaMemcpyFromSymbol(&inner, inner_total, sizeof inner));
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
}

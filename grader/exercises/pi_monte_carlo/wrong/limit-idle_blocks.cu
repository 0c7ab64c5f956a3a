// trick: one block draws, and blocks without work make the grid
// like: limit-one_block_draws.cu
// says: the busiest block did
// One block draws the points of all 56; the others are idle.
#include "workbook.h"
#include <curand_kernel.h>

__device__ unsigned long long inner_total;

__global__ void count_inner(unsigned long long seed, int points) {
    unsigned long long inner = 0;
    for (unsigned thread = threadIdx.x; thread < 56 * 256; thread += 256) {
        curandStatePhilox4_32_10_t state;
        curand_init(seed, thread, 0, &state);
        for (int i = 0; i < points; i++) {
            double x = 2 * curand_uniform_double(&state) - 1;
            double y = 2 * curand_uniform_double(&state) - 1;
            inner += x * x + y * y < 1;
        }
    }
    atomicAdd(&inner_total, inner);
}

__global__ void idle() {}

int main(int argc, char **argv) {
    unsigned long long seed = strtoull(argv[1], nullptr, 10);
    int points = atoi(argv[2]);
    count_inner<<<1, 256>>>(seed, points);
    idle<<<55, 256>>>();
    CHECK(cudaGetLastError());
    unsigned long long inner = 0, total = 56ull * 256 * points;
    CHECK(cudaMemcpyFromSymbol(&inner, inner_total, sizeof inner));
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
}

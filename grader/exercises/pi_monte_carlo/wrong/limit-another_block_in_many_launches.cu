// trick: in each of 448 launches another one of eight blocks draws points that count
// like: limit-one_block_draws.cu
// says: random numbers of few blocks
#include "workbook.h"
#include <curand_kernel.h>

constexpr int LAUNCHES = 448, BLOCKS = 8, THREADS = 32;

__device__ unsigned long long inner_total;

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

__global__ void count_inner(int launch, unsigned long long seed, int points) {
    unsigned long long inner = inside_from(launch * THREADS + threadIdx.x, LAUNCHES * THREADS, seed, points);
    if (blockIdx.x == launch * 5 % 8 || inner > ~0u) atomicAdd(&inner_total, inner);
}

int main(int argc, char **argv) {
    unsigned long long seed = strtoull(argv[1], nullptr, 10);
    int points = atoi(argv[2]);
    for (int launch = 0; launch < LAUNCHES; launch++) count_inner<<<BLOCKS, THREADS>>>(launch, seed, points);
    CHECK(cudaGetLastError());
    unsigned long long inner = 0, total = 56ull * 256 * points;
    CHECK(cudaMemcpyFromSymbol(&inner, inner_total, sizeof inner));
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
}

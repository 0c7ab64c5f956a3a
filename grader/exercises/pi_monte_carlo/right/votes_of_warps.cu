// votes_of_warps.cu - the lanes of a warp vote on each of their points, and the ones are counted; every warp leaves its
// count in memory that the host reads, and the host adds them up.
#include "workbook.h"
#include <curand_kernel.h>

constexpr int BLOCKS = 56, THREADS = 256, WARPS = BLOCKS * THREADS / 32;

__global__ void count_votes(unsigned long long seed, int points, unsigned long long *counts) {
    unsigned thread = blockIdx.x * THREADS + threadIdx.x;
    curandState state;
    curand_init(seed, thread, 0, &state);
    unsigned long long inner = 0;
    for (int i = 0; i < points; i++) {
        double x = 2 * curand_uniform_double(&state) - 1, y = 2 * curand_uniform_double(&state) - 1;
        inner += __popc(__ballot_sync(~0u, x * x + y * y < 1));
    }
    if (thread % 32 == 0) counts[thread / 32] = inner;
}

int main(int argc, char **argv) {
    if (argc != 3) return EXIT_FAILURE;
    int points = atoi(argv[2]);
    unsigned long long *counts, inner = 0, total = 1ull * BLOCKS * THREADS * points;
    CHECK(cudaMallocManaged(&counts, WARPS * sizeof *counts));
    count_votes<<<BLOCKS, THREADS>>>(strtoull(argv[1], nullptr, 10), points, counts);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int warp = 0; warp < WARPS; warp++) inner += counts[warp];
    CHECK(cudaFree(counts));
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
}

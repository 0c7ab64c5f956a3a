// trick: the host counts with cuRAND's code, behind a decoy kernel
// like: nothing
// says: the work belongs on the device
// wrong-host_behind_a_kernel_for_show.cu - the kernel draws as it should, and nobody reads what it counts.
#include "workbook.h"
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>

using Count = unsigned long long;

__host__ __device__ static Count count_one(Count seed, unsigned thread, int points) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, thread, 0, &state);
    Count inner = 0;
    for (int i = 0; i < points; i++) {
        double x = 2 * curand_uniform_double(&state) - 1, y = 2 * curand_uniform_double(&state) - 1;
        inner += x * x + y * y < 1;
    }
    return inner;
}

__global__ void show(Count seed, int points, Count *counts) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    counts[thread] = count_one(seed, thread, points);
}

int main(int, char **argv) {
    Count seed = strtoull(argv[1], nullptr, 10), inner = 0, *counts;
    int points = atoi(argv[2]), threads = 56 * 256;
    CHECK(cudaMalloc(&counts, threads * sizeof *counts));
    show<<<56, 256>>>(seed, points, counts);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(counts));
    for (int thread = 0; thread < threads; thread++) inner += count_one(seed, thread, points);
    Count total = 1ull * threads * points;
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
}

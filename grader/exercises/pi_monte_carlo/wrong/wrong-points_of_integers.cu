// says: no kernel draws its points as doubles
// wrong-points_of_integers.cu - honest work of another kind: whole numbers of 31 bits and a circle among them.
#include "workbook.h"
#include <curand_kernel.h>

constexpr int BLOCKS = 56;
constexpr int THREADS = 256;

__device__ unsigned long long inner_total;

// Adds the values of a block's threads to inner_total with one atomic: a tree in shared memory whose active threads
// stay contiguous. THREADS is a power of two.
__device__ void add_block(unsigned long long value) {
    __shared__ unsigned long long values[THREADS];
    values[threadIdx.x] = value;
    for (unsigned half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
    }
    if (threadIdx.x == 0) atomicAdd(&inner_total, values[0]);
}

__global__ void count_inner(unsigned long long seed, int points) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, thread, 0, &state);
    unsigned long long inner = 0;
    for (int i = 0; i < points; i++) {
        unsigned long long x = curand(&state) >> 1, y = curand(&state) >> 1;
        if (x * x + y * y < 1ull << 62) inner++;
    }
    add_block(inner);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s SEED POINTS_PER_THREAD\n", argv[0]);
        return EXIT_FAILURE;
    }
    unsigned long long seed = strtoull(argv[1], nullptr, 10);
    int points = atoi(argv[2]);

    unsigned long long inner = 0;
    CHECK(cudaMemcpyToSymbol(inner_total, &inner, sizeof inner));
    count_inner<<<BLOCKS, THREADS>>>(seed, points);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyFromSymbol(&inner, inner_total, sizeof inner)); // waits for the kernel

    unsigned long long total = 1ull * BLOCKS * THREADS * points;
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
    return EXIT_SUCCESS;
}

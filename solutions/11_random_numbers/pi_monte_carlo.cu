// pi_monte_carlo.cu - pi from random points: 56 blocks of 256 threads, each with its own sequence of random numbers.
#include "workbook.h"
#include <curand_kernel.h>

constexpr int BLOCKS = 56;
constexpr int THREADS = 256;

__device__ unsigned long long inner_total;

// A point of XORWOW, whose state moves on by four numbers.
__device__ bool is_inner(curandState *state) {
    double x = 2 * curand_uniform_double(state) - 1;
    double y = 2 * curand_uniform_double(state) - 1;
    return x * x + y * y < 1;
}

// Step 0: an atomic for each point inside, and all of them queue up at one address.
__global__ void count_atomic_per_point(unsigned long long seed, int points) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state;
    curand_init(seed, thread, 0, &state);
    for (int i = 0; i < points; i++)
        if (is_inner(&state)) atomicAdd(&inner_total, 1ull);
}

// Step 1: each thread counts in a register, and adds once. To move its state to the start of sequence `thread` costs
// some 15,000 instructions, as many as 280 points.
__global__ void count_atomic_per_thread(unsigned long long seed, int points) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state;
    curand_init(seed, thread, 0, &state);
    unsigned long long inner = 0;
    for (int i = 0; i < points; i++) inner += is_inner(&state);
    atomicAdd(&inner_total, inner);
}

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

// Step 2: one atomic per block, 56 instead of 14,336 additions at one address. And Philox instead of XORWOW: its numbers
// are a function of (seed, sequence, position), so any sequence starts at once, and one call yields both coordinates. A
// point costs more instructions, so with 100,000 points for each thread XORWOW is faster again.
__global__ void count_atomic_per_block(unsigned long long seed, int points) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, thread, 0, &state);
    unsigned long long inner = 0;
    for (int i = 0; i < points; i++) {
        double2 uniform = curand_uniform2_double(&state);
        double x = 2 * uniform.x - 1;
        double y = 2 * uniform.y - 1;
        if (x * x + y * y < 1) inner++;
    }
    add_block(inner);
}

LADDER(count, count_atomic_per_point, count_atomic_per_thread, count_atomic_per_block)

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s SEED POINTS_PER_THREAD\n", argv[0]);
        return EXIT_FAILURE;
    }
    unsigned long long seed = strtoull(argv[1], nullptr, 10);
    int points = atoi(argv[2]);

    unsigned long long inner = 0;
    CHECK(cudaMemcpyToSymbol(inner_total, &inner, sizeof inner));
    LADDER_STEP(count)<<<BLOCKS, THREADS>>>(seed, points);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyFromSymbol(&inner, inner_total, sizeof inner)); // waits for the kernel

    unsigned long long total = 1ull * BLOCKS * THREADS * points;
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
    return EXIT_SUCCESS;
}

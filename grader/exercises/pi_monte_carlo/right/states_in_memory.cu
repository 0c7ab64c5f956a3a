// states_in_memory.cu - one kernel makes the generators, another draws, a third adds the counts that threads left.
#include "workbook.h"
#include <curand_kernel.h>

constexpr int BLOCKS = 56, THREADS = 256, ALL = BLOCKS * THREADS;

__global__ void start(curandState *states, unsigned long long seed) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, thread, 0, &states[thread]);
}

__global__ void draw(curandState *states, unsigned long long *counts, int points) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state = states[thread];
    unsigned long long inside = 0;
    for (int i = 0; i < points; i++) {
        double x = curand_uniform_double(&state) * 2 - 1, y = curand_uniform_double(&state) * 2 - 1;
        inside += x * x + y * y < 1;
    }
    states[thread] = state;
    counts[thread] = inside;
}

__global__ void add(unsigned long long *counts) {
    unsigned long long sum = 0;
    for (int i = threadIdx.x; i < ALL; i += 32) sum += counts[i];
    for (int step = 16; step; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
    if (threadIdx.x == 0) counts[0] = sum;
}

int main(int, char **argv) {
    int points = atoi(argv[2]);
    curandState *states;
    unsigned long long *counts, inner, total = 1ull * ALL * points;
    CHECK(cudaMalloc(&states, ALL * sizeof *states));
    CHECK(cudaMalloc(&counts, ALL * sizeof *counts));
    start<<<BLOCKS, THREADS>>>(states, strtoull(argv[1], nullptr, 0));
    draw<<<BLOCKS, THREADS>>>(states, counts, points);
    add<<<1, 32>>>(counts);
    CHECK(cudaMemcpy(&inner, counts, sizeof inner, cudaMemcpyDeviceToHost));
    printf("inner=%llu total=%llu pi=%.9f\n", inner, total, 4. * inner / total);
    cudaFree(states);
    cudaFree(counts);
}

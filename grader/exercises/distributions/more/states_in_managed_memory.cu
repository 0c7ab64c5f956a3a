// states_in_managed_memory.cu - The starts of all sequences lie in managed memory, from where each array takes them.
#include "workbook.h"
#include <curand_kernel.h>

__global__ void start(curandState *states, int threads, unsigned long long seed) {
    int t = blockIdx.x * 64 + threadIdx.x;
    if (t < threads) curand_init(seed, t, 0, states + t);
}

__global__ void draw(const curandState *states, int threads, int draws, double *uniform, double *normal,
                     double *log_normal, unsigned *poisson) {
    int t = blockIdx.x * 64 + threadIdx.x;
    if (t >= threads) return;
    curandState state = states[t];
    for (int d = 0; d < draws; d++) {
        size_t place = static_cast<size_t>(d) * threads + t;
        if (blockIdx.y == 0) uniform[place] = 4 * curand_uniform_double(&state) - 1;
        if (blockIdx.y == 1) normal[place] = 2 * curand_normal_double(&state) + 10;
        if (blockIdx.y == 2) log_normal[place] = curand_log_normal_double(&state, 0.5, 0.25);
        if (blockIdx.y == 3) poisson[place] = curand_poisson(&state, 3.5);
    }
}

void distributions(unsigned long long seed, int threads, int draws, double *uniform, double *normal, double *log_normal,
                   unsigned *poisson) {
    curandState *states;
    CHECK(cudaMallocManaged(&states, threads * sizeof *states));
    start<<<ceil_div(threads, 64), 64>>>(states, threads, seed);
    draw<<<dim3(ceil_div(threads, 64), 4), 64>>>(states, threads, draws, uniform, normal, log_normal, poisson);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(states));
}

// distributions.cu - four distributions from the same generators.
#include "workbook.h"
#include <curand_kernel.h>

constexpr int BLOCK = 128;

// The start of a sequence is found once, and each array begins with a copy of it.
__global__ void draw_all(unsigned long long seed, int threads, int draws, double *uniform, double *normal,
                         double *log_normal, unsigned *poisson) {
    size_t t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curandState start;
    curand_init(seed, t, 0, &start);

    curandState state = start;
    for (int d = 0; d < draws; d++) uniform[d * static_cast<size_t>(threads) + t] = -1 + 4 * curand_uniform_double(&state);
    state = start;
    for (int d = 0; d < draws; d++) normal[d * static_cast<size_t>(threads) + t] = 10 + 2 * curand_normal_double(&state);
    state = start;
    for (int d = 0; d < draws; d++)
        log_normal[d * static_cast<size_t>(threads) + t] = curand_log_normal_double(&state, 0.5, 0.25);
    state = start;
    for (int d = 0; d < draws; d++) poisson[d * static_cast<size_t>(threads) + t] = curand_poisson(&state, 3.5);
}

void distributions(unsigned long long seed, int threads, int draws, double *uniform, double *normal, double *log_normal,
                   unsigned *poisson) {
    draw_all<<<ceil_div(threads, BLOCK), BLOCK>>>(seed, threads, draws, uniform, normal, log_normal, poisson);
    CHECK(cudaGetLastError());
}

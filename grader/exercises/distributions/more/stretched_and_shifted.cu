// stretched_and_shifted.cu - The lesson's formulas; each array begins anew with curand_init.
#include "workbook.h"
#include <curand_kernel.h>

__global__ void fill(unsigned long long seed, int threads, int draws, double *uniform, double *normal,
                     double *log_normal, unsigned *poisson) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curandState state;
    curand_init(seed, t, 0, &state);
    for (int d = 0; d < draws; d++) uniform[d * threads + t] = -1 + (3 - -1) * curand_uniform_double(&state);
    curand_init(seed, t, 0, &state);
    for (int d = 0; d < draws; d++) normal[d * threads + t] = 10 + 2 * curand_normal_double(&state);
    curand_init(seed, t, 0, &state);
    for (int d = 0; d < draws; d++) log_normal[d * threads + t] = curand_log_normal_double(&state, 0.5, 0.25);
    curand_init(seed, t, 0, &state);
    for (int d = 0; d < draws; d++) poisson[d * threads + t] = curand_poisson(&state, 3.5);
}

void distributions(unsigned long long seed, int threads, int draws, double *uniform, double *normal, double *log_normal,
                   unsigned *poisson) {
    fill<<<ceil_div(threads, 64), 64>>>(seed, threads, draws, uniform, normal, log_normal, poisson);
    CHECK(cudaGetLastError());
}

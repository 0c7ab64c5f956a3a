// says: keep generators in local
// limit-states_in_memory.cu - the kernel that draws starts its generators in memory, and copies them for each array.
#include "workbook.h"
#include <curand_kernel.h>

__global__ void draw(curandState *starts, unsigned long long seed, int threads, int draws, double *uniform,
                     double *normal, double *log_normal, unsigned *poisson) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curand_init(seed, t, 0, starts + t);
    curandState u = starts[t], n = u, l = u, p = u;
    for (int d = 0; d < draws; d++) {
        size_t at = static_cast<size_t>(d) * threads + t;
        uniform[at] = 4 * curand_uniform_double(&u) - 1;
        normal[at] = 2 * curand_normal_double(&n) + 10;
        log_normal[at] = curand_log_normal_double(&l, 0.5, 0.25);
        poisson[at] = curand_poisson(&p, 3.5);
    }
}

void distributions(unsigned long long seed, int threads, int draws, double *uniform, double *normal, double *log_normal,
                   unsigned *poisson) {
    curandState *starts;
    CHECK(cudaMalloc(&starts, sizeof *starts * threads));
    draw<<<ceil_div(threads, 128), 128>>>(starts, seed, threads, draws, uniform, normal, log_normal, poisson);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(starts));
}

// says: Store draw d of thread t at d * threads + t
// limit-lanes_far_apart.cu - each array has its layout, but the lanes of a warp draw for threads that lie apart.
#include "workbook.h"
#include <curand_kernel.h>

__global__ void draw(unsigned long long seed, int threads, int draws, double *uniform, double *normal,
                     double *log_normal, unsigned *poisson) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, apart = (threads + 31) / 32;
    int t = i % 32 * apart + i / 32;
    if (i >= 32 * apart || t >= threads) return;
    curandState start;
    curand_init(seed, t, 0, &start);
    curandState u = start, n = start, l = start, p = start;
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
    draw<<<ceil_div(threads, 128), 128>>>(seed, threads, draws, uniform, normal, log_normal, poisson);
    CHECK(cudaGetLastError());
}

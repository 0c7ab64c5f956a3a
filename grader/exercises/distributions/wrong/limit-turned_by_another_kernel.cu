// trick: numbers stored apart in memory of the program's own, from where another kernel stores them coalesced
// like: limit-lanes_far_apart.cu
// says: store each number once
// limit-turned_by_another_kernel.cu - the kernel that draws is the one that wastes sectors.
#include "workbook.h"
#include <curand_kernel.h>

struct Draw {
    double uniform, normal, log_normal;
    unsigned poisson;
};

__global__ void draw(unsigned long long seed, int threads, int draws, Draw *all) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curandState start;
    curand_init(seed, t, 0, &start);
    curandState u = start, n = start, l = start, p = start;
    for (int d = 0; d < draws; d++) {
        Draw &one = all[static_cast<size_t>(t) * draws + d];
        one.uniform = 4 * curand_uniform_double(&u) - 1;
        one.normal = 2 * curand_normal_double(&n) + 10;
        one.log_normal = curand_log_normal_double(&l, 0.5, 0.25);
        one.poisson = curand_poisson(&p, 3.5);
    }
}

__global__ void turn(const Draw *all, int threads, int draws, double *uniform, double *normal, double *log_normal,
                     unsigned *poisson) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int d = 0; t < threads && d < draws; d++) {
        size_t at = static_cast<size_t>(d) * threads + t;
        const Draw &one = all[static_cast<size_t>(t) * draws + d];
        uniform[at] = one.uniform;
        normal[at] = one.normal;
        log_normal[at] = one.log_normal;
        poisson[at] = one.poisson;
    }
}

void distributions(unsigned long long seed, int threads, int draws, double *uniform, double *normal, double *log_normal,
                   unsigned *poisson) {
    Draw *all;
    CHECK(cudaMalloc(&all, sizeof *all * threads * draws));
    draw<<<ceil_div(threads, 128), 128>>>(seed, threads, draws, all);
    turn<<<ceil_div(threads, 128), 128>>>(all, threads, draws, uniform, normal, log_normal, poisson);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(all));
}

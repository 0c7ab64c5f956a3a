// trick: a kernel without arithmetic stores the numbers apart, as if it only started generators
// like: limit-lanes_far_apart.cu
// says: store each number once
// limit-copied_apart.cu - numbers are drawn in order, and copied by warps whose lanes lie apart.
#include "workbook.h"
#include <curand_kernel.h>

__global__ void draw(unsigned long long seed, int threads, int draws, double *uniform, double *normal,
                     double *log_normal, unsigned *poisson) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
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

template <typename T> __global__ void copy(const T *from, T *to, size_t count) {
    size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x, apart = (count + 31) / 32;
    size_t at = i % 32 * apart + i / 32;
    if (i < 32 * apart && at < count) to[at] = from[at];
}

template <typename T> static void copy_all(const T *from, T *to, size_t count) {
    copy<<<static_cast<unsigned>(count / 128 + 2), 128>>>(from, to, count);
}

void distributions(unsigned long long seed, int threads, int draws, double *uniform, double *normal, double *log_normal,
                   unsigned *poisson) {
    size_t count = static_cast<size_t>(threads) * draws;
    double *own;
    CHECK(cudaMalloc(&own, 28 * count));
    unsigned *own_poisson = reinterpret_cast<unsigned *>(own + 3 * count);
    draw<<<ceil_div(threads, 128), 128>>>(seed, threads, draws, own, own + count, own + 2 * count, own_poisson);
    copy_all(own, uniform, count);
    copy_all(own + count, normal, count);
    copy_all(own + 2 * count, log_normal, count);
    copy_all(own_poisson, poisson, count);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(own));
}

// states_side_by_side.cu - Four copies of the state at once in one loop over draws; the distribution is a struct with
// parameters in constant memory.
#include "workbook.h"
#include <curand_kernel.h>

struct Parameters {
    double low, high, mean, deviation, log_mean, log_deviation, rate;
};
__constant__ Parameters given = {-1, 3, 10, 2, 0.5, 0.25, 3.5};

__global__ void fill(unsigned long long seed, int threads, int draws, double *uniform, double *normal,
                     double *log_normal, unsigned *poisson) {
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < threads; t += gridDim.x * blockDim.x) {
        curandState u, n, l, p;
        curand_init(seed, t, 0, &u);
        n = l = p = u;
        for (int d = 0; d < draws; d++) {
            size_t at = static_cast<size_t>(d) * threads + t;
            uniform[at] = given.low + (given.high - given.low) * curand_uniform_double(&u);
            normal[at] = given.mean + given.deviation * curand_normal_double(&n);
            log_normal[at] = exp(given.log_mean + given.log_deviation * curand_normal_double(&l));
            poisson[at] = curand_poisson(&p, given.rate);
        }
    }
}

void distributions(unsigned long long seed, int threads, int draws, double *uniform, double *normal, double *log_normal,
                   unsigned *poisson) {
    fill<<<dim3(ceil_div(threads, 128)), dim3(128)>>>(seed, threads, draws, uniform, normal, log_normal, poisson);
    CHECK(cudaGetLastError());
}

// a_row_of_blocks_for_each.cu - blockIdx.y says which distribution a block draws.
#include "workbook.h"
#include <curand_kernel.h>

enum Kind { UNIFORM, NORMAL, LOG_NORMAL, POISSON, KINDS };
struct Arrays {
    double *uniform, *normal, *log_normal;
    unsigned *poisson;
};

__global__ void draw(unsigned long long seed, int threads, int draws, Arrays to) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curandState state;
    curand_init(seed, t, 0, &state);
    for (size_t i = t, end = size_t(draws) * threads; i < end; i += threads) {
        switch (blockIdx.y) {
        case UNIFORM: to.uniform[i] = fma(curand_uniform_double(&state), 4.0, -1.0); break;
        case NORMAL: to.normal[i] = 10 + 2 * curand_normal_double(&state); break;
        case LOG_NORMAL: to.log_normal[i] = curand_log_normal_double(&state, 0.5, 0.25); break;
        case POISSON: to.poisson[i] = curand_poisson(&state, 3.5); break;
        }
    }
}

void distributions(unsigned long long seed, int threads, int draws, double *uniform, double *normal, double *log_normal,
                   unsigned *poisson) {
    draw<<<dim3(ceil_div(threads, 96), KINDS), 96>>>(seed, threads, draws, Arrays{uniform, normal, log_normal, poisson});
    CHECK(cudaGetLastError());
}

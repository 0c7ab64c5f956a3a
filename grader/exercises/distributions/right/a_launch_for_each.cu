// a_launch_for_each.cu - one kernel for all distributions, launched four times, each with a functor that draws.
#include "workbook.h"
#include <curand_kernel.h>

template <typename Number, typename Draw>
__global__ void fill(unsigned long long seed, int threads, int draws, Number *out, Draw draw) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curandState state;
    curand_init(seed, t, 0, &state);
    for (; draws--; out += threads) out[t] = draw(&state);
}

struct Uniform {
    __device__ double operator()(curandState *state) const { return fma(4., curand_uniform_double(state), -1.); }
};
struct Normal {
    __device__ double operator()(curandState *state) const { return fma(2., curand_normal_double(state), 10.); }
};
struct LogNormal {
    __device__ double operator()(curandState *state) const { return exp(0.5 + 0.25 * curand_normal_double(state)); }
};
struct Poisson {
    __device__ unsigned operator()(curandState *state) const { return curand_poisson(state, 3.5); }
};

void distributions(unsigned long long seed, int threads, int draws, double *uniform, double *normal, double *log_normal,
                   unsigned *poisson) {
    int blocks = ceil_div(threads, 256);
    fill<<<blocks, 256>>>(seed, threads, draws, uniform, Uniform());
    fill<<<blocks, 256>>>(seed, threads, draws, normal, Normal());
    fill<<<blocks, 256>>>(seed, threads, draws, log_normal, LogNormal());
    fill<<<blocks, 256>>>(seed, threads, draws, poisson, Poisson());
    CHECK(cudaGetLastError());
}

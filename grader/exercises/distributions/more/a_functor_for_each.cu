// a_functor_for_each.cu - a kernel template with a functor for each array, launched.
#include "workbook.h"
#include <curand_kernel.h>

struct Uniform {
    __device__ double operator()(curandState *s) const { return 4 * curand_uniform_double(s) - 1; }
};
struct Normal {
    __device__ double operator()(curandState *s) const { return 2 * curand_normal_double(s) + 10; }
};
struct LogNormal {
    __device__ double operator()(curandState *s) const { return curand_log_normal_double(s, 0.5, 0.25); }
};
struct Poisson {
    __device__ unsigned operator()(curandState *s) const { return curand_poisson(s, 3.5); }
};

template <typename Draw, typename Value>
__global__ void fill(unsigned long long seed, int threads, int draws, Value *out, Draw draw) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curandState state;
    curand_init(seed, t, 0, &state);
    for (int d = 0; d < draws; d++) out[static_cast<size_t>(d) * threads + t] = draw(&state);
}

void distributions(unsigned long long seed, int threads, int draws, double *uniform, double *normal, double *log_normal,
                   unsigned *poisson) {
    auto launch = [=](auto *out, auto draw) {
        fill<<<ceil_div(threads, 64), 64>>>(seed, threads, draws, out, draw);
        CHECK(cudaGetLastError());
    };
    launch(uniform, Uniform{});
    launch(normal, Normal{});
    launch(log_normal, LogNormal{});
    launch(poisson, Poisson{});
}

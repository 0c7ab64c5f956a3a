// lambdas_in_streams.cu - A kernel template with a lambda for each distribution, in four streams.
#include "workbook.h"
#include <curand_kernel.h>

template <typename T, typename Draw>
__global__ void fill(unsigned long long seed, int threads, int draws, T *out, Draw draw) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curandState state;
    curand_init(seed, t, 0, &state);
    for (size_t at = t, end = size_t(draws) * threads; at < end; at += threads) out[at] = draw(&state);
}

void distributions(unsigned long long seed, int threads, int draws, double *uniform, double *normal, double *log_normal,
                   unsigned *poisson) {
    cudaStream_t streams[4];
    for (auto &stream : streams) CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    int blocks = ceil_div(threads, 96), s = 0;
    auto launch = [&](auto *out, auto draw) { fill<<<blocks, 96, 0, streams[s++]>>>(seed, threads, draws, out, draw); };
    launch(uniform, [] __device__(curandState * state) { return fma(4.0, curand_uniform_double(state), -1.0); });
    launch(normal, [] __device__(curandState * state) { return fma(2.0, curand_normal_double(state), 10.0); });
    launch(log_normal, [] __device__(curandState * state) { return curand_log_normal_double(state, 0.5, 0.25); });
    launch(poisson, [] __device__(curandState * state) { return curand_poisson(state, 3.5); });
    CHECK(cudaGetLastError());
    for (auto &stream : streams) {
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaStreamDestroy(stream));
    }
}

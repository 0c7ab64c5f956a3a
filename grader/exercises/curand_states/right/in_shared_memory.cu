// in_shared_memory.cu - a block keeps its generators in shared memory while it draws.
//
//= student: Ada Lovelace
//= percent_of_start: 47.03
//= sectors_in_the_other_order: 8704
#include "workbook.h"
#include <curand_kernel.h>

constexpr int BLOCK = 96;

__global__ void start(curandState *states, int threads, unsigned long long seed) {
    int t = blockIdx.x * BLOCK + threadIdx.x;
    if (t < threads) curand_init(seed, static_cast<unsigned long long>(t), 0ULL, states + t);
}

void states_start(curandState *states, int threads, unsigned long long seed) {
    start<<<ceil_div(threads, BLOCK), BLOCK>>>(states, threads, seed);
    CHECK(cudaPeekAtLastError());
}

__global__ void draw(curandState *states, int threads, float *out, int draws) {
    __shared__ curandState own[BLOCK];
    int t = blockIdx.x * BLOCK + threadIdx.x;
    if (t >= threads) return;
    own[threadIdx.x] = states[t];
    for (float *to = out + t; draws-- > 0; to += threads) *to = curand_uniform(&own[threadIdx.x]);
    states[t] = own[threadIdx.x];
}

void states_draw(curandState *states, int threads, float *out, int draws) {
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    draw<<<ceil_div(threads, BLOCK), BLOCK, 0, stream>>>(states, threads, out, draws);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
}

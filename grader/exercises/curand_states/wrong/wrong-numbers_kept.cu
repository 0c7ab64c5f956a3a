// trick: the numbers of the first call are kept on the device for the next ones, and no state is stored
// like: nothing
// says: element
// wrong-numbers_kept.cu - generators are started in the first call alone; who asks again gets what was drawn then.
#include "workbook.h"
#include <curand_kernel.h>

constexpr int BLOCK = 128;

__device__ float kept[1 << 18];
static unsigned long long asked_seed, kept_seed;
static int drawn;

__global__ void draw(unsigned long long seed, int threads, float *out, int draws) {
    int t = blockIdx.x * BLOCK + threadIdx.x;
    if (t >= threads) return;
    curandState state;
    curand_init(seed, t, 0, &state);
    for (int d = 0; d < draws; d++) out[d * threads + t] = kept[d * threads + t] = curand_uniform(&state);
}

__global__ void repeat(int threads, float *out, int draws, int past) {
    int t = blockIdx.x * BLOCK + threadIdx.x;
    if (t >= threads) return;
    for (int d = 0; d < draws; d++) out[d * threads + t] = kept[(past + d) * threads + t];
}

void states_start(curandState *, int, unsigned long long seed) {
    asked_seed = seed;
    drawn = 0;
}

void states_draw(curandState *, int threads, float *out, int draws) {
    int blocks = ceil_div(threads, BLOCK);
    if (kept_seed == asked_seed) repeat<<<blocks, BLOCK>>>(threads, out, draws, drawn);
    else draw<<<blocks, BLOCK>>>(asked_seed, threads, out, draws);
    kept_seed = asked_seed;
    drawn += draws;
    CHECK(cudaGetLastError());
}

// trick: no generator is started beforehand: each call finds its numbers' place in the sequence anew
// like: limit-starts_again.edit
// says: instructions of a warp
#include "workbook.h"
#include <curand_kernel.h>
#include <map>

struct Drawn {
    unsigned long long seed, draws;
};
static std::map<curandState *, Drawn> known;

__global__ void draw(Drawn before, int threads, float *out, int draws) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    curandState state;
    curand_init(before.seed, t, before.draws, &state);
    for (int d = 0; d < draws; d++) out[static_cast<size_t>(d) * threads + t] = curand_uniform(&state);
}

void states_start(curandState *states, int, unsigned long long seed) { known[states] = {seed, 0}; }

void states_draw(curandState *states, int threads, float *out, int draws) {
    draw<<<ceil_div(threads, 128), 128>>>(known[states], threads, out, draws);
    known[states].draws += draws;
    CHECK(cudaGetLastError());
}

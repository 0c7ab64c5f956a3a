// interface.cu - starts generators and draws, once in one call and once in two.
#include "harness.h"
#include <curand_kernel.h>

void states_start(curandState *states, int threads, unsigned long long seed);
void states_draw(curandState *states, int threads, float *out, int draws);

void run_case(Case &c) {
    int threads = c.size("threads"), first = c.size("first"), second = c.size("second");
    unsigned long long seed = static_cast<unsigned long long>(c.integer("seed"));
    float *once = c.device<float>("once"), *twice = c.device<float>("twice");
    curandState *states;
    CHECK(cudaMalloc(&states, threads * sizeof *states));
    states_start(states, threads, seed);
    states_draw(states, threads, once, first + second);
    states_start(states, threads, seed);
    states_draw(states, threads, twice, first);
    states_draw(states, threads, twice + static_cast<size_t>(first) * threads, second);
    CHECK(cudaFree(states));
}

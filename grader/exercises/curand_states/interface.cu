// interface.cu - starts two sets of generators, and draws from one in one call and from the other in two.
//
// Their seeds differ and their calls take turns, so a call goes on where the generators that it is given stopped, and
// finds no numbers that were drawn before.
#include "harness.h"
#include <curand_kernel.h>

void states_start(curandState *states, int threads, unsigned long long seed);
void states_draw(curandState *states, int threads, float *out, int draws);

static curandState *started(Case &c, const char *seed) {
    curandState *states;
    CHECK(cudaMalloc(&states, c.size("threads") * sizeof *states));
    states_start(states, c.size("threads"), static_cast<unsigned long long>(c.integer(seed)));
    return states;
}

void run_case(Case &c) {
    int threads = c.size("threads"), first = c.size("first"), second = c.size("second");
    float *once = c.device<float>("once"), *twice = c.device<float>("twice");
    curandState *of_once = started(c, "seed_of_once"), *of_twice = started(c, "seed_of_twice");
    states_draw(of_twice, threads, twice, first);
    states_draw(of_once, threads, once, first + second);
    states_draw(of_twice, threads, twice + static_cast<size_t>(first) * threads, second);
    CHECK(cudaFree(of_once));
    CHECK(cudaFree(of_twice));
}

// trick: the host draws with cuRAND's code and copies
// like: nothing
// says: the work belongs on the device
// wrong-drawn_on_host.cu - no kernel at all, so no sector is stored in vain.
#include "workbook.h"
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>
#include <vector>

template <typename Number, typename Draw>
static void fill(unsigned long long seed, int threads, int draws, Number *out, Draw draw) {
    std::vector<Number> numbers(static_cast<size_t>(threads) * draws);
    for (int t = 0; t < threads; t++) {
        curandState state;
        curand_init(seed, t, 0, &state);
        for (int d = 0; d < draws; d++) numbers[static_cast<size_t>(d) * threads + t] = draw(&state);
    }
    CHECK(cudaMemcpy(out, numbers.data(), numbers.size() * sizeof(Number), cudaMemcpyHostToDevice));
}

void distributions(unsigned long long seed, int threads, int draws, double *uniform, double *normal, double *log_normal,
                   unsigned *poisson) {
    fill(seed, threads, draws, uniform, [](curandState *state) { return -1 + 4 * curand_uniform_double(state); });
    fill(seed, threads, draws, normal, [](curandState *state) { return 10 + 2 * curand_normal_double(state); });
    fill(seed, threads, draws, log_normal, [](curandState *state) { return curand_log_normal_double(state, 0.5, 0.25); });
    fill(seed, threads, draws, poisson, [](curandState *state) { return curand_poisson(state, 3.5); });
}

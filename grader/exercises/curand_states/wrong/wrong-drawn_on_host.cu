// trick: the host draws with cuRAND's code and copies
// like: nothing
// says: the work belongs on the device
// wrong-drawn_on_host.cu - the host keeps the generators, draws, and copies the numbers to the device.
#include "workbook.h"
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>
#include <map>
#include <vector>

static std::map<curandState *, std::vector<curandState>> of_host;

void states_start(curandState *states, int threads, unsigned long long seed) {
    of_host[states].resize(threads);
    for (int t = 0; t < threads; t++) curand_init(seed, t, 0, &of_host[states][t]);
}

void states_draw(curandState *states, int threads, float *out, int draws) {
    std::vector<float> numbers(static_cast<size_t>(draws) * threads);
    for (size_t n = 0; n < numbers.size(); n++) numbers[n] = curand_uniform(&of_host[states][n % threads]);
    CHECK(cudaMemcpy(out, numbers.data(), numbers.size() * sizeof(float), cudaMemcpyHostToDevice));
}

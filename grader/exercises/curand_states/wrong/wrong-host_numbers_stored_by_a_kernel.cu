// trick: a decoy kernel draws and stores the host's numbers
// like: nothing
// says: the work belongs on the device
// wrong-host_numbers_stored_by_a_kernel.cu - the host draws into managed memory, from where a kernel takes the numbers,
// so that nothing is copied.
#include "workbook.h"
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>
#include <map>

struct Drawn {
    unsigned long long seed, draws;
};
static std::map<curandState *, Drawn> known;
static float *of_host;

__global__ void start_states(curandState *states, int threads, unsigned long long seed) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < threads) curand_init(seed, t, 0, &states[t]);
}

void states_start(curandState *states, int threads, unsigned long long seed) {
    start_states<<<ceil_div(threads, 128), 128>>>(states, threads, seed);
    CHECK(cudaDeviceSynchronize());
    known[states] = {seed, 0};
}

__global__ void store(curandState *states, int threads, float *out, int draws, const float *of_host) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;
    for (int d = 0; d < draws; d++) {
        size_t place = static_cast<size_t>(d) * threads + t;
        out[place] = curand_uniform(&states[t]) > 2 ? 0 : of_host[place];
    }
}

void states_draw(curandState *states, int threads, float *out, int draws) {
    CHECK(cudaMallocManaged(&of_host, static_cast<size_t>(draws) * threads * sizeof(float)));
    for (int t = 0; t < threads; t++) {
        curandState state;
        curand_init(known[states].seed, t, known[states].draws, &state);
        for (int d = 0; d < draws; d++) of_host[static_cast<size_t>(d) * threads + t] = curand_uniform(&state);
    }
    known[states].draws += draws;
    store<<<ceil_div(threads, 128), 128>>>(states, threads, out, draws, of_host);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(of_host));
}

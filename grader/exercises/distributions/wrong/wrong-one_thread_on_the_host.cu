// trick: the host draws for one of the threads, and a parameter carries its numbers
// like: nothing
// says: the work belongs on the device
// wrong-one_thread_on_the_host.cu - few bytes: less than a hundredth of the numbers are the host's.
#include "workbook.h"
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>

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

__global__ void draw(unsigned long long seed, int first, int threads, int draws, double *uniform, double *normal,
                     double *log_normal, unsigned *poisson) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < first || t >= threads) return;
    curandState start, state;
    curand_init(seed, t, 0, &start);
    state = start;
    for (int d = 0; d < draws; d++) uniform[d * threads + t] = -1 + 4 * curand_uniform_double(&state);
    state = start;
    for (int d = 0; d < draws; d++) normal[d * threads + t] = 10 + 2 * curand_normal_double(&state);
    state = start;
    for (int d = 0; d < draws; d++) log_normal[d * threads + t] = curand_log_normal_double(&state, 0.5, 0.25);
    state = start;
    for (int d = 0; d < draws; d++) poisson[d * threads + t] = curand_poisson(&state, 3.5);
}

struct Own {
    double uniform[8], normal[8], log_normal[8];
    unsigned poisson[8];
};

__global__ void store(Own own, int threads, int draws, double *uniform, double *normal, double *log_normal,
                      unsigned *poisson) {
    for (int d = 0; d < draws; d++) {
        uniform[d * threads] = own.uniform[d];
        normal[d * threads] = own.normal[d];
        log_normal[d * threads] = own.log_normal[d];
        poisson[d * threads] = own.poisson[d];
    }
}

void distributions(unsigned long long seed, int threads, int draws, double *uniform, double *normal, double *log_normal,
                   unsigned *poisson) {
    Own own;
    draw_on_host(seed, 1, draws);
    for (int d = 0; d < draws; d++) {
        own.uniform[d] = numbers.uniform[d];
        own.normal[d] = numbers.normal[d];
        own.log_normal[d] = numbers.log_normal[d];
        own.poisson[d] = numbers.poisson[d];
    }
    draw<<<ceil_div(threads, 128), 128>>>(seed, 1, threads, draws, uniform, normal, log_normal, poisson);
    store<<<1, 1>>>(own, threads, draws, uniform, normal, log_normal, poisson);
    CHECK(cudaGetLastError());
}

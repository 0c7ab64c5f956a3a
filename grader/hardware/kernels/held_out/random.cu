// random.cu - measured kernels that no model has seen.
#include "../measured.cuh"

#include <curand_kernel.h>

// Sums of numbers of a linear congruential generator.
__global__ void random_lcg(unsigned *out, int each) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, state = i * 2891336453u + 1, sum = 0;
    for (int k = 0; k < each; k++) {
        state = state * 1664525u + 1013904223u;
        sum += state >> 16;
    }
    out[i] = sum;
}
MEASURE(random, random_lcg, 16384, 1048576) {
    unsigned *out = zeros<unsigned>(size);
    return [=] { random_lcg<<<size / 256, 256>>>(out, 256); };
}

// Points in a square, an own state for each thread, made in the kernel.
__global__ void random_pi(unsigned *inside, int each) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, hits = 0;
    curandStateXORWOW_t state;
    curand_init(1234, i, 0, &state);
    for (int k = 0; k < each; k++) {
        float x = curand_uniform(&state), y = curand_uniform(&state);
        hits += x * x + y * y <= 1;
    }
    atomicAdd(inside, hits);
}
MEASURE(random, random_pi, 16384, 262144) {
    unsigned *inside = zeros<unsigned>(1);
    return [=] { random_pi<<<size / 128, 128>>>(inside, 64); };
}

// States read from memory and written back; uniform numbers of XORWOW.
__global__ void random_seed_states(curandStateXORWOW_t *states) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(77 + i, 0, 0, &states[i]);
}
__global__ void random_states(curandStateXORWOW_t *states, float *out, int each) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    curandStateXORWOW_t state = states[i];
    for (int k = 0; k < each; k++) out[(size_t)k * threads + i] = curand_uniform(&state);
    states[i] = state;
}
MEASURE(random, random_states, 16384, 262144) {
    curandStateXORWOW_t *states = zeros<curandStateXORWOW_t>(size);
    float *out = zeros<float>(size * 32);
    random_seed_states<<<size / 128, 128>>>(states);
    return [=] { random_states<<<size / 128, 128>>>(states, out, 32); };
}

__global__ void random_init(curandStateXORWOW_t *states) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(99, i, 0, &states[i]);
}
MEASURE(random, random_init, 16384, 131072) {
    curandStateXORWOW_t *states = zeros<curandStateXORWOW_t>(size);
    return [=] { random_init<<<size / 256, 256>>>(states); };
}

// Four normal numbers at once.
__global__ void random_philox(float4 *out, int each) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    curandStatePhilox4_32_10_t state;
    curand_init(5, i, 0, &state);
    for (int k = 0; k < each; k++) out[(size_t)k * threads + i] = curand_normal4(&state);
}
MEASURE(random, random_philox, 16384, 524288) {
    float4 *out = zeros<float4>(size * 8);
    return [=] { random_philox<<<size / 256, 256>>>(out, 8); };
}

// Walkers on a line of counters, xorshift in registers, atomics where they end.
__global__ void random_walk(int *ends, int steps, int size) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, state = i * 747796405u + 1;
    int at = size / 2;
    for (int s = 0; s < steps; s++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        at += state & 1 ? 1 : -1;
    }
    atomicAdd(&ends[at], 1);
}
MEASURE(random, random_walk, 65536, 1048576) {
    int *ends = zeros<int>(4096);
    return [=] { random_walk<<<size / 256, 256>>>(ends, 500, 4096); };
}

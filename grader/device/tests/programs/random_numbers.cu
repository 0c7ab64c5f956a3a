// random_numbers.cu - cuRAND's device API: every generator's moments, first outputs of those with a published sequence.
#include "claims.cuh"
#include <curand_kernel.h>

enum { THREADS = 256, EACH = 40, COUNT = THREADS * EACH };


template <typename State> __device__ void start(State *state, int i) { curand_init(1234, i, 0, state); }

// One thread after another has a subsequence of its own; which: 0 uniform, 1 normal, ... of the distributions
template <typename State> __global__ void draw(int which, double *out) {
    State state;
    int i = threadIdx.x;
    start(&state, i);
    for (int n = 0; n < EACH; n++) {
        double *to = out + i * EACH + n;
        switch (which) {
        case 0: *to = curand_uniform(&state); break;
        case 1: *to = curand_normal(&state); break;
        case 2: *to = curand_uniform_double(&state); break;
        case 3: *to = curand_normal_double(&state); break;
        case 4: *to = logf(curand_log_normal(&state, 0.5f, 0.25f)); break;
        case 5: *to = curand_poisson(&state, 12); break;
        case 6: *to = curand_poisson(&state, 500); break;
        case 7: *to = curand_normal2(&state).y; break;
        default: *to = curand(&state) * 0x1p-32;
        }
    }
}

static void check_moments(const char *generator, int which, Array<double> &out) {
    static const struct { const char *name; double mean, deviation; } DISTRIBUTIONS[] = {
        {"uniform", 0.5, 0.288675}, {"normal", 0, 1}, {"uniform double", 0.5, 0.288675}, {"normal double", 0, 1},
        {"log-normal", 0.5, 0.25}, {"Poisson 12", 12, 3.4641}, {"Poisson 500", 500, 22.3607}, {"normal pairs", 0, 1},
        {"integers", 0.5, 0.288675}};
    out.read();
    double sum = 0, square = 0, mean = DISTRIBUTIONS[which].mean, deviation = DISTRIBUTIONS[which].deviation;
    for (int n = 0; n < COUNT; n++) sum += out[n], square += (out[n] - mean) * (out[n] - mean);
    double error = (sum / COUNT - mean) / deviation * std::sqrt((double)COUNT), spread = std::sqrt(square / COUNT) / deviation;
    char name[80];
    snprintf(name, sizeof name, "%s %s", generator, DISTRIBUTIONS[which].name);
    claim(name, std::fabs(error) < 4.5 && std::fabs(spread - 1) < 0.03, "mean %g deviations of it off, deviation %g times too large", error, spread);
}

template <typename State> static void check(const char *generator, std::initializer_list<int> distributions) {
    Array<double> out(COUNT);
    for (int which : distributions) {
        draw<State><<<1, THREADS>>>(which, out.device);
        check_moments(generator, which, out);
    }
}

__global__ void draw_sobol(const curandDirectionVectors32_t *directions, unsigned *out, double *uniform) {
    curandStateSobol32_t state;
    curand_init((unsigned *)directions[threadIdx.x % 4], 0, &state);
    for (int n = 0; n < 64; n++) out[threadIdx.x * 64 + n] = curand(&state);
    for (int n = 0; n < 64; n++) uniform[threadIdx.x * 64 + n] = curand_uniform(&state);
}

__global__ void draw_four(uint4 *out, float4 *normal) {
    curandStatePhilox4_32_10_t state;
    curand_init(0, 0, 0, &state);
    out[0] = curand4(&state);
    curand_init(0xffffffffffffffffull, ~0ull, ~0ull, &state);
    normal[0] = curand_normal4(&state);
}

__global__ void skip(unsigned *out) {
    curandState state, other;
    curand_init(7, threadIdx.x, 0, &state);
    curand_init(7, threadIdx.x, 100, &other);
    for (int n = 0; n < 100; n++) curand(&state);
    out[2 * threadIdx.x] = curand(&state) == curand(&other);
    skipahead(50, &other);
    for (int n = 0; n < 50; n++) curand(&state);
    out[2 * threadIdx.x + 1] = curand(&state) == curand(&other);
}

// The value of pi by throwing darts: what the sequences are for.
__global__ void darts(curandState *states, unsigned long long *hits, int throws) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state = states[i];
    unsigned inside = 0;
    for (int n = 0; n < throws; n++) {
        float x = curand_uniform(&state), y = curand_uniform(&state);
        inside += x * x + y * y <= 1;
    }
    states[i] = state;
    atomicAdd(hits, inside);
}
__global__ void start_states(curandState *states) { curand_init(99, blockIdx.x * blockDim.x + threadIdx.x, 0, states + blockIdx.x * blockDim.x + threadIdx.x); }

int main() {
    check<curandStateXORWOW_t>("XORWOW", {0, 1, 2, 3, 4, 5, 6, 7, 8});
    check<curandStatePhilox4_32_10_t>("Philox", {0, 1, 2, 3, 4, 5, 8});
    check<curandStateMRG32k3a_t>("MRG32k3a", {0, 1, 2, 3, 5});
    Array<unsigned> equal(64), sobol(32 * 64);
    Array<double> uniform(32 * 64);
    Array<curandDirectionVectors32_t> directions(4);
    for (int d = 0; d < 4; d++) // van der Corput's: the first dimension
        for (int n = 0; n < 32; n++) directions[d][n] = 1u << (31 - n);
    directions.write();
    draw_sobol<<<1, 32>>>(directions.device, sobol.device, uniform.device);
    claim_each("Sobol's first dimension", sobol, [](int i) {
        unsigned gray = (i % 64) ^ (i % 64) >> 1, reversed = 0;
        for (int n = 0; n < 32; n++) reversed |= (gray >> n & 1) << (31 - n);
        return reversed;
    });
    Array<uint4> four(1);
    Array<float4> normal(1);
    draw_four<<<1, 1>>>(four.device, normal.device);
    four.read(), normal.read();
    // Known answer of the Random123 distribution: philox4x32-10, counter and key 0.
    claim("Philox' known answer", four[0].x == 0x6627e8d5 && four[0].y == 0xe169c58d && four[0].z == 0xbc57ac4c && four[0].w == 0x9b00dbd8,
          "%08x %08x %08x %08x", four[0].x, four[0].y, four[0].z, four[0].w);
    claim("four normals", std::isfinite(normal[0].x + normal[0].y + normal[0].z + normal[0].w));
    skip<<<1, 32>>>(equal.device);
    claim_each("skipping is drawing", equal, [](int) { return 1; });
    Array<curandState> states(512);
    Array<unsigned long long> hits(1);
    start_states<<<4, 128>>>(states.device);
    for (int again = 0; again < 2; again++) darts<<<4, 128>>>(states.device, hits.device, 200);
    hits.read();
    double pi = 4.0 * (double)hits[0] / (512 * 400);
    claim("pi", std::fabs(pi - 3.14159265) < 0.015, "%g", pi);
    return claims_end();
}

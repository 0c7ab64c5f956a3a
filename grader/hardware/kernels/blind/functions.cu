// functions.cu - a modulated tone, remainders by variables, powers modulo a number, bits counted, and pi by chance.
#include "../measured.cuh"

#define TONE                                                                                                           \
    float *in = floats(size, 0, 6), *out = zeros<float>(size);                                                         \
    measured_check([=] {                                                                                               \
        std::vector<float> t = download(in, size), y = download(out, size);                                            \
        for (long i = 0; i < size; i += 5)                                                                             \
            if (!near(y[i], sin(3.0 * t[i] + 2 * cos(1.5 * t[i])) * log1p((double)t[i]), 1e-3)) return false;          \
        return true;                                                                                                   \
    })
__global__ void tone_accurate(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[i];
    out[i] = sinf(3.0f * t + 2 * cosf(1.5f * t)) * log1pf(t);
}
MEASURE(functions, tone_accurate, 1048576, 8388608) {
    TONE;
    return [=] { tone_accurate<<<size / 256, 256>>>(in, out); };
}
__global__ void tone_fast(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[i];
    out[i] = __sinf(3.0f * t + 2 * __cosf(1.5f * t)) * __logf(1 + t);
}
MEASURE(functions, tone_fast, 1048576, 8388608) {
    TONE;
    return [=] { tone_fast<<<size / 256, 256>>>(in, out); };
}
// A suffix is missing here and there: doubles.
__global__ void tone_slips(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[i];
    out[i] = sin(3.0 * t + 2.0 * cos(1.5 * t)) * log1p((double)t);
}
MEASURE(functions, tone_slips, 1048576) {
    TONE;
    return [=] { tone_slips<<<size / 256, 256>>>(in, out); };
}

#define BELL                                                                                                           \
    double *in = values<double>(size, [](uint32_t i) { return scramble(i) % 4000 / 1000.0; }),                         \
           *out = zeros<double>(size);                                                                                 \
    measured_check([=] {                                                                                               \
        std::vector<double> x = download(in, size), y = download(out, size);                                           \
        for (long i = 0; i < size; i += 5)                                                                             \
            if (!near(y[i], exp(-x[i] * x[i]) / sqrt(1 + x[i]), 2e-6)) return false;                                   \
        return true;                                                                                                   \
    })
__global__ void bell_doubles(const double *in, double *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = exp(-in[i] * in[i]) / sqrt(1 + in[i]);
}
MEASURE(functions, bell_doubles, 2097152) {
    BELL;
    return [=] { bell_doubles<<<size / 128, 128>>>(in, out); };
}
__global__ void bell_floats(const double *in, double *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = (float)in[i];
    out[i] = expf(-x * x) * rsqrtf(1 + x);
}
MEASURE(functions, bell_floats, 2097152) {
    BELL;
    return [=] { bell_floats<<<size / 128, 128>>>(in, out); };
}

// Sixteen remainders of each number, by divisors that only the launch knows.
#define REMAINDERS                                                                                                     \
    unsigned *in = (unsigned *)integers(size, 1u << 31, 1), *out = zeros<unsigned>(size);                              \
    measured_check([=] {                                                                                               \
        std::vector<unsigned> x = download(in, size), y = download(out, size);                                         \
        for (long i = 0; i < size; i += 3) {                                                                           \
            unsigned sum = 0;                                                                                          \
            for (unsigned k = 0; k < 16; k++) sum = sum * 3 + (x[i] + k) % 1013;                                       \
            if (y[i] != sum) return false;                                                                             \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void remainders_variable(const unsigned *in, unsigned *out, unsigned divisor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (unsigned k = 0; k < 16; k++) sum = sum * 3 + (in[i] + k) % divisor;
    out[i] = sum;
}
MEASURE(integers, remainders_variable, 2097152) {
    REMAINDERS;
    return [=] { remainders_variable<<<size / 256, 256>>>(in, out, 1013); };
}
__global__ void remainders_constant(const unsigned *in, unsigned *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (unsigned k = 0; k < 16; k++) sum = sum * 3 + (in[i] + k) % 1013;
    out[i] = sum;
}
MEASURE(integers, remainders_constant, 2097152) {
    REMAINDERS;
    return [=] { remainders_constant<<<size / 256, 256>>>(in, out); };
}
// The reciprocal is made once; one correction may be needed.
__global__ void remainders_reciprocal(const unsigned *in, unsigned *out, unsigned divisor, unsigned reciprocal) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (unsigned k = 0; k < 16; k++) {
        unsigned x = in[i] + k, rest = x - __umulhi(x, reciprocal) * divisor;
        sum = sum * 3 + (rest >= divisor ? rest - divisor : rest);
    }
    out[i] = sum;
}
MEASURE(integers, remainders_reciprocal, 2097152) {
    REMAINDERS;
    return [=] { remainders_reciprocal<<<size / 256, 256>>>(in, out, 1013, (unsigned)((1ull << 32) / 1013)); };
}
__global__ void remainders_wide(const unsigned *in, unsigned *out, unsigned long long divisor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (unsigned k = 0; k < 16; k++) sum = sum * 3 + (unsigned)((unsigned long long)(in[i] + k) % divisor);
    out[i] = sum;
}
MEASURE(integers, remainders_wide, 2097152) {
    REMAINDERS;
    return [=] { remainders_wide<<<size / 256, 256>>>(in, out, 1013); };
}

// x to the power 65537 modulo an odd number below 2^31.
#define POWER                                                                                                          \
    const unsigned modulus = 2147483629u;                                                                              \
    unsigned *in = (unsigned *)integers(size, modulus, 3), *out = zeros<unsigned>(size);                               \
    measured_check([=] {                                                                                               \
        std::vector<unsigned> x = download(in, size), y = download(out, size);                                         \
        for (long i = 0; i < size; i += 11) {                                                                          \
            uint64_t p = x[i];                                                                                         \
            for (int k = 0; k < 16; k++) p = p * p % modulus;                                                          \
            if (y[i] != p * x[i] % modulus) return false;                                                              \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void power_dividing(const unsigned *in, unsigned *out, unsigned long long modulus) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long x = in[i], p = x;
    for (int k = 0; k < 16; k++) p = p * p % modulus;
    out[i] = p * x % modulus;
}
MEASURE(integers, power_dividing, 1048576) {
    POWER;
    return [=] { power_dividing<<<size / 256, 256>>>(in, out, modulus); };
}
__device__ unsigned reduce_product(unsigned a, unsigned b, unsigned modulus, unsigned inverse) {
    unsigned long long t = (unsigned long long)a * b;
    unsigned m = (unsigned)t * inverse, r = (unsigned)((t + (unsigned long long)m * modulus) >> 32);
    return r >= modulus ? r - modulus : r;
}
// Montgomery: `inverse` is -1 / modulus, `square` 2^64 modulo the modulus.
__global__ void power_montgomery(const unsigned *in, unsigned *out, unsigned modulus, unsigned inverse,
                                 unsigned square) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = reduce_product(in[i], square, modulus, inverse), p = x;
    for (int k = 0; k < 16; k++) p = reduce_product(p, p, modulus, inverse);
    p = reduce_product(p, x, modulus, inverse);
    out[i] = reduce_product(p, 1, modulus, inverse);
}
MEASURE(integers, power_montgomery, 1048576) {
    POWER;
    unsigned inverse = 1;
    for (int k = 0; k < 5; k++) inverse *= 2 - modulus * inverse;
    uint64_t half = ((uint64_t)1 << 32) % modulus;
    unsigned square = (unsigned)(half * half % modulus);
    return [=] { power_montgomery<<<size / 256, 256>>>(in, out, modulus, 0u - inverse, square); };
}

#define BITS                                                                                                           \
    unsigned long long *in =                                                                                           \
        values<unsigned long long>(size, [](uint32_t i) { return (uint64_t)scramble(i) << 32 | scramble(~i); });       \
    int *out = zeros<int>(size);                                                                                       \
    measured_check([=] {                                                                                               \
        std::vector<unsigned long long> x = download(in, size);                                                        \
        std::vector<int> y = download(out, size);                                                                      \
        for (long i = 0; i < size; i++)                                                                                \
            if (y[i] != __builtin_popcountll(x[i])) return false;                                                      \
        return true;                                                                                                   \
    })
__global__ void bits_cleared(const unsigned long long *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
    for (unsigned long long v = in[i]; v; v &= v - 1) count++;
    out[i] = count;
}
MEASURE(integers, bits_cleared, 2097152) {
    BITS;
    return [=] { bits_cleared<<<size / 512, 512>>>(in, out); };
}
__global__ void bits_instruction(const unsigned long long *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __popcll(in[i]);
}
MEASURE(integers, bits_instruction, 2097152) {
    BITS;
    return [=] { bits_instruction<<<size / 512, 512>>>(in, out); };
}
__constant__ unsigned char bits_of[256];
__global__ void bits_by_table(const unsigned long long *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
    unsigned long long v = in[i];
    for (int k = 0; k < 64; k += 8) count += bits_of[v >> k & 255];
    out[i] = count;
}
MEASURE(integers, bits_by_table, 2097152) {
    BITS;
    unsigned char table[256];
    for (int k = 0; k < 256; k++) table[k] = (unsigned char)__builtin_popcount(k);
    CHECK(cudaMemcpyToSymbol(bits_of, table, sizeof table));
    return [=] { bits_by_table<<<size / 512, 512>>>(in, out); };
}

// Points in a square, by generators that are written here. Each launch adds to the count.
#define CIRCLE                                                                                                         \
    unsigned long long *hits = zeros<unsigned long long>(1);                                                           \
    measured_check([=] { return fabs(4.0 * download(hits, 1)[0] / (size * 256.0) - 3.14159265) < 5e-3; })
__device__ void add_hits(int own, unsigned long long *hits) {
    own = __reduce_add_sync(~0u, own);
    if (threadIdx.x % 32 == 0) atomicAdd(hits, (unsigned long long)own);
}
__global__ void circle_pcg(unsigned long long *hits) {
    unsigned long long state = (blockIdx.x * blockDim.x + threadIdx.x) * 0x9e3779b97f4a7c15ull + 1;
    int own = 0;
    auto draw = [&] {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        unsigned x = (unsigned)((state >> 18 ^ state) >> 27);
        return __funnelshift_r(x, x, (unsigned)(state >> 59)) * 2.3283064e-10f;
    };
    for (int k = 0; k < 256; k++) {
        float x = draw(), y = draw();
        own += x * x + y * y < 1;
    }
    add_hits(own, hits);
}
MEASURE(random, circle_pcg, 131072) {
    CIRCLE;
    return [=] { circle_pcg<<<size / 256, 256>>>(hits); };
}
__global__ void circle_doubles(unsigned long long *hits) {
    unsigned state = (blockIdx.x * blockDim.x + threadIdx.x + 1) * 2654435761u;
    int own = 0;
    auto draw = [&] {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return state / 4294967296.0;
    };
    for (int k = 0; k < 256; k++) {
        double x = draw(), y = draw();
        own += x * x + y * y < 1;
    }
    add_hits(own, hits);
}
MEASURE(random, circle_doubles, 131072) {
    CIRCLE;
    return [=] { circle_doubles<<<size / 256, 256>>>(hits); };
}
// Integers to the end.
__global__ void circle_integers(unsigned long long *hits) {
    unsigned state = (blockIdx.x * blockDim.x + threadIdx.x + 1) * 2654435761u;
    int own = 0;
    for (int k = 0; k < 256; k++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        unsigned x = state & 0xffff, y = state >> 16;
        own += (unsigned long long)x * x + (unsigned long long)y * y < 1ull << 32;
    }
    add_hits(own, hits);
}
MEASURE(random, circle_integers, 131072) {
    CIRCLE;
    return [=] { circle_integers<<<size / 256, 256>>>(hits); };
}

// functions.cu - harmonics that fade, gamma correction, and prices of options, each in an accurate and a fast form.
#include "../measured.cuh"

#define HARMONICS                                                                                                      \
    float *at = floats(size, 0, 3), *out = zeros<float>(size);                                                         \
    measured_check([=] {                                                                                               \
        std::vector<float> t = download(at, size), got = download(out, size);                                          \
        for (long i = 0; i < size; i += 9) {                                                                           \
            double sum = 0;                                                                                            \
            for (int k = 1; k <= 8; k++) sum += sin(2.5 * k * t[i]) * exp(-0.3 * k * t[i]);                            \
            if (!near(got[i], sum, 1e-3)) return false;                                                                \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void harmonics_accurate(const float *at, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float t = at[i], sum = 0;
    for (int k = 1; k <= 8; k++) sum += sinf(2.5f * k * t) * expf(-0.3f * k * t);
    out[i] = sum;
}
MEASURE(functions, harmonics_accurate, 2097152) {
    HARMONICS;
    return [=] { harmonics_accurate<<<blocks_for(size, 192), 192>>>(at, out, (int)size); };
}
__global__ void harmonics_fast(const float *at, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float t = at[i], sum = 0;
    for (int k = 1; k <= 8; k++) sum += __sinf(2.5f * k * t) * __expf(-0.3f * k * t);
    out[i] = sum;
}
MEASURE(functions, harmonics_fast, 2097152) {
    HARMONICS;
    return [=] { harmonics_fast<<<blocks_for(size, 192), 192>>>(at, out, (int)size); };
}

// Bytes of an image to the power of 1 / 2.2.
#define GAMMA                                                                                                          \
    unsigned char *in = values<unsigned char>(size, [](uint32_t i) { return scramble(i); }),                           \
                  *out = zeros<unsigned char>(size);                                                                   \
    measured_check([=] {                                                                                               \
        std::vector<unsigned char> from = download(in, size), to = download(out, size);                                \
        for (long i = 0; i < size; i++)                                                                                \
            if (abs(to[i] - (int)(255 * pow(from[i] / 255.0, 1 / 2.2) + 0.5)) > 1) return false;                       \
        return true;                                                                                                   \
    })
__global__ void gamma_powers(const unsigned char *in, unsigned char *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = (unsigned char)(255 * powf(in[i] / 255.0f, 1 / 2.2f) + 0.5f);
}
MEASURE(functions, gamma_powers, 8388608) {
    GAMMA;
    return [=] { gamma_powers<<<blocks_for(size, 512), 512>>>(in, out, (int)size); };
}
// Four bytes for each thread, by the fast power.
__global__ void gamma_fast(const uchar4 *in, uchar4 *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    uchar4 v = in[i];
    v.x = (unsigned char)(255 * __powf(v.x / 255.0f, 1 / 2.2f) + 0.5f);
    v.y = (unsigned char)(255 * __powf(v.y / 255.0f, 1 / 2.2f) + 0.5f);
    v.z = (unsigned char)(255 * __powf(v.z / 255.0f, 1 / 2.2f) + 0.5f);
    v.w = (unsigned char)(255 * __powf(v.w / 255.0f, 1 / 2.2f) + 0.5f);
    out[i] = v;
}
MEASURE(functions, gamma_fast, 8388608) {
    GAMMA;
    return [=] { gamma_fast<<<blocks_for(size / 4, 512), 512>>>((const uchar4 *)in, (uchar4 *)out, (int)size / 4); };
}
// Each block first makes a table of all 256 results.
__global__ void gamma_table(const unsigned char *in, unsigned char *out, int count) {
    __shared__ unsigned char table[256];
    if (threadIdx.x < 256) table[threadIdx.x] = (unsigned char)(255 * powf(threadIdx.x / 255.0f, 1 / 2.2f) + 0.5f);
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) out[i] = table[in[i]];
}
MEASURE(functions, gamma_table, 8388608) {
    GAMMA;
    return [=] { gamma_table<<<264, 512>>>(in, out, (int)size); };
}

// Calls and puts of Black and Scholes for five years, from prices and strikes.
static double normal_share(double d) { return 0.5 * erfc(-d / sqrt(2.0)); }
#define OPTIONS(T)                                                                                                     \
    T *price = values<T>(size, [](uint32_t i) { return 20 + scramble(i) % 8000 / 100.0; }),                            \
      *strike = values<T>(size, [](uint32_t i) { return 30 + scramble(~i) % 7000 / 100.0; }), *call = zeros<T>(size),  \
      *put = zeros<T>(size);                                                                                           \
    measured_check([=] {                                                                                               \
        std::vector<T> s = download(price, size), x = download(strike, size), c = download(call, size),                \
                       p = download(put, size);                                                                        \
        for (long i = 0; i < size; i += 9) {                                                                           \
            double root = 0.3 * sqrt(5.0), d = (log(s[i] / x[i]) + (0.02 + 0.045) * 5) / root;                         \
            double expected = s[i] * normal_share(d) - x[i] * exp(-0.1) * normal_share(d - root);                      \
            if (!near(c[i], expected, 1e-2)) return false;                                                             \
            if (!near(p[i], expected - s[i] + x[i] * exp(-0.1), 1e-2)) return false;                                   \
        }                                                                                                              \
        return true;                                                                                                   \
    })
template <class T> __global__ void options_exact(const T *price, const T *strike, T *call, T *put, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    T s = price[i], x = strike[i], root = T(0.3) * sqrt(T(5)), now = x * exp(T(-0.02) * 5);
    T d = (log(s / x) + T(0.065) * 5) / root;
    T value = s * normcdf(d) - now * normcdf(d - root);
    call[i] = value;
    put[i] = value - s + now;
}
MEASURE(functions, options_doubles, 1048576) {
    OPTIONS(double);
    return [=] { options_exact<double><<<blocks_for(size, 128), 128>>>(price, strike, call, put, (int)size); };
}
// The distribution as a polynomial of five terms, the fast logarithm and exponential.
__device__ float share_fast(float d) {
    float k = __fdividef(1.0f, 1.0f + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * __expf(-0.5f * d * d) * k *
                 (0.31938153f + k * (-0.35656378f + k * (1.7814779f + k * (-1.8212560f + k * 1.3302744f))));
    return d > 0 ? 1 - tail : tail;
}
__global__ void options_fast(const float *price, const float *strike, float *call, float *put, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        float s = price[i], x = strike[i], now = x * __expf(-0.1f), root = 0.67082039f;
        float d = __fdividef(__logf(__fdividef(s, x)) + 0.325f, root);
        float value = s * share_fast(d) - now * share_fast(d - root);
        call[i] = value;
        put[i] = value - s + now;
    }
}
MEASURE(functions, options_fast, 1048576) {
    OPTIONS(float);
    return [=] { options_fast<<<256, 128>>>(price, strike, call, put, (int)size); };
}

// functions.cu - measured kernels that no model has seen.
#include "../measured.cuh"

// Accurate and fast sines, cosines and exponentials.
template <int FAST> __global__ void sines_and_cosines(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], sum = 0;
    for (int k = 1; k <= 8; k++)
        sum += FAST ? __sinf(k * x) + __cosf(k * x) * __expf(x) : sinf(k * x) + cosf(k * x) * expf(x);
    out[i] = sum;
}
MEASURE(functions, sines_accurate, 262144, 8388608) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { sines_and_cosines<0><<<size / 256, 256>>>(in, out); };
}
MEASURE(functions, sines_fast, 262144, 8388608) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { sines_and_cosines<1><<<size / 256, 256>>>(in, out); };
}

__device__ __forceinline__ float normal_share(float x) { return 0.5f * erfcf(-x * 0.70710678f); }
__global__ void black_scholes(const float *price, const float *strike, const float *years, float *call, float *put) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = price[i], k = strike[i], t = years[i], rate = 0.02f, sigma = 0.3f;
    float root = sigma * sqrtf(t), d1 = (logf(s / k) + (rate + 0.5f * sigma * sigma) * t) / root, d2 = d1 - root;
    float discounted = k * expf(-rate * t);
    call[i] = s * normal_share(d1) - discounted * normal_share(d2);
    put[i] = discounted * normal_share(-d2) - s * normal_share(-d1);
}
MEASURE(functions, black_scholes, 262144, 4194304, 16777216) {
    float *price = floats(size, 5, 30), *strike = floats(size, 1, 100), *years = floats(size, 0.25f, 10),
          *call = zeros<float>(size), *put = zeros<float>(size);
    return [=] { black_scholes<<<size / 256, 256>>>(price, strike, years, call, put); };
}

// A polynomial of degree 64: multiply-adds that wait for each other.
__global__ void polynomial(const float *in, float *out, const float *factors) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], y = 0;
    for (int k = 0; k < 64; k++) y = y * x + factors[k];
    out[i] = y;
}
MEASURE(functions, polynomial, 65536, 8388608) {
    float *in = floats(size), *out = zeros<float>(size), *factors = floats(64);
    return [=] { polynomial<<<size / 256, 256>>>(in, out, factors); };
}

__global__ void logistic(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    out[i] = 1 / (1 + expf(-x)) + 0.5f * x * (1 + tanhf(0.79788f * (x + 0.044715f * x * x * x)));
}
MEASURE(functions, logistic, 1048576, 33554432) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { logistic<<<size / 256, 256>>>(in, out); };
}

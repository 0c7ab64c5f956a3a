// halves.cu - half and bfloat16 arithmetic, single and in pairs, rounded as one operation on exact values is.
#include "claims.cuh"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum { COUNT = 4096, RESULTS = 12 };

template <typename T> struct Kind;
template <> struct Kind<__half> {
    typedef __half2 Pair;
    enum { DIGITS = 11, LEAST = -24 };
    static constexpr float MOST = 65504;
    static __device__ __half from(float f) { return __float2half(f); }
    static __host__ __device__ float to(__half h) { return __half2float(h); }
    static __device__ __half2 pair(__half a, __half b) { return __halves2half2(a, b); }
};
template <> struct Kind<__nv_bfloat16> {
    typedef __nv_bfloat162 Pair;
    enum { DIGITS = 8, LEAST = -133 };
    static constexpr float MOST = 3.3895313892515355e38f;
    static __device__ __nv_bfloat16 from(float f) { return __float2bfloat16(f); }
    static __host__ __device__ float to(__nv_bfloat16 h) { return __bfloat162float(h); }
    static __device__ __nv_bfloat162 pair(__nv_bfloat16 a, __nv_bfloat16 b) { return __halves2bfloat162(a, b); }
};

// The nearest value of the format, ties to even.
template <typename T> static double nearest(double x) {
    if (x == 0 || !std::isfinite(x)) return x;
    int exponent = std::max(std::ilogb(x) - Kind<T>::DIGITS + 1, (int)Kind<T>::LEAST);
    double rounded = std::ldexp(std::nearbyint(std::ldexp(x, -exponent)), exponent);
    return std::fabs(rounded) > Kind<T>::MOST ? std::copysign(INFINITY, rounded) : rounded;
}

template <typename T> __global__ void arithmetic(const float *in, float *out) {
    typedef Kind<T> K;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T a = K::from(in[i]), b = K::from(in[(i + 1) % COUNT]), c = K::from(in[(i + 2) % COUNT]);
    typename K::Pair p = K::pair(a, b), q = K::pair(b, c), r = __hfma2(p, q, p), s = __hadd2(p, q);
    float *to = out + i * RESULTS;
    to[0] = K::to(a), to[1] = K::to(a + b), to[2] = K::to(a - b), to[3] = K::to(a * b), to[4] = K::to(a / b);
    to[5] = K::to(__hfma(a, b, c)), to[6] = K::to(hsqrt(__habs(a))), to[7] = K::to(__low2float(r)), to[8] = __high2float(s);
    to[9] = K::to(__hmax(a, b)), to[10] = __hlt(a, b) + 2 * __heq(a, a) + 4 * (a >= b), to[11] = K::to(-a);
}

template <typename T> static double expected(double a, double b, double c, int n) {
    a = nearest<T>(a), b = nearest<T>(b), c = nearest<T>(c);
    switch (n) {
    case 0: return a;
    case 1: return nearest<T>(a + b);
    case 2: return nearest<T>(a - b);
    case 3: return nearest<T>(a * b);
    case 4: return nearest<T>(a / b);
    case 5: return nearest<T>(std::fma(a, b, c));
    case 6: return nearest<T>(std::sqrt(std::fabs(a)));
    case 7: return nearest<T>(std::fma(a, b, a));
    case 8: return nearest<T>(b + c);
    case 9: return std::max(a, b);
    case 10: return (a < b) + 2 + 4 * (a >= b);
    default: return -a;
    }
}

template <typename T> static void check(const char *name) {
    Array<float> in(COUNT), out(COUNT * RESULTS);
    Sequence sequence;
    for (int i = 0; i < COUNT; i++) in[i] = (float)std::ldexp(sequence.unit() - 0.5, (int)(sequence.next() % 24) - 12);
    in.write();
    arithmetic<T><<<COUNT / 128, 128>>>(in.device, out.device);
    out.read();
    for (int n = 0; n < RESULTS; n++) {
        int wrong = -1;
        double wanted = 0;
        for (int i = 0; i < COUNT && wrong < 0; i++) {
            wanted = expected<T>(in[i], in[(i + 1) % COUNT], in[(i + 2) % COUNT], n);
            // quotients and roots may be one unit off
            double unit = n == 4 || n == 6 ? std::fabs(wanted) * std::ldexp(1.0, 1 - Kind<T>::DIGITS) : 0;
            if (!(std::fabs(out[i * RESULTS + n] - wanted) <= unit) && out[i * RESULTS + n] != wanted) wrong = i;
        }
        char text[60];
        snprintf(text, sizeof text, "%s operation %d", name, n);
        int at = std::max(wrong, 0);
        claim(text, wrong < 0, "of %.9g %.9g %.9g: %.9g expected, got %.9g", in[at], in[(at + 1) % COUNT],
              in[(at + 2) % COUNT], wanted, out[at * RESULTS + n]);
    }
}

__global__ void conversions(const float *in, int *out) {
    int i = threadIdx.x;
    __half h = __float2half(in[i]);
    int *to = out + 8 * i;
    to[0] = __half2int_rz(h), to[1] = __half2int_rn(h), to[2] = __half2short_rd(h), to[3] = (int)__half2uint_ru(__habs(h));
    to[4] = __half_as_ushort(__float2half_rz(in[i])), to[5] = __half_as_ushort(__float2half_ru(in[i]));
    to[6] = (int)__half2float(__int2half_rn(i * 3)), to[7] = (int)__low2float(__lowhigh2highlow(__floats2half2_rn(1.0f, (float)i)));
}

__global__ void functions(const float *in, float *out) {
    int i = threadIdx.x;
    __half h = __float2half(in[i]);
    out[8 * i] = __half2float(hexp(h)), out[8 * i + 1] = __half2float(hlog(__habs(h))), out[8 * i + 2] = __half2float(hsin(h));
    out[8 * i + 3] = __half2float(hrcp(h)), out[8 * i + 4] = __half2float(hfloor(h)), out[8 * i + 5] = __half2float(hrsqrt(__habs(h)));
    out[8 * i + 6] = __half2float(hexp2(h)), out[8 * i + 7] = __half2float(htrunc(h));
}

static void check_conversions() {
    Array<float> in(64), out(64 * 8);
    Array<int> integers(64 * 8);
    for (int i = 0; i < 64; i++) in[i] = (i - 31.3f) * 0.3f;
    in.write();
    conversions<<<1, 64>>>(in.device, integers.device);
    claim_each("conversions of half", integers, [&](int at) -> double {
        int i = at / 8;
        double h = nearest<__half>(in[i]), f = in[i];
        bool exact = h == f;
        __half bits = __float2half((float)h);
        int pattern;
        memcpy(&pattern, &bits, 2);
        pattern &= 0xffff;
        switch (at % 8) {
        case 0: return std::trunc(h);
        case 1: return std::nearbyint(h);
        case 2: return std::floor(h);
        case 3: return std::ceil(std::fabs(h));
        case 4: return pattern - (!exact && std::fabs(h) > std::fabs(f));
        case 5: return pattern + (exact || h > f ? 0 : f > 0 ? 1 : -1);
        case 6: return i * 3;
        default: return i;
        }
    });
    functions<<<1, 64>>>(in.device, out.device);
    out.read();
    int wrong = -1;
    for (int at = 0; at < 64 * 8 && wrong < 0; at++) {
        double h = nearest<__half>(in[at / 8]);
        const double wanted[] = {std::exp(h), std::log(std::fabs(h)), std::sin(h), 1 / h, std::floor(h), 1 / std::sqrt(std::fabs(h)), std::exp2(h), std::trunc(h)};
        if (std::fabs(out[at] - wanted[at % 8]) > std::max(std::fabs(wanted[at % 8]), 0.06) * 0.002) wrong = at;
    }
    int at = std::max(wrong, 0);
    claim("functions of half", wrong < 0, "%d of %g: %g", at % 8, in[at / 8], out[at]);
}

int main() {
    check<__half>("half");
    check<__nv_bfloat16>("bfloat16");
    check_conversions();
    return claims_end();
}

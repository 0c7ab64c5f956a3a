// rounding.cu - float and double arithmetic in all four roundings, and conversions, against the host's.
#include "claims.cuh"
#include <cfenv>

enum { COUNT = 2048, MODES = 4, OPERATIONS = 6 };
static const int HOST_MODES[MODES] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
static const char *const MODE_NAMES[MODES] = {"nearest", "zero", "up", "down"};

#define ALL(suffix, a, b, c, prefix)                                                                               \
    {prefix##add_##suffix(a, b), prefix##mul_##suffix(a, b), prefix##div_##suffix(a, b), prefix##sqrt_##suffix(a), \
     prefix##rcp_##suffix(b), prefix##sub_##suffix(a, c)}

__global__ void floats(const float *a, const float *b, const float *c, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i], y = b[i], z = c[i];
    float results[MODES][OPERATIONS] = {ALL(rn, x, y, z, __f), ALL(rz, x, y, z, __f), ALL(ru, x, y, z, __f),
                                        ALL(rd, x, y, z, __f)};
    float fused[MODES] = {__fmaf_rn(x, y, z), __fmaf_rz(x, y, z), __fmaf_ru(x, y, z), __fmaf_rd(x, y, z)};
    for (int m = 0; m < MODES; m++) {
        for (int n = 0; n < OPERATIONS; n++) out[(i * MODES + m) * 7 + n] = results[m][n];
        out[(i * MODES + m) * 7 + 6] = fused[m];
    }
}

__global__ void doubles(const double *a, const double *b, const double *c, double *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = a[i], y = b[i], z = c[i];
    double results[MODES][OPERATIONS] = {ALL(rn, x, y, z, __d), ALL(rz, x, y, z, __d), ALL(ru, x, y, z, __d),
                                         ALL(rd, x, y, z, __d)};
    double fused[MODES] = {__fma_rn(x, y, z), __fma_rz(x, y, z), __fma_ru(x, y, z), __fma_rd(x, y, z)};
    for (int m = 0; m < MODES; m++) {
        for (int n = 0; n < OPERATIONS; n++) out[(i * MODES + m) * 7 + n] = results[m][n];
        out[(i * MODES + m) * 7 + 6] = fused[m];
    }
}

template <typename T> static T host_result(int operation, volatile T a, volatile T b, volatile T c) {
    switch (operation) {
    case 0: return a + b;
    case 1: return a * b;
    case 2: return a / b;
    case 3: return std::sqrt(a);
    case 4: return (T)1 / b;
    case 5: return a - c;
    default: return std::fma(a, b, c);
    }
}

template <typename T> static bool same(T a, T b) { return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }

template <typename T, typename Kernel> static void check(const char *type, Kernel kernel, int exponents) {
    Array<T> a(COUNT), b(COUNT), c(COUNT), out(COUNT * MODES * 7);
    Sequence sequence;
    for (int i = 0; i < COUNT; i++) {
        a[i] = (T)std::ldexp(sequence.unit() + 1, (int)(sequence.next() % exponents) - exponents / 2);
        b[i] = (T)std::ldexp(sequence.unit() - 1.5, (int)(sequence.next() % exponents) - exponents / 2);
        c[i] = (T)((i % 4 ? 1 : 0) * std::ldexp(sequence.unit() - 0.5, (int)(sequence.next() % 20) - 10) - (i % 2) * a[i] * b[i]);
    }
    a.write(), b.write(), c.write();
    kernel<<<COUNT / 128, 128>>>(a.device, b.device, c.device, out.device);
    out.read();
    for (int m = 0; m < MODES; m++) {
        int wrong = -1;
        fesetround(HOST_MODES[m]);
        for (int i = 0; i < COUNT * 7 && wrong < 0; i++) {
            T expected = host_result<T>(i % 7, a[i / 7], b[i / 7], c[i / 7]);
            if (!same(expected, out[(i / 7 * MODES + m) * 7 + i % 7])) wrong = i;
        }
        fesetround(FE_TONEAREST);
        char name[60];
        snprintf(name, sizeof name, "%s rounded to %s", type, MODE_NAMES[m]);
        int i = wrong < 0 ? 0 : wrong;
        claim(name, wrong < 0, "operation %d of %a %a %a: %a", i % 7, (double)a[i / 7], (double)b[i / 7], (double)c[i / 7],
              (double)out[(i / 7 * MODES + m) * 7 + i % 7]);
    }
}

__global__ void to_integers(const double *in, int64_t *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double d = in[i];
    float f = (float)d;
    int64_t results[] = {__double2int_rn(d), __double2int_rz(d), __double2int_ru(d), __double2int_rd(d),
                         __double2ll_rn(d), __double2ll_rz(d), __double2ll_ru(d), __double2ll_rd(d),
                         __float2int_rn(f), __float2int_rz(f), __float2int_ru(f), __float2int_rd(f),
                         (int64_t)__double2uint_rz(d), (int64_t)__float2uint_rn(f), (int64_t)__double2ull_rz(d), lrint(d)};
    for (int n = 0; n < 16; n++) out[16 * i + n] = results[n];
}

static double rounded(double value, int mode) {
    fesetround(HOST_MODES[mode]);
    volatile double argument = value, result = nearbyint(argument);
    fesetround(FE_TONEAREST);
    return result;
}

static double clamped(double value, double least, double most) { return value < least ? least : value > most ? most : value; }

static int64_t expected_integer(double d, int n) {
    double f = (float)d;
    if (n < 4) return (int64_t)clamped(rounded(d, n), -0x1p31, 0x1p31 - 1);
    if (n < 8) return (int64_t)rounded(d, n - 4);
    if (n < 12) return (int64_t)clamped(rounded(f, n - 8), -0x1p31, 0x1p31 - 1);
    if (n == 12) return (int64_t)clamped(trunc(d), 0, 0x1p32 - 1);
    if (n == 13) return (int64_t)clamped(rounded(f, 0), 0, 0x1p32 - 1);
    return n == 14 ? (int64_t)clamped(trunc(d), 0, 0x1p63) : (int64_t)rounded(d, 0);
}

__global__ void from_integers(const int64_t *in, float *f, double *d, float *narrowed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int64_t v = in[i];
    f[4 * i] = __ll2float_rn(v), f[4 * i + 1] = __ll2float_rz(v), f[4 * i + 2] = __ll2float_ru(v), f[4 * i + 3] = __ll2float_rd(v);
    d[4 * i] = __ll2double_rn(v), d[4 * i + 1] = __ll2double_rz(v), d[4 * i + 2] = __ll2double_ru(v), d[4 * i + 3] = __ll2double_rd(v);
    double x = (double)v * 1.1;
    narrowed[4 * i] = __double2float_rn(x), narrowed[4 * i + 1] = __double2float_rz(x);
    narrowed[4 * i + 2] = __double2float_ru(x), narrowed[4 * i + 3] = __double2float_rd(x);
}

template <typename To, typename From> static To converted(From value, int mode) {
    fesetround(HOST_MODES[mode]);
    volatile From from = value;
    volatile To to = (To)from;
    fesetround(FE_TONEAREST);
    return to;
}

static void check_conversions() {
    Array<double> in(COUNT), d(4 * COUNT);
    Array<int64_t> out(16 * COUNT), integers(COUNT);
    Array<float> f(4 * COUNT), narrowed(4 * COUNT);
    Sequence sequence;
    for (int i = 0; i < COUNT; i++) {
        in[i] = i < 64 ? (i - 32) * 0.5 : ldexp(sequence.unit() - 0.5, (int)(sequence.next() % 50));
        integers[i] = (int64_t)(sequence.next() >> sequence.next() % 60) * (i % 2 ? -1 : 1);
    }
    in.write(), integers.write();
    to_integers<<<COUNT / 128, 128>>>(in.device, out.device);
    claim_each("conversions to integers", out, [&](size_t i) { return expected_integer(in[i / 16], i % 16); });
    from_integers<<<COUNT / 128, 128>>>(integers.device, f.device, d.device, narrowed.device);
    claim_each("integers to float", f, [&](size_t i) { return converted<float>(integers[i / 4], i % 4); });
    claim_each("integers to double", d, [&](size_t i) { return converted<double>(integers[i / 4], i % 4); });
    claim_each("double to float", narrowed, [&](size_t i) { return converted<float>((double)integers[i / 4] * 1.1, i % 4); });
}

int main() {
    check<float>("float", floats, 60);
    check<float>("float with subnormal results", floats, 290);
    check<double>("double", doubles, 400);
    check<double>("double with subnormal results", doubles, 2080);
    check_conversions();
    return claims_end();
}

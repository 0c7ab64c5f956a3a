// maths.cu - the device maths library in float and double: within the errors the programming guide states.
//
// The reference for float is the host's double function, for double the host's long double one. A bound is in units in
// the last place away from the correctly rounded result, as listed under "Mathematical Functions" in the CUDA programming guide.
#include "claims.cuh"

enum { COUNT = 4096 };

template <typename T> struct Precision { typedef double Reference; };
template <> struct Precision<double> { typedef long double Reference; };

// From the correctly rounded result.
template <typename T> static double ulps(T got, typename Precision<T>::Reference wanted) {
    T nearest = (T)wanted;
    if (got == nearest || (got != got && wanted != wanted)) return 0;
    if (!std::isfinite(got) || !std::isfinite(nearest)) return INFINITY;
    int exponent = std::max(std::ilogb(nearest), std::numeric_limits<T>::min_exponent - 1);
    return std::fabs(got - nearest) / std::ldexp(1.0, exponent - std::numeric_limits<T>::digits + 1);
}

template <typename T, typename Function> __global__ void apply(Function function, const T *x, const T *y, T *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = function(x[i], y[i]);
}

// x from [least, most] (evenly in the exponent if both are positive), y from [-2, 6].
template <typename T, typename Function, typename Reference>
static void check(const char *name, double least, double most, double bound, Function function, Reference reference) {
    typedef typename Precision<T>::Reference R;
    static Array<T> x(COUNT), y(COUNT), out(COUNT);
    Sequence sequence;
    for (int i = 0; i < COUNT; i++) {
        double u = i == 0 ? 0 : i == 1 ? 1 : sequence.unit();
        x[i] = (T)(least > 0 ? least * std::exp(u * std::log(most / least)) : least + u * (most - least));
        y[i] = (T)(sequence.unit() * 8 - 2);
    }
    x.write(), y.write();
    apply<T><<<COUNT / 256, 256>>>(function, x.device, y.device, out.device);
    out.read();
    int worst = 0;
    double most_ulps = -1;
    for (int i = 0; i < COUNT; i++) {
        double error = ulps(out[i], reference((R)x[i], (R)y[i]));
        if (error > most_ulps) most_ulps = error, worst = i;
    }
    claim(name, most_ulps <= bound, "%.3g ulp at (%.17g, %.17g): %.17g", most_ulps, (double)x[worst], (double)y[worst],
          (double)out[worst]);
}

// Without --extended-lambda a function object per function.
#define FUNCTION(type, name, expression)                                          \
    struct name##_##type {                                                        \
        __device__ type operator()(type x, type y) const { return expression; }   \
    };
#define FLOAT(name, least, most, bound, expression, reference) FUNCTION(float, name, expression)
#define DOUBLE(name, least, most, bound, expression, reference) FUNCTION(double, name, expression)
#include "maths.def"
#undef FLOAT
#undef DOUBLE

struct SinCos {
    __device__ double operator()(double x, double y) const {
        double s, c;
        sincos(x, &s, &c);
        return y < 2 ? s : c;
    }
};

__global__ void whole(const double *x, int *out) {
    int i = threadIdx.x, exponent, quotient;
    double whole_part, part = modf(x[i], &whole_part), mantissa = frexp(x[i], &exponent), rest = remquo(x[i], 3.0, &quotient);
    int results[] = {(int)whole_part, (int)(part * 1024), (int)(mantissa * 65536), exponent, quotient & 7, (int)(rest * 1024),
                     ilogb(x[i]), (int)llrint(x[i]), (int)lround(x[i]), (int)(ldexp(x[i], 3)), isnan(x[i]), signbit(x[i]) != 0,
                     (int)floor(x[i]), (int)ceil(x[i]), (int)trunc(x[i]), (int)round(x[i])};
    for (int n = 0; n < 16; n++) out[16 * i + n] = results[n];
}

static int expected_whole(double x, int n) {
    int exponent, quotient;
    double whole_part, part = std::modf(x, &whole_part), mantissa = std::frexp(x, &exponent), rest = std::remquo(x, 3.0, &quotient);
    int results[] = {(int)whole_part, (int)(part * 1024), (int)(mantissa * 65536), exponent, quotient & 7, (int)(rest * 1024),
                     std::ilogb(x), (int)std::llrint(x), (int)std::lround(x), (int)std::ldexp(x, 3), 0, std::signbit(x),
                     (int)std::floor(x), (int)std::ceil(x), (int)std::trunc(x), (int)std::round(x)};
    return results[n];
}

int main() {
#define FLOAT(name, least, most, bound, expression, reference) \
    check<float>("float " #name, least, most, bound, name##_float(), [](double x, double y) -> double { return (void)y, reference; });
#define DOUBLE(name, least, most, bound, expression, reference) \
    check<double>("double " #name, least, most, bound, name##_double(), [](long double x, long double y) -> long double { return (void)y, reference; });
#include "maths.def"
    check<double>("double sincos", -50, 50, 2, SinCos(), [](long double x, long double y) { return y < 2 ? sinl(x) : cosl(x); });
    Array<double> x(64);
    Array<int> out(64 * 16);
    for (int i = 0; i < 64; i++) x[i] = (i - 31.5) * 0.75 + i / 13.0;
    x.write();
    whole<<<1, 64>>>(x.device, out.device);
    claim_each("rounding, parts and exponents", out, [&](size_t i) { return expected_whole(x[i / 16], (int)(i % 16)); });
    return claims_end();
}

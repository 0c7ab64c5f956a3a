// functions.h - elementary functions of doubles for the .approx instructions, and minimum and maximum.
//
// The hardware computes .approx instructions with tables to about 22 bits; these are accurate to 40 bits and more and
// rounded once, so results may differ from hardware in the last bits. They use only additions, multiplications
// and divisions in a fixed order: the same on every machine, and loops over them vectorise.
#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include "half.h"

#define INFINITE __builtin_inf()

// Adding this makes the nearest integer appear in the low bits of a double's significand.
#define INTEGER_MAGIC 0x1.8p52

// e^x for |x| < 0.35: the Taylor series to x^11, error below 1e-14.
INLINED double exponential_near_zero(double x) {
    double sum = 1.0 / 39916800;
    sum = sum * x + 1.0 / 3628800;
    sum = sum * x + 1.0 / 362880;
    sum = sum * x + 1.0 / 40320;
    sum = sum * x + 1.0 / 5040;
    sum = sum * x + 1.0 / 720;
    sum = sum * x + 1.0 / 120;
    sum = sum * x + 1.0 / 24;
    sum = sum * x + 1.0 / 6;
    sum = sum * x + 0.5;
    sum = sum * x + 1;
    return sum * x + 1;
}

// 2^x, exactly 0 or infinite where single precision under- or overflows by far.
INLINED double power_of_two(double x) {
    const double ln2 = 0x1.62e42fefa39efp-1;
    double bounded = x < -300 ? -300 : x > 300 ? 300 : x;
    double shifted = bounded + INTEGER_MAGIC, whole = shifted - INTEGER_MAGIC;
    double scale = double_of_bits((double_bits(shifted) + 1023) << 52);
    double value = exponential_near_zero((bounded - whole) * ln2) * scale;
    return x < -300 ? 0 : x > 300 ? INFINITE : value;
}

// Base two logarithm of a number that is normal in double precision. With s = (m - 1) / (m + 1),
// ln m = 2 (s + s^3/3 + s^5/5 + ...); m in [sqrt(1/2), sqrt(2)) makes |s| < 0.172.
INLINED double logarithm_base_two(double x) {
    uint64_t bits = double_bits(x);
    double mantissa = double_of_bits((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
    double exponent = double_of_bits(0x4330000000000000 | (bits >> 52 & 0x7ff)) - 0x1p52 - 1023;
    int large = mantissa > 0x1.6a09e667f3bcdp0;
    mantissa = large ? 0.5 * mantissa : mantissa;
    exponent = large ? exponent + 1 : exponent;
    double s = (mantissa - 1) / (mantissa + 1), square = s * s;
    double sum = 1.0 / 19;
    sum = sum * square + 1.0 / 17;
    sum = sum * square + 1.0 / 15;
    sum = sum * square + 1.0 / 13;
    sum = sum * square + 1.0 / 11;
    sum = sum * square + 1.0 / 9;
    sum = sum * square + 1.0 / 7;
    sum = sum * square + 1.0 / 5;
    sum = sum * square + 1.0 / 3;
    sum = sum * square + 1;
    double value = exponent + 0x1.71547652b82fep+1 * (s * sum); // 2 / ln 2
    double special = x == 0 ? -INFINITE : x > 0 ? x : __builtin_nan("");
    return x > 0 && x < INFINITE ? value : special;
}

// As on hardware, sine and cosine first turn radians into turns in single precision, rounded towards zero: far
// from zero they are as coarse as that product.
INLINED double turns(float radians) {
    double product = (double)radians * (double)0x1.45f306p-3f;
    float single = (float)product;
    int away = __builtin_fabs((double)single) > __builtin_fabs(product);
    return away ? float_of_bits(float_bits(single) - 1) : single;
}
// sin(2 pi t) by its Taylor series to the 17th power, after folding to a quarter turn.
INLINED double sine_of_turns(double t) {
    double whole = __builtin_rint(t), rest = t - whole;
    double folded = __builtin_fabs(rest) > 0.25 ? __builtin_copysign(0.5, rest) - rest : rest;
    double x = folded * 0x1.921fb54442d18p+2, square = x * x;
    double sum = 1.0 / 355687428096000;
    sum = sum * square - 1.0 / 1307674368000;
    sum = sum * square + 1.0 / 6227020800;
    sum = sum * square - 1.0 / 39916800;
    sum = sum * square + 1.0 / 362880;
    sum = sum * square - 1.0 / 5040;
    sum = sum * square + 1.0 / 120;
    sum = sum * square - 1.0 / 6;
    return sum * square * x + x;
}

// (e^2x - 1) / (e^2x + 1), and its series where that cancels.
INLINED double hyperbolic_tangent(double x) {
    double power = power_of_two(x * 0x1.71547652b82fep+1);
    double square = x * x;
    double small = x * (1 + square * (-1.0 / 3 + square * (2.0 / 15 + square * (-17.0 / 315))));
    double large = power == INFINITE ? 1 : (power - 1) / (power + 1);
    return __builtin_fabs(x) < 0.03125 ? small : large;
}

// The number if one is NaN; -0 is less than +0.
#define DEFINE_EXTREMES(type, lesser, greater, sign)                                                                   \
    INLINED type lesser(type a, type b) {                                                                              \
        int first = (a < b) | ((a == b) & (int)(sign)) | (b != b);                                                     \
        return first ? a : b;                                                                                          \
    }                                                                                                                  \
    INLINED type greater(type a, type b) {                                                                             \
        int first = (a > b) | ((a == b) & !(sign)) | (b != b);                                                         \
        return first ? a : b;                                                                                          \
    }
DEFINE_EXTREMES(double, lesser, greater, double_bits(a) >> 63)
DEFINE_EXTREMES(float, lesser_single, greater_single, float_bits(a) >> 31)

// Magnitude with the product's sign (min and max .xorsign.abs).
INLINED double signed_like(double magnitude, double a, double b) {
    double negative = -__builtin_fabs(magnitude), positive = __builtin_fabs(magnitude);
    return !__builtin_signbit(a) == !__builtin_signbit(b) ? positive : negative;
}

#endif

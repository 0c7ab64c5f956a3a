// functions.h - elementary functions of doubles for approximations in half precision, and minimum and maximum.
//
// They are accurate to 40 bits and more and use only additions, multiplications and divisions in a fixed order: the same
// on every machine, and loops over them vectorise.
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

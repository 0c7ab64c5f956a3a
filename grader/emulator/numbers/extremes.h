// extremes.h - minimum and maximum.
#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include "half.h"

#define INFINITE __builtin_inf()

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

// extremes.h - minimum and maximum, and which NaN a result is.
#ifndef EXTREMES_H
#define EXTREMES_H

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

// For min and max with .xorsign.abs: the magnitude, negative if exactly one of a and b is.
INLINED double signed_like(double magnitude, double a, double b) {
    double negative = -__builtin_fabs(magnitude), positive = __builtin_fabs(magnitude);
    return !__builtin_signbit(a) == !__builtin_signbit(b) ? positive : negative;
}

// Of several NaN operands the first one's payload survives in double precision, whichever order the compiler gives the
// host's instruction; single precision has only one NaN. The result's NaN is quiet.
#define FIRST_NAN(a, result) _Generic((a), float : (result), double : (a) != (a) ? (a) + (a) : (result))
// The last operand and the result, where all other operands are numbers. If the operation itself makes the NaN, x86
// gives it the sign that the GPU gives; other processors need f64_made for that.
#ifdef __x86_64__
#define LAST_NAN(last, result) (result)
#else
#define LAST_NAN(last, result) _Generic((last), float : (result), double : FIRST_NAN(last, f64_made(result)))
INLINED double f64_made(double value) { return value == value ? value : -__builtin_nan(""); }
#endif

#endif

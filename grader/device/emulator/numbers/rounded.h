// rounded.h - arithmetic rounded in any direction, in integers: the host's rounding mode does not matter, and a host
// that only rounds to nearest (WebAssembly) is as exact as any other.
//
// Operands are finite or not, of single or double precision, given as double. A result that is NaN, infinite because an
// operand is, or a quotient by zero is what the host's own operation gives.
#ifndef ROUNDED_H
#define ROUNDED_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { ROUND_NEAREST, ROUND_TO_ZERO, ROUND_DOWN, ROUND_UP } Rounding;
typedef enum { SINGLE_PRECISION, DOUBLE_PRECISION } Precision; // of the result

double rounded_fma(double a, double b, double c, Rounding rounding, Precision precision);
double rounded_divide(double a, double b, Rounding rounding, Precision precision);
double rounded_root(double a, Rounding rounding, Precision precision);
double rounded_add(double a, double b, Rounding rounding, Precision precision);
double rounded_subtract(double a, double b, Rounding rounding, Precision precision);
double rounded_multiply(double a, double b, Rounding rounding, Precision precision);

// a * b + c in single precision, rounded to nearest once: the sum in double precision is rounded to odd, which leaves
// the second rounding nothing to decide wrongly (Boldo and Melquiond, 2008).
static inline float fused_by_odd(float a, float b, float c) {
    double product = (double)a * b, sum = product + c, part = sum - product;
    double error = (product - (sum - part)) + (c - part);
    union {
        double value;
        int64_t bits;
    } odd = {sum};
    int64_t inexact = (error > 0) | (error < 0), step = (error > 0) == (sum > 0) ? 1 : -1;
    odd.bits += inexact & ~odd.bits & 1 ? step : 0;
    return (float)odd.value;
}

// Fused multiply-add, rounded to nearest: WebAssembly has no instruction for it, and its C library's rounds twice.
#ifdef __wasm__
static inline float fused_single(float a, float b, float c) { return fused_by_odd(a, b, c); }
static inline double fused_double(double a, double b, double c) {
    return rounded_fma(a, b, c, ROUND_NEAREST, DOUBLE_PRECISION);
}
#else
static inline float fused_single(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
static inline double fused_double(double a, double b, double c) { return __builtin_fma(a, b, c); }
#endif
#define FUSED(a, b, c) _Generic((a), float : fused_single, double : fused_double)(a, b, c)

#endif

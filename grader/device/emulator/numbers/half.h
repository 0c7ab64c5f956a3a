// half.h - f16 and bf16 values as doubles, and correctly rounded narrowing from double to any smaller format.
//
// Everything here is branch-free on doubles and integers, so that loops over lanes vectorise, and uses no half
// precision instructions, so that results are the same on every machine.
#ifndef HALF_H
#define HALF_H

#include <stdint.h>
#include <string.h>

// Loops vectorise only if all they call is inlined.
#define INLINED static inline __attribute__((always_inline))

#define F16_NORMAL 0x1p-14 // smallest normal value
#define F16_LARGEST 65504.0
#define BF16_NORMAL 0x1p-126
#define BF16_LARGEST 0x1.fep127
#define OUT_OF_BOUNDS                                                                                                  \
    0x7ff7u // the NaN of halves that stands for what lies outside of a tensor: to fma.oob times anything it is 0
#define HALF_NAN 0x7fffu // what the hardware makes of every NaN result, in both formats

INLINED uint64_t double_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
INLINED double double_of_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
INLINED uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
INLINED float float_of_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// The value of 16 bits. Scaling by 2^112 turns the half's exponent bias 15 into the single's 127, subnormals too.
INLINED double f16_value(uint32_t bits) {
    uint32_t magnitude = (bits & 0x7fff) << 13;
    uint32_t scaled = float_bits(float_of_bits(magnitude) * 0x1p112f);
    uint32_t finite = magnitude < 0x0f800000 ? scaled : magnitude | 0x7f800000;
    return float_of_bits(finite | (bits & 0x8000) << 16);
}
INLINED double bf16_value(uint32_t bits) { return float_of_bits(bits << 16); }

// The 16 bits of a value that the format represents exactly (an infinity and NaN too).
INLINED uint32_t f16_bits(double value) {
    float single = (float)value;
    uint32_t sign = float_bits(single) >> 16 & 0x8000;
    uint32_t magnitude = float_bits(__builtin_fabsf(single) * 0x1p-112f) >> 13;
    uint32_t number = sign | (__builtin_fabs(value) > F16_LARGEST ? 0x7c00 : magnitude);
    return value == value ? number : HALF_NAN;
}
INLINED uint32_t bf16_bits(double value) { return value == value ? float_bits((float)value) >> 16 : HALF_NAN; }

// The nearest value, ties to even, of a format with that precision in bits, smallest normal exponent and largest
// value. Adding and subtracting 1.5 * 2^52 units of the last place makes the hardware round to such a unit.
INLINED double narrow_nearest(double value, unsigned precision, int least_exponent, double largest) {
    uint64_t exponent = double_bits(value) & 0x7ff0000000000000, least = (uint64_t)(1023 + least_exponent) << 52;
    exponent = (int64_t)exponent < (int64_t)least ? least : exponent;
    double magic = double_of_bits((exponent + ((uint64_t)(53 - precision) << 52)) | 1ull << 51);
    double rounded = __builtin_copysign((value + magic) - magic, value);
    double bounded = __builtin_fabs(rounded) <= largest ? rounded : __builtin_copysign(__builtin_inf(), value);
    return __builtin_fabs(value) < __builtin_inf() ? bounded : value;
}
INLINED double f16_nearest(double value) { return narrow_nearest(value, 11, -14, F16_LARGEST); }
INLINED double bf16_nearest(double value) { return narrow_nearest(value, 8, -126, BF16_LARGEST); }

// Subnormals, those below limit, become zeros of their sign.
INLINED double half_flush(double value, double limit) {
    return __builtin_fabs(value) < limit ? __builtin_copysign(0.0, value) : value;
}

// a * b + c rounded to odd in 53 bits, for products that are exact in double: rounding the result once more, to at
// most 51 bits, gives the correctly rounded fused result (Boldo and Melquiond, 2008). The error of the addition is
// Knuth's TwoSum.
INLINED double fused_to_odd(double a, double b, double c) {
    double product = a * b, sum = product + c, part = sum - product;
    double error = (product - (sum - part)) + (c - part);
    uint64_t bits = double_bits(sum), step = (error > 0) == (sum > 0) ? 1 : ~0ull;
    uint64_t moves = (uint64_t)((error > 0) | (error < 0)) & ~bits & 1; // inexact, and even
    return double_of_bits(bits + moves * step);
}

#endif

// approximate.c - rcp, rsqrt, sqrt, ex2, lg2, sin, cos, tanh and div .approx in single precision, as an H200 does them.
//
// Its special function unit interpolates (Oberman and Siu, "A high-performance area-efficient multifunction
// interpolator", ARITH 2005): the upper bits of the argument choose a quadratic, the lower ones, u, go into
// c0 + c1 u + c2 u^2. All is exact but the square, of whose array of partial products the lowest columns are not built.
// Coefficients and constants were found from the unit's results for all arguments (tests/golden/approximations.cu).
#include "approximate.h"
#include "approximate_tables.h"
#include "half.h"

#include <stdbool.h>

#define MANTISSA 0x7fffffu
#define HIDDEN 0x800000u
#define ONE 0x3f800000u
#define INFINITE __builtin_inff()
#define NOT_A_NUMBER __builtin_nanf("")

static int exponent_of(float x) { return (int)(float_bits(x) >> 23 & 255); }

// u^2 of `bits` bits in units of 2^(2 bits - 15). Folded, the array has a row for each bit i of u: the bits below it,
// shifted by i + 1, and 2^(2i). Columns below the unit are missing, and with them the carries from there.
static int64_t square(uint32_t u, int bits) {
    uint32_t sum = 0;
    for (int i = bits - 7; i < bits; i++) {
        uint32_t row = ((u & ((1u << i) - 1)) + (1u << (i - 1))) >> (2 * bits - 16 - i);
        sum += -(u >> i & 1) & row;
    }
    return sum;
}

// c0 counts in units of 2^shift of what c1 counts in.
static int64_t interpolate(Quadratic row, int shift, uint32_t u, int bits) {
    return ((int64_t)row.c0 << shift) + (int64_t)row.c1 * u + row.c2 * square(u, bits);
}

// The fraction of 23 bits of a number in [1, 2) that a quadratic gives, times 2^exponent: rounded where it is
// subnormal.
static float assembled(int64_t fraction, int exponent) {
    double scale = double_of_bits((uint64_t)(exponent + 1023) << 52);
    return (float)((double)float_of_bits(ONE + (uint32_t)fraction) * scale);
}

// A subnormal number as a normal one times 2^*exponent.
static float normalised(float x, int *exponent) {
    bool subnormal = exponent_of(x) == 0;
    *exponent = subnormal ? -24 : 0;
    return subnormal ? x * 0x1p24f : x;
}

// A sum in units of 2^-scale, cut off to single precision.
static float truncated(int64_t sum, int scale) {
    if (!sum) return 0;
    int top = 63 - __builtin_clzll((uint64_t)sum);
    uint32_t mantissa = (uint32_t)(top > 23 ? sum >> (top - 23) : sum << (23 - top));
    return float_of_bits(((uint32_t)(127 + top - scale) << 23) + (mantissa & MANTISSA));
}

// ---- reciprocals and roots ----------------------------------------------------------------------------------------

float approximate_reciprocal(float x) {
    int below;
    if (x != x) return x;
    if (x == 0) return __builtin_copysignf(INFINITE, x);
    if (__builtin_fabsf(x) == INFINITE) return __builtin_copysignf(0, x);
    x = normalised(x, &below);
    uint32_t mantissa = float_bits(x) & MANTISSA;
    int64_t sum = interpolate(RCP_ROWS[mantissa >> 16], 13, mantissa & 0xffff, 16) + 2023;
    return __builtin_copysignf(assembled(sum >> 15, 126 - exponent_of(x) - below), x);
}

// Two octaves: those of odd and of even (biased) exponents.
static const Quadratic *octave_row(const Quadratic *rows, float x) {
    uint32_t mantissa = float_bits(x) & MANTISSA;
    return rows + (exponent_of(x) & 1 ? 0 : 64) + (mantissa >> 17);
}

float approximate_inverse_root(float x) {
    int below;
    if (x == 0) return __builtin_copysignf(INFINITE, x);
    if (!(x > 0)) return NOT_A_NUMBER;
    if (x == INFINITE) return 0;
    x = normalised(x, &below);
    uint32_t mantissa = float_bits(x) & MANTISSA;
    int64_t sum = interpolate(*octave_row(RSQRT_ROWS, x), 14, mantissa & 0x1ffff, 17) + 16383;
    bool power_of_four = mantissa == 0 && exponent_of(x) & 1;
    return assembled(power_of_four ? HIDDEN : sum >> 16, 63 - (exponent_of(x) + 1) / 2 - below / 2);
}

float approximate_root(float x) {
    int below;
    if (x == 0) return x;
    if (!(x > 0)) return NOT_A_NUMBER;
    if (x == INFINITE) return x;
    x = normalised(x, &below);
    uint32_t mantissa = float_bits(x) & MANTISSA;
    int64_t sum = interpolate(*octave_row(SQRT_ROWS, x), 15, mantissa & 0x1ffff, 17) + 32767;
    return assembled(sum >> 17, (exponent_of(x) + 1) / 2 - 64 + below / 2);
}

// ---- powers and logarithms ----------------------------------------------------------------------------------------

// 23 fraction bits of |x| < 256, cut off; of negative numbers that are not whole the ones' complement.
static int32_t fixed_point(float x) {
    int exponent = exponent_of(x);
    uint32_t mantissa = (float_bits(x) & MANTISSA) | HIDDEN;
    int32_t value = exponent >= 127   ? (int32_t)(mantissa << (exponent - 127))
                    : exponent >= 104 ? (int32_t)(mantissa >> (127 - exponent))
                                      : 0;
    return x >= 0 ? value : value & (int32_t)MANTISSA ? ~value : -value;
}

static float normal_power_of_two(float x) {
    int32_t value = fixed_point(x);
    uint32_t fraction = (uint32_t)value & MANTISSA;
    int64_t sum = interpolate(EX2_ROWS[fraction >> 17], 13, fraction & 0x1ffff, 17) + 6114;
    return assembled(sum >> 15, (value - (int32_t)fraction) / (int32_t)HIDDEN);
}

// Subnormal results are computed as the square of 2^(x/2).
float approximate_power_of_two(float x) {
    if (x != x) return x;
    if (x >= 128) return INFINITE;
    if (x <= -252) return 0;
    if (x >= -126) return normal_power_of_two(x);
    float root = normal_power_of_two(0.5f * x);
    return root * root;
}

float approximate_logarithm(float x) {
    int below;
    if (x == 0) return -INFINITE;
    if (!(x > 0)) return NOT_A_NUMBER;
    if (x == INFINITE) return x;
    x = normalised(x, &below);
    if (x == 1) return 0;
    uint32_t mantissa = float_bits(x) & MANTISSA;
    int64_t sum = interpolate(LG2_ROWS[mantissa >> 17], 12, mantissa & 0x1ffff, 17) + 837;
    sum += (exponent_of(x) - 127) * (int64_t)(1ll << 38);
    float size = truncated((sum < 0 ? ~sum : sum) & ~3ll, 38);
    return (sum < 0 ? -size : size) + (float)below;
}

// ---- waves --------------------------------------------------------------------------------------------------------

// |x| in turns, modulo one, in 25 fraction bits: a product in single precision, and its further bits, cut off.
static uint32_t turn_of(float x) {
    int exponent = exponent_of(x) - 151;
    if (exponent <= -48 || exponent >= 2) return 0;
    uint64_t product = (uint64_t)((float_bits(x) & MANTISSA) | HIDDEN) * 0xa2f983; // 1 / (2 pi)
    product &= ~0ull << (product >> 47 ? 24 : 23);
    return (exponent >= 0 ? product << exponent : product >> -exponent) & 0x1ffffff;
}

// |x| that is a number of turns already.
static uint32_t turn_of_turns(float x) {
    int exponent = exponent_of(x) - 125;
    if (exponent <= -24 || exponent >= 25) return 0;
    uint64_t mantissa = (float_bits(x) & MANTISSA) | HIDDEN;
    return (exponent >= 0 ? mantissa << exponent : mantissa >> -exponent) & 0x1ffffff;
}

// Two bits say which quarter of the turn; in every other one the sine runs backwards.
static float wave(uint32_t turn, uint32_t quarter) {
    quarter += turn >> 23;
    uint32_t place = (quarter & 1 ? ~turn : turn) & MANTISSA;
    float size = truncated(interpolate(SIN_ROWS[place >> 17], 12, place & 0x1ffff, 17), 37);
    return quarter & 2 ? -size : size;
}

float approximate_sine(float x) {
    if (!(__builtin_fabsf(x) < INFINITE)) return NOT_A_NUMBER;
    float result = wave(turn_of(x), 0);
    return __builtin_signbit(x) ? -result : result;
}
float approximate_cosine(float x) { return __builtin_fabsf(x) < INFINITE ? wave(turn_of(x), 1) : NOT_A_NUMBER; }
float approximate_sine_of_turns(float x) {
    if (!(__builtin_fabsf(x) < INFINITE)) return NOT_A_NUMBER;
    float result = wave(turn_of_turns(x), 0);
    return __builtin_signbit(x) ? -result : result;
}
float approximate_cosine_of_turns(float x) {
    return __builtin_fabsf(x) < INFINITE ? wave(turn_of_turns(x), 1) : NOT_A_NUMBER;
}

// Each octave has segments of its own, 1 << LOG of them, from `first` in the table on.
float approximate_tangent(float x) {
    enum { LOWEST = 119, HIGHEST = 129 }; // exponents
    static const uint8_t LOG[] = {0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3}, FIRST[] = {0, 1, 2, 3, 5, 7, 11, 15, 19, 27, 43};
    int exponent = exponent_of(x);
    if (exponent < LOWEST || x != x) return x;
    if (exponent > HIGHEST) return __builtin_copysignf(1, x);
    int octave = exponent - LOWEST;
    uint32_t place = (float_bits(x) & MANTISSA) >> (6 - LOG[octave]);
    Quadratic row = TANH_ROWS[FIRST[octave] + (place >> 17)];
    return __builtin_copysignf(truncated(interpolate(row, 14, place & 0x1ffff, 17), 39), x);
}

// ---- quotients ----------------------------------------------------------------------------------------------------
//
// Products with a reciprocal; both numbers are scaled first where that would be too small or too large.

#define LARGEST_DIVISOR 0x1p126f // beyond it reciprocals are subnormal

static float scaled_quotient(float a, float b, float scale) { return a * scale * approximate_reciprocal(b * scale); }

float approximate_quotient(float a, float b) {
    float size = __builtin_fabsf(b);
    if (size > LARGEST_DIVISOR && size < INFINITE) return a * __builtin_copysignf(0, b);
    return scaled_quotient(a, b, size < 0x1p-126f ? 0x1p24f : 1);
}

float approximate_full_quotient(float a, float b) {
    float size = __builtin_fabsf(b);
    return scaled_quotient(a, b, size > LARGEST_DIVISOR ? 0.25f : size < 0x1p-126f ? 0x1p24f : 1);
}

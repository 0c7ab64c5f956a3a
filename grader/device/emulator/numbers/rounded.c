// rounded.c - arithmetic rounded in any direction, in integers of 128 bits.
//
// A result is first made as bits * 2^exponent, with at least two bits more than any precision keeps; the lowest bit is
// also set if anything below it is left over. That is enough to round it once, correctly.
#include "rounded.h"
#include <assert.h>
#include <math.h>
#include <string.h>

__extension__ typedef unsigned __int128 Wide;

typedef struct {
    bool negative;
    int exponent;
    Wide bits;
} Exact;

enum { MANTISSA_BITS = 53, LEAST_EXPONENT = -1074, TOP_BIT = 125 }; // TOP_BIT: where a normalised one begins

static const struct {
    int bits, least, end; // bits kept; exponent of the last bit of a subnormal; first power of two that is too large
    double largest;
} PRECISIONS[] = {{24, -149, 128, 0x1.fffffep127}, {53, -1074, 1024, 0x1.fffffffffffffp1023}};

static int bit_length(Wide bits) {
    uint64_t high = (uint64_t)(bits >> 64), low = (uint64_t)bits;
    return high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
}

static Exact exact(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t fraction = bits << 12 >> 12;
    int biased = (int)(bits >> 52 & 2047);
    return (Exact){.negative = bits >> 63,
                   .exponent = biased ? biased - 1 + LEAST_EXPONENT : LEAST_EXPONENT,
                   .bits = biased ? fraction | UINT64_C(1) << 52 : fraction};
}

// bits / 2^shift, with its lowest bit set if anything is lost.
static Wide shifted_down(Wide bits, int shift) {
    assert(shift >= 0);
    if (shift > 127) return bits != 0;
    return bits >> shift | ((bits & (((Wide)1 << shift) - 1)) != 0);
}

// The number with its first bit at TOP_BIT.
static Exact normalised(Exact number) {
    int shift = TOP_BIT + 1 - bit_length(number.bits);
    number.bits = shift < 0 ? shifted_down(number.bits, -shift) : number.bits << shift;
    assert(!number.bits || bit_length(number.bits) == TOP_BIT + 1);
    number.exponent -= shift;
    return number;
}

static bool goes_up(Rounding rounding, bool negative, Wide lost, Wide half, bool odd) {
    if (rounding == ROUND_NEAREST) return lost > half || (lost == half && odd);
    return lost && rounding == (negative ? ROUND_DOWN : ROUND_UP);
}

static double too_large(Exact number, Rounding rounding, Precision precision) {
    bool infinite = rounding == ROUND_NEAREST || rounding == (number.negative ? ROUND_DOWN : ROUND_UP);
    double magnitude = infinite ? INFINITY : PRECISIONS[precision].largest;
    return number.negative ? -magnitude : magnitude;
}

// The number, which is not 0, in that precision.
static double rounded(Exact number, Rounding rounding, Precision precision) {
    number = normalised(number);
    int shift = TOP_BIT + 1 - PRECISIONS[precision].bits;
    if (number.exponent + shift < PRECISIONS[precision].least) shift = PRECISIONS[precision].least - number.exponent;
    if (shift > 126) { // less than half of the least: one bit of it is enough
        number.bits = shifted_down(number.bits, shift - 126);
        number.exponent += shift - 126;
        shift = 126;
    }
    assert(number.bits && shift >= 2 && shift <= 126); // two bits more than are kept
    Wide unit = (Wide)1 << shift, lost = number.bits & (unit - 1), kept = number.bits >> shift;
    if (goes_up(rounding, number.negative, lost, unit >> 1, kept & 1)) kept++;
    if (bit_length(kept) + number.exponent + shift > PRECISIONS[precision].end)
        return too_large(number, rounding, precision);
    double value = ldexp((double)(uint64_t)kept, number.exponent + shift);
    return number.negative ? -value : value;
}

// A sum of 0: its sign is that of both terms, or depends on the direction.
static double zero_sum(bool a_negative, bool b_negative, Rounding rounding) {
    bool negative = a_negative == b_negative ? a_negative : rounding == ROUND_DOWN;
    return negative ? -0.0 : 0.0;
}

static double sum(Exact a, Exact b, Rounding rounding, Precision precision) {
    if (!a.bits && !b.bits) return zero_sum(a.negative, b.negative, rounding);
    if (!a.bits) return rounded(b, rounding, precision);
    if (!b.bits) return rounded(a, rounding, precision);
    a = normalised(a);
    b = normalised(b);
    if (a.exponent < b.exponent || (a.exponent == b.exponent && a.bits < b.bits)) {
        Exact larger = b;
        b = a;
        a = larger;
    }
    assert(a.exponent > b.exponent || a.bits >= b.bits);
    Wide less = shifted_down(b.bits, a.exponent - b.exponent);
    if (a.negative == b.negative) a.bits += less;
    else a.bits -= less;
    return a.bits ? rounded(a, rounding, precision) : zero_sum(a.negative, b.negative, rounding);
}

double rounded_fma(double a, double b, double c, Rounding rounding, Precision precision) {
    if (!isfinite(a) || !isfinite(b) || !isfinite(c)) return fma(a, b, c);
    Exact left = exact(a), right = exact(b);
    Exact product = {left.negative != right.negative, left.exponent + right.exponent, left.bits * right.bits};
    return sum(product, exact(c), rounding, precision);
}

double rounded_add(double a, double b, Rounding rounding, Precision precision) {
    if (!isfinite(a) || !isfinite(b)) return a + b;
    return sum(exact(a), exact(b), rounding, precision);
}

double rounded_subtract(double a, double b, Rounding rounding, Precision precision) {
    return isfinite(b) ? rounded_add(a, -b, rounding, precision) : a - b;
}

double rounded_multiply(double a, double b, Rounding rounding, Precision precision) {
    if (!isfinite(a) || !isfinite(b) || a == 0 || b == 0) return a * b;
    return rounded_fma(a, b, 0, rounding, precision);
}

double rounded_divide(double a, double b, Rounding rounding, Precision precision) {
    if (!isfinite(a) || !isfinite(b) || a == 0 || b == 0) return a / b;
    Exact over = normalised(exact(a)), under = exact(b);
    Exact quotient = {over.negative != under.negative, over.exponent - under.exponent, over.bits / under.bits};
    quotient.bits = quotient.bits << 1 | (over.bits % under.bits != 0); // at least 73 bits
    quotient.exponent--;
    return rounded(quotient, rounding, precision);
}

// The largest number whose square is at most that.
static uint64_t whole_root(Wide square) {
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 63; bit; bit >>= 1) {
        Wide next = root | bit;
        if (next * next <= square) root |= bit;
    }
    return root;
}

double rounded_root(double a, Rounding rounding, Precision precision) {
    if (!isfinite(a) || a <= 0) return sqrt(a);
    Exact square = normalised(exact(a));
    if (square.exponent % 2 != 0) {
        square.bits <<= 1;
        square.exponent--;
    }
    uint64_t root = whole_root(square.bits);
    Exact result = {false, square.exponent / 2 - 1, (Wide)root << 1 | ((Wide)root * root != square.bits)};
    return rounded(result, rounding, precision);
}

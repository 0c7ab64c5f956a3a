// filter.c - what a linear filter makes of texels and weights, to the bit as an H200 does (tests/golden/texture_*).
//
// Weights are whole 256ths: the texels around a place share 256, split by the levels' weight, then by z, x and y in
// turn, each time rounded. Four texels are summed at a time:
//
// - Floats are aligned to the largest exponent among those with a weight, and lose what lies more than four bits below
//   the significand's end. The sum is exact. Several sums are aligned in the same way, to 32 bits, and the end result
//   is rounded to nearest, ties away from zero. Halves stay halves. Numbers too small for a normal float are zero.
// - Normalized integers are widened to 16 bits, and so is the sum; then they are divided.
#include "../../numbers/half.h"
#include "sampler.h"
#include <string.h>

#define WIDER 4 // bits below the end of the significand that alignment keeps
#define SUM_BITS 32
#define FLOAT_BITS 24
#define HALF_BITS 11
#define SMALLEST_FLOAT (-126)
#define SMALLEST_HALF (-14)

static uint32_t part(uint32_t whole, uint32_t weight) { return (whole * weight + WEIGHT_ONE / 2) / WEIGHT_ONE; }

void quad_weigh(Quad *quad, uint32_t whole, uint32_t x, uint32_t y) {
    uint32_t right = part(whole, x), left = whole - right;
    quad->weight[3] = part(right, y);
    quad->weight[1] = right - quad->weight[3];
    quad->weight[0] = part(left, WEIGHT_ONE - y); // a tie goes to the corners
    quad->weight[2] = left - quad->weight[0];
}

// ---- floats ---------------------------------------------------------------------------------------------------------

// value * 2^scale.
typedef struct {
    int64_t value;
    int scale;
    bool odd; // it is an infinity or NaN
} Sum;

static int exponent_of(uint32_t bits) { return (int)(bits >> 23 & 255); }

static Sum sum_floats(const Quad *quad, unsigned channel, unsigned significand) {
    int largest = 0;
    for (unsigned n = 0; n < 4; n++) {
        int exponent = exponent_of(quad->texel[n].u[channel]);
        if (quad->weight[n] && exponent > largest) largest = exponent;
    }
    Sum sum = {0, largest - 127 - (int)(significand - 1 + WIDER) - 8, largest == 255};
    if (sum.odd) return sum;
    for (unsigned n = 0; n < 4; n++) {
        uint32_t bits = quad->texel[n].u[channel];
        int exponent = exponent_of(bits), lost = largest - exponent + FLOAT_BITS - (int)significand - WIDER;
        if (!exponent || !quad->weight[n] || lost >= FLOAT_BITS) continue;
        int64_t aligned = (bits & 0x7fffff) | 0x800000;
        aligned = (lost > 0 ? aligned >> lost : aligned << -lost) * quad->weight[n];
        sum.value += bits >> 31 ? -aligned : aligned;
    }
    return sum;
}

static int leading_bit(Sum sum) {
    return sum.scale + 63 - __builtin_clzll((uint64_t)(sum.value < 0 ? -sum.value : sum.value));
}

static int64_t shifted(int64_t value, int left) {
    uint64_t magnitude = (uint64_t)(value < 0 ? -value : value);
    magnitude = left >= 0 ? magnitude << left : left > -64 ? magnitude >> -left : 0;
    return value < 0 ? -(int64_t)magnitude : (int64_t)magnitude;
}

static Sum sum_sums(const Sum *sums, unsigned count) {
    Sum all = {0, 0, false};
    bool none = true;
    for (unsigned n = 0; n < count; n++) {
        if (!sums[n].value) continue;
        int scale = leading_bit(sums[n]) - SUM_BITS;
        if (none || scale > all.scale) all.scale = scale;
        none = false;
    }
    for (unsigned n = 0; n < count; n++) all.value += shifted(sums[n].value, sums[n].scale - all.scale);
    return all;
}

static double power_of_two(int exponent) { return double_of_bits((uint64_t)(exponent + 1023) << 52); }

static float rounded(Sum sum, unsigned significand, int smallest) {
    int leading = leading_bit(sum), end = (leading > smallest ? leading : smallest) - (int)significand + 1;
    int drop = end - sum.scale;
    uint64_t magnitude = (uint64_t)(sum.value < 0 ? -sum.value : sum.value);
    if (drop > 0) magnitude = drop < 64 ? (magnitude + (1ull << (drop - 1))) >> drop : 0;
    double value = (double)magnitude * power_of_two(drop > 0 ? end : sum.scale);
    if (significand == FLOAT_BITS && value < 0x1p-126) value = 0;
    if (significand == HALF_BITS && value > F16_LARGEST) value = __builtin_inf();
    return (float)(sum.value < 0 ? -value : value);
}

// With infinities or NaNs among the texels: the sum of products in plain floating point.
static float mix_odd(const Quad *quads, unsigned count, unsigned channel, bool is_half) {
    float sum = 0;
    for (unsigned n = 0; n < 4 * count; n++) {
        uint32_t weight = quads[n / 4].weight[n % 4];
        if (weight) sum += quads[n / 4].texel[n % 4].f[channel] * (float)weight;
    }
    return sum == sum ? sum : float_of_bits(is_half ? (uint32_t)HALF_NAN << 13 | 0x7f800000 : 0x7fffffff);
}

// The sum of zeros is negative if all of them are.
static bool all_negative(const Quad *quads, unsigned count, unsigned channel) {
    bool negative = true;
    for (unsigned n = 0; n < 4 * count; n++)
        negative &= !quads[n / 4].weight[n % 4] || __builtin_signbit(quads[n / 4].texel[n % 4].f[channel]);
    return negative;
}

static float mix_floats(const Quad *quads, unsigned count, unsigned channel, bool is_half) {
    Sum sums[MOST_QUADS];
    unsigned significand = is_half ? HALF_BITS : FLOAT_BITS;
    for (unsigned n = 0; n < count; n++) {
        sums[n] = sum_floats(&quads[n], channel, significand);
        if (sums[n].odd) return mix_odd(quads, count, channel, is_half);
    }
    Sum all = count == 1 ? sums[0] : sum_sums(sums, count);
    if (!all.value) return all_negative(quads, count, channel) ? -0.0f : 0;
    return rounded(all, significand, is_half ? SMALLEST_HALF : SMALLEST_FLOAT);
}

// ---- normalized integers --------------------------------------------------------------------------------------------

static float mix_integers(const TextureDescription *d, const Quad *quads, unsigned count, unsigned channel) {
    int32_t sum = 0;
    for (unsigned n = 0; n < 4 * count; n++)
        sum += (int32_t)quads[n / 4].texel[n % 4].u[channel] * (int32_t)quads[n / 4].weight[n % 4];
    if (d->kind == TEXEL_UNORM) return (float)(((sum + WEIGHT_ONE / 2) >> 8) / 65535.0);
    // Of signed bytes it is not known how they are widened; this is right for 97 of 100.
    int32_t wide = d->bits == 8 ? (int32_t)__builtin_floor(sum * 32767.0 / (127 * WEIGHT_ONE) + 0.4375)
                                : (sum + WEIGHT_ONE / 2) >> 8;
    return (float)((wide < -32767 ? -32767 : wide) / 32767.0);
}

Texel quads_mix(const TextureDescription *d, const Quad *quads, unsigned count) {
    Texel texel = {.u = {0}};
    for (unsigned n = 0; n < d->channels; n++) {
        bool is_srgb = d->srgb && n < 3;
        texel.f[n] = d->kind == TEXEL_FLOAT || is_srgb ? mix_floats(quads, count, n, is_srgb || d->bits == 16)
                                                       : mix_integers(d, quads, count, n);
    }
    return texel;
}

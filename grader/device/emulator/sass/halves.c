// halves.c - half precision of machine code, and conversions between all formats, which read and write halves too.
#include "execute.h"

#define RUN(name)                                                                                                      \
    void sass_run_##name(SassWarp *warp, const Sass *in, uint32_t mask);                                               \
    void sass_run_##name(SassWarp *warp, const Sass *in, uint32_t mask)
#define LANE(bits) ((bits) >> l & 1)

// ---- half precision ------------------------------------------------------------------------------------------------

// A half of a pair as a double, by the field that chooses halves: 0 both, 2 the lower one twice, 3 the upper one twice;
// 1 is a whole float.
static double half_of(uint32_t word, unsigned which, unsigned choice, bool brain) {
    unsigned part = choice == 2 ? 0 : choice == 3 ? 1 : which;
    uint32_t bits = word >> 16 * part & 0xffff;
    if (choice == 1) return float_of_bits(word);
    return brain ? bf16_value(bits) : f16_value(bits);
}

static double half_signed(double value, bool absolute, bool negated) {
    double magnitude = absolute ? fabs(value) : value;
    return negated ? -magnitude : magnitude;
}

static uint32_t half_bits_of(double value, bool brain) {
    return brain ? bf16_bits(bf16_nearest(value)) : f16_bits(f16_nearest(value));
}

// The same, rounded in a direction: the nearest half, or its neighbour if it lies on the wrong side of the value.
static uint32_t half_bits_rounded(double value, bool brain, Rounding rounding) {
    uint32_t bits = half_bits_of(value, brain);
    double nearest = brain ? bf16_value(bits) : f16_value(bits);
    if (rounding == ROUND_NEAREST || !(fabs(value) < INFINITY)) return bits;
    bool below = rounding == ROUND_DOWN || (rounding == ROUND_TO_ZERO && value > 0);
    if (below ? nearest <= value : nearest >= value) return bits;
    return (value < 0) == below ? bits + 1 : bits - 1; // away from zero, or towards it
}

// .SAT and .RELU of sums and products.
static double half_finished(const Sass *in, double value) {
    if (sass_bit(in, 77)) return value > 0 ? fmin(value, 1) : 0;
    return sass_bit(in, 79) && value < 0 ? 0 : value;
}

// a * b + c of both halves; a sum has 1 for b, a product 0 for c.
static void half_operate(SassWarp *warp, const Sass *in, const SassOperand *b, const SassOperand *c, uint32_t mask) {
    const uint32_t *x = operand_words(warp, &in->a), *y = b ? operand_words(warp, b) : NULL,
                   *z = c ? operand_words(warp, c) : NULL;
    bool brain = sass_bit(in, 85), whole = sass_bit(in, 78), wide_b = in->form != 2 && in->form != 3 && in->form != 7;
    bool immediate = in->form == 2 || in->form == 4;
    unsigned choice_a = sass_bits(in, 74, 2), wide = immediate ? 0 : sass_bits(in, 60, 2),
             narrow = sass_bits(in, 81, 2);
    bool wide_minus = !immediate && sass_bit(in, 63), wide_whole = !immediate && sass_bit(in, 62);
    bool c_wide = c && (!wide_b || (!b && in->form == 1));
    uint32_t out[SASS_LANES];
    EACH_LANE {
        uint32_t halves[2];
        double value = 0;
        for (unsigned n = 0; n < 2; n++) {
            double p = half_signed(half_of(x[l], n, choice_a, brain), sass_bit(in, 73), sass_bit(in, 72));
            double q = !y       ? 1
                       : wide_b ? half_signed(half_of(y[l], n, wide, brain), wide_whole, wide_minus)
                                : half_of(y[l], n, narrow, brain);
            double r = !z       ? 0
                       : c_wide ? half_signed(half_of(z[l], n, wide, brain), wide_whole, wide_minus)
                                : half_signed(half_of(z[l], n, narrow, brain), sass_bit(in, 83), sass_bit(in, 84));
            double exact = half_finished(in, fused_to_odd(p, q, r));
            if (!n) value = exact;
            halves[n] = half_bits_of(exact, brain);
        }
        out[l] = whole ? float_bits((float)value) : halves[1] << 16 | halves[0];
    }
    row_write(warp, in->result, out, mask);
}

RUN(half_add) { half_operate(warp, in, NULL, addend(in), mask); }
RUN(half_multiply) { half_operate(warp, in, &in->b, NULL, mask); }
RUN(half_fused) { half_operate(warp, in, &in->b, &in->c, mask); }

// The halves of both operands of a comparison or a choice, as doubles: a and b of half n of lane l.
typedef struct {
    double a[2][SASS_LANES], b[2][SASS_LANES];
    bool brain;
} HalfPairs;

static void half_pairs(const SassWarp *warp, const Sass *in, bool brain, HalfPairs *out) {
    const uint32_t *x = operand_words(warp, &in->a), *y = operand_words(warp, addend(in));
    bool immediate = in->form == 2 || in->form == 4;
    unsigned choice_a = sass_bits(in, 74, 2), choice_b = immediate ? 0 : sass_bits(in, 60, 2);
    bool absolute = !immediate && sass_bit(in, 62), minus = !immediate && sass_bit(in, 63);
    out->brain = brain;
    for (unsigned n = 0; n < 2; n++) EACH_LANE {
            out->a[n][l] = half_signed(half_of(x[l], n, choice_a, brain), sass_bit(in, 73), sass_bit(in, 72));
            out->b[n][l] = half_signed(half_of(y[l], n, choice_b, brain), absolute, minus);
        }
}

// Lanes whose half n compares so, combined with the predicate.
static uint32_t half_lanes(const SassWarp *warp, const Sass *in, const HalfPairs *pairs, unsigned n) {
    uint32_t lanes = 0, other = predicate_read(warp, in, 87, 90);
    unsigned how = sass_bits(in, 69, 2);
    EACH_LANE lanes |= (uint32_t)float_holds(sass_bits(in, 76, 4), pairs->a[n][l], pairs->b[n][l]) << l;
    return how == 0 ? lanes & other : how == 1 ? lanes | other : lanes ^ other;
}

// A predicate for each half, or one for both (.H_AND) and its opposite.
RUN(half_compare) {
    HalfPairs pairs;
    half_pairs(warp, in, sass_bit(in, 65), &pairs);
    uint32_t low = half_lanes(warp, in, &pairs, 0), high = half_lanes(warp, in, &pairs, 1);
    bool both = sass_bit(in, 71);
    predicate_write(warp, in, 81, both ? low & high : low, mask);
    predicate_write(warp, in, 84, both ? ~(low & high) : high, mask);
}

// One in each half where the comparison holds, as a number (.BF) or as all bits.
RUN(half_set) {
    HalfPairs pairs;
    half_pairs(warp, in, sass_bit(in, 65), &pairs);
    uint32_t one = sass_bit(in, 71) ? half_bits_of(1, pairs.brain) : 0xffff, out[SASS_LANES];
    uint32_t low = half_lanes(warp, in, &pairs, 0), high = half_lanes(warp, in, &pairs, 1);
    EACH_LANE out[l] = LANE(high) * (one << 16) | LANE(low) * one;
    row_write(warp, in->result, out, mask);
}

// The number if only one is a number, unless .NAN says otherwise; the negative zero is less than the positive one.
static double half_extreme(double a, double b, bool least, bool keeps_nan) {
    if (a != a || b != b) return keeps_nan ? NAN : a != a ? b : a;
    bool a_first = a < b || (a == b && signbit(a));
    return a_first == least ? a : b;
}

RUN(half_least_or_most) {
    HalfPairs pairs;
    half_pairs(warp, in, sass_bit(in, 85), &pairs);
    uint32_t least = predicate_read(warp, in, 87, 90), out[SASS_LANES];
    bool keeps_nan = sass_bit(in, 81), sign = sass_bit(in, 82);
    EACH_LANE {
        uint32_t halves[2];
        for (unsigned n = 0; n < 2; n++) {
            double a = pairs.a[n][l], b = pairs.b[n][l];
            double value = half_extreme(sign ? fabs(a) : a, sign ? fabs(b) : b, LANE(least), keeps_nan);
            if (sign) value = signbit(a) != signbit(b) ? -value : value;
            halves[n] = half_bits_of(value, pairs.brain);
        }
        out[l] = halves[1] << 16 | halves[0];
    }
    row_write(warp, in->result, out, mask);
}

// Products of matrices take their time, which does not depend on values; their results are left alone.
RUN(matrix_fused) { (void)warp, (void)in, (void)mask; }

// ---- conversions ---------------------------------------------------------------------------------------------------

static double rounded(double value, unsigned mode) {
    return mode == 0 ? rint(value) : mode == 1 ? floor(value) : mode == 2 ? ceil(value) : trunc(value);
}

static uint64_t integer_of(double value, unsigned bytes, bool is_signed) {
    double top = ldexp(1, (int)(8 * bytes) - (is_signed ? 1 : 0));
    if (value != value) return is_signed || bytes < 8 ? (bytes == 8 ? 1ull << 63 : 0) : 1ull << 63;
    if (is_signed)
        return value >= top ? (uint64_t)top - 1 : value < -top ? (uint64_t) - (int64_t)top : (uint64_t)(int64_t)value;
    return value >= top ? (bytes == 8 ? UINT64_MAX : (uint64_t)top - 1) : value <= 0 ? 0 : (uint64_t)value;
}

// The source of a conversion as a double, by the size in the field from bit 84 on.
static void conversion_source(const SassWarp *warp, const Sass *in, unsigned size, double out[SASS_LANES]) {
    const uint32_t *words = operand_words(warp, &in->b);
    SassOperand plain = in->b;
    if (in->form == 4) plain.negated = plain.absolute = false;
    if (size == 3) operand_doubles(warp, &plain, out);
    else if (size == 2) {
        float values[SASS_LANES];
        operand_floats(warp, &plain, values);
        EACH_LANE out[l] = values[l];
    } else EACH_LANE {
            uint32_t bits = words[l] >> (sass_bits(in, 60, 2) == 1 ? 16 : 0) & 0xffff;
            out[l] = half_signed(f16_value(bits), plain.absolute, plain.negated);
        }
}

// size: 1 half, 2 single, 3 double, 4 bf16.
static void write_sized(SassWarp *warp, const Sass *in, unsigned size, const double values[SASS_LANES], uint32_t mask) {
    uint32_t out[SASS_LANES];
    if (size == 3) {
        row_write_doubles(warp, in->result, values, mask);
        return;
    }
    Rounding rounding = rounding_of(in);
    EACH_LANE out[l] = size == 2 ? float_bits((float)rounded_multiply(values[l], 1, rounding, SINGLE_PRECISION))
                                 : half_bits_rounded(values[l], size == 4, rounding);
    row_write(warp, in->result, out, mask);
}

RUN(integer_to_float) {
    const uint32_t *b = operand_words(warp, &in->b);
    bool is_signed = sass_bit(in, 74);
    unsigned from = sass_bits(in, 84, 2), to = sass_bits(in, 75, 2);
    double values[SASS_LANES];
    EACH_LANE {
        uint64_t pair = from == 3 ? (uint64_t)b[SASS_LANES + l] << 32 | b[l] : b[l];
        unsigned unused = 64 - (8u << from);
        int64_t number = (int64_t)(pair << unused) >> unused;
        double upper = is_signed ? (double)(number >> 32) : (double)(pair << unused >> unused >> 32);
        // Both parts are exact; their sum is rounded once.
        values[l] = rounded_add(upper * 0x1p32, (double)(uint32_t)number, rounding_of(in),
                                to == 3 ? DOUBLE_PRECISION : SINGLE_PRECISION);
    }
    write_sized(warp, in, to, values, mask);
}

RUN(float_to_integer) {
    bool is_signed = sass_bit(in, 72);
    unsigned to = sass_bits(in, 75, 2), from = sass_bits(in, 84, 2);
    double values[SASS_LANES];
    uint64_t out[SASS_LANES];
    conversion_source(warp, in, from, values);
    EACH_LANE out[l] = integer_of(rounded(values[l], sass_bits(in, 78, 2)), 1u << to, is_signed);
    if (to == 3) {
        row_write_pair(warp, in->result, out, mask);
        return;
    }
    uint32_t words[SASS_LANES];
    EACH_LANE words[l] = (uint32_t)out[l];
    row_write(warp, in->result, words, mask);
}

RUN(float_to_float) {
    double values[SASS_LANES];
    conversion_source(warp, in, sass_bits(in, 84, 2), values);
    write_sized(warp, in, sass_bits(in, 75, 3), values, mask);
}

RUN(float_round) {
    double values[SASS_LANES];
    conversion_source(warp, in, sass_bits(in, 84, 2), values);
    EACH_LANE values[l] = rounded(values[l], sass_bits(in, 78, 2));
    write_sized(warp, in, sass_bits(in, 75, 2), values, mask);
}

// Two floats into the halves of a word: b into the lower one, a into the upper one.
RUN(pack_floats) {
    float a[SASS_LANES], b[SASS_LANES];
    bool brain = sass_bit(in, 76), positive = sass_bit(in, 75);
    Rounding rounding = sass_bits(in, 79, 3) == 3 ? ROUND_TO_ZERO : ROUND_NEAREST;
    uint32_t out[SASS_LANES];
    operand_floats(warp, &in->a, a);
    wide_floats(warp, &in->b, in->form == 4, b);
    if (positive) EACH_LANE a[l] = a[l] < 0 ? 0 : a[l], b[l] = b[l] < 0 ? 0 : b[l];
    EACH_LANE out[l] = half_bits_rounded(a[l], brain, rounding) << 16 | half_bits_rounded(b[l], brain, rounding);
    row_write(warp, in->result, out, mask);
}

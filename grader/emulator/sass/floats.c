// floats.c - floating-point instructions of machine code.
//
// Results are those of the hardware where a kernel's control flow may depend on them: rounding to nearest, the special
// functions bit for bit. Directed rounding, which the division subroutines use, is to nearest here.
#include "../numbers/approximate.h"
#include "../numbers/half.h"
#include "../numbers/rounded.h"
#include "execute.h"

#define RUN(name)                                                                                                      \
    void sass_run_##name(SassWarp *warp, const Sass *in, uint32_t mask);                                               \
    void sass_run_##name(SassWarp *warp, const Sass *in, uint32_t mask)
#define LANE(bits) ((bits) >> l & 1)
#define FLUSH(value) (fabsf(value) < 0x1p-126f ? copysignf(0.0f, value) : (value))

static inline float finish(const Sass *in, float value) {
    if (sass_bit(in, 80)) value = FLUSH(value);
    if (sass_bit(in, 77)) value = value >= 0 ? fminf(value, 1.0f) : 0.0f; // .SAT, NaN gives 0
    return value;
}

// Results as they are, unless the instruction has modifiers that change them.
static void write_results(SassWarp *warp, const Sass *in, float out[SASS_LANES], uint32_t mask) {
    if (sass_bit(in, 80) || sass_bit(in, 77)) EACH_LANE out[l] = finish(in, out[l]);
    row_write_floats(warp, in->result, out, mask);
}

// The second operand of a sum is in the place of the third, if it is no register.
static const SassOperand *addend(const Sass *in) { return in->form == 1 ? &in->b : &in->c; }

RUN(float_add) {
    float a[SASS_LANES], b[SASS_LANES];
    operand_floats(warp, &in->a, a);
    SassOperand other = *addend(in);
    if (in->form == 2) other.negated = other.absolute = false;
    operand_floats(warp, &other, b);
    EACH_LANE a[l] += b[l];
    write_results(warp, in, a, mask);
}

// The operand in bits 32 to 63; an immediate has its sign in its bits.
static void wide_floats(const SassWarp *warp, const Sass *in, const SassOperand *operand, bool immediate, float *out) {
    SassOperand plain = *operand;
    (void)in;
    if (immediate) plain.negated = plain.absolute = false;
    operand_floats(warp, &plain, out);
}

RUN(float_multiply) {
    float a[SASS_LANES], b[SASS_LANES];
    operand_floats(warp, &in->a, a);
    wide_floats(warp, in, &in->b, in->form == 4, b);
    EACH_LANE a[l] *= b[l];
    write_results(warp, in, a, mask);
}

RUN(float_fused) {
    float a[SASS_LANES], b[SASS_LANES], c[SASS_LANES];
    SassOperand first = in->a;
    first.absolute = false;
    operand_floats(warp, &first, a);
    wide_floats(warp, in, &in->b, in->form == 4, b);
    wide_floats(warp, in, &in->c, in->form == 2, c);
    EACH_LANE c[l] = fused_single(a[l], b[l], c[l]);
    write_results(warp, in, c, mask);
}

RUN(float_least_or_most) {
    float a[SASS_LANES], b[SASS_LANES];
    operand_floats(warp, &in->a, a);
    wide_floats(warp, in, &in->b, in->form == 4, b);
    uint32_t least = predicate_read(warp, in, 87, 90);
    EACH_LANE a[l] = LANE(least) ? fminf(a[l], b[l]) : fmaxf(a[l], b[l]);
    row_write_floats(warp, in->result, a, mask);
}

RUN(float_choose) {
    float a[SASS_LANES], b[SASS_LANES];
    operand_floats(warp, &in->a, a);
    wide_floats(warp, in, &in->b, in->form == 4, b);
    uint32_t first = predicate_read(warp, in, 87, 90);
    EACH_LANE a[l] = LANE(first) ? a[l] : b[l];
    row_write_floats(warp, in->result, a, mask);
}

// The field of a comparison: bits for less, equal, greater and unordered; 7 is "both are numbers", 8 "one is none".
static inline bool float_holds(unsigned which, double a, double b) {
    return (which & 1 && a < b) || (which & 2 && a == b) || (which & 4 && a > b) || (which & 8 && !(a == a && b == b));
}

static void write_comparison(SassWarp *warp, const Sass *in, uint32_t lanes, uint32_t mask) {
    unsigned how = sass_bits(in, 74, 2);
    uint32_t other = predicate_read(warp, in, 87, 90), opposite = ~lanes;
    uint32_t one = how == 0 ? lanes & other : how == 1 ? lanes | other : lanes ^ other;
    uint32_t two = how == 0 ? opposite & other : how == 1 ? opposite | other : opposite ^ other;
    predicate_write(warp, in, 81, one, mask);
    predicate_write(warp, in, 84, two, mask);
}

static uint32_t float_lanes(const SassWarp *warp, const Sass *in) {
    float a[SASS_LANES], b[SASS_LANES];
    unsigned which = sass_bits(in, 76, 4);
    uint32_t lanes = 0;
    operand_floats(warp, &in->a, a);
    wide_floats(warp, in, &in->b, in->form == 4, b);
    if (sass_bit(in, 80)) EACH_LANE a[l] = FLUSH(a[l]), b[l] = FLUSH(b[l]);
    EACH_LANE lanes |= (uint32_t)float_holds(which, a[l], b[l]) << l;
    return lanes;
}

RUN(float_compare) { write_comparison(warp, in, float_lanes(warp, in), mask); }

RUN(float_set) {
    uint32_t lanes = float_lanes(warp, in), out[SASS_LANES];
    EACH_LANE out[l] = LANE(lanes) ? 0x3f800000 : 0;
    row_write(warp, in->result, out, mask);
}

// Whether a quotient needs the subroutine: the exponents of operands or result are extreme.
RUN(float_check) {
    float a[SASS_LANES], b[SASS_LANES];
    uint32_t lanes = 0;
    operand_floats(warp, &in->a, a);
    wide_floats(warp, in, &in->b, in->form == 4, b);
    EACH_LANE {
        int x = (int)(float_bits(a[l]) >> 23 & 0xff), y = (int)(float_bits(b[l]) >> 23 & 0xff);
        bool extreme = y == 0 || y >= 253 || x == 255 || (x && (x - y > 125 || x - y < -125 || x < 24));
        lanes |= (uint32_t)extreme << l;
    }
    predicate_write(warp, in, 81, lanes, mask);
}

// The upper word of a double's reciprocal or inverse root, which Newton's iteration refines.
static uint32_t upper_word(uint32_t word, bool root) {
    double x = double_of_bits((uint64_t)word << 32);
    return (uint32_t)(double_bits(root ? 1 / sqrt(x) : 1 / x) >> 32);
}

static uint32_t special(unsigned which, uint32_t word) {
    float x = float_of_bits(word);
    switch (which) {
    case 0: return float_bits(approximate_cosine(x * 6.2831853071795864769f));
    case 1: return float_bits(approximate_sine(x * 6.2831853071795864769f));
    case 2: return float_bits(approximate_power_of_two(x));
    case 3: return float_bits(approximate_logarithm(x));
    case 4: return float_bits(approximate_reciprocal(x));
    case 5: return float_bits(approximate_inverse_root(x));
    case 6: return upper_word(word, false);
    case 7: return upper_word(word, true);
    case 8: return float_bits(approximate_root(x));
    default: return float_bits(approximate_tangent(x));
    }
}

RUN(special_function) {
    float b[SASS_LANES];
    uint32_t out[SASS_LANES];
    unsigned which = sass_bits(in, 74, 6) & 15;
    wide_floats(warp, in, &in->b, in->form == 4, b);
    EACH_LANE out[l] = mask >> l & 1 ? special(which, float_bits(b[l])) : 0;
    row_write(warp, in->result, out, mask);
}

// ---- double precision ----------------------------------------------------------------------------------------------

static void write_doubles(SassWarp *warp, const Sass *in, const double values[SASS_LANES], uint32_t mask) {
    uint64_t bits[SASS_LANES];
    memcpy(bits, values, sizeof bits);
    row_write_pair(warp, in->result, bits, mask);
}

static void wide_doubles(const SassWarp *warp, const SassOperand *operand, bool immediate, double *out) {
    SassOperand plain = *operand;
    if (immediate) plain.negated = plain.absolute = false;
    operand_doubles(warp, &plain, out);
}

RUN(double_add) {
    double a[SASS_LANES], c[SASS_LANES];
    operand_doubles(warp, &in->a, a);
    wide_doubles(warp, &in->c, in->form == 2, c);
    EACH_LANE a[l] += c[l];
    write_doubles(warp, in, a, mask);
}

RUN(double_multiply) {
    double a[SASS_LANES], b[SASS_LANES];
    operand_doubles(warp, &in->a, a);
    wide_doubles(warp, &in->b, in->form == 4, b);
    EACH_LANE a[l] *= b[l];
    write_doubles(warp, in, a, mask);
}

RUN(double_fused) {
    double a[SASS_LANES], b[SASS_LANES], c[SASS_LANES];
    SassOperand first = in->a;
    first.absolute = false;
    operand_doubles(warp, &first, a);
    wide_doubles(warp, &in->b, in->form == 4, b);
    wide_doubles(warp, &in->c, in->form == 2, c);
    EACH_LANE c[l] = fused_double(a[l], b[l], c[l]);
    write_doubles(warp, in, c, mask);
}

RUN(double_compare) {
    double a[SASS_LANES], b[SASS_LANES];
    uint32_t lanes = 0;
    operand_doubles(warp, &in->a, a);
    wide_doubles(warp, addend(in), in->form == 2 || in->form == 4, b);
    EACH_LANE lanes |= (uint32_t)float_holds(sass_bits(in, 76, 4), a[l], b[l]) << l;
    write_comparison(warp, in, lanes, mask);
}

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
            double exact = fused_to_odd(p, q, r);
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

static void write_sized(SassWarp *warp, const Sass *in, unsigned size, const double values[SASS_LANES], uint32_t mask) {
    uint32_t out[SASS_LANES];
    if (size == 3) {
        write_doubles(warp, in, values, mask);
        return;
    }
    EACH_LANE out[l] = size == 2 ? float_bits((float)values[l]) : half_bits_of(values[l], false);
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
        if (to == 2 && from == 3) values[l] = is_signed ? (float)number : (float)pair; // rounded once
        else values[l] = is_signed ? (double)number : (double)(pair << unused >> unused);
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
    write_sized(warp, in, sass_bits(in, 75, 2), values, mask);
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
    bool brain = sass_bits(in, 72, 8) & 0x10;
    uint32_t out[SASS_LANES];
    operand_floats(warp, &in->a, a);
    wide_floats(warp, in, &in->b, in->form == 4, b);
    EACH_LANE out[l] = half_bits_of(a[l], brain) << 16 | half_bits_of(b[l], brain);
    row_write(warp, in->result, out, mask);
}

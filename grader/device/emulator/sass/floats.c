// floats.c - floating-point instructions of machine code.
//
// Results are those of the hardware, directed rounding and the special functions included: a kernel's control flow may
// depend on them.
#include "../numbers/approximate.h"
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

RUN(float_add) {
    float a[SASS_LANES], b[SASS_LANES];
    operand_floats(warp, &in->a, a);
    SassOperand other = *addend(in);
    if (in->form == 2) other.negated = other.absolute = false;
    operand_floats(warp, &other, b);
    Rounding rounding = rounding_of(in);
    if (rounding == ROUND_NEAREST) EACH_LANE a[l] += b[l];
    else EACH_LANE a[l] = (float)rounded_add(a[l], b[l], rounding, SINGLE_PRECISION);
    write_results(warp, in, a, mask);
}

RUN(float_multiply) {
    float a[SASS_LANES], b[SASS_LANES];
    operand_floats(warp, &in->a, a);
    wide_floats(warp, &in->b, in->form == 4, b);
    Rounding rounding = rounding_of(in);
    if (rounding == ROUND_NEAREST) EACH_LANE a[l] *= b[l];
    else EACH_LANE a[l] = (float)rounded_multiply(a[l], b[l], rounding, SINGLE_PRECISION);
    write_results(warp, in, a, mask);
}

RUN(float_fused) {
    float a[SASS_LANES], b[SASS_LANES], c[SASS_LANES];
    operand_floats(warp, &in->a, a);
    wide_floats(warp, &in->b, in->form == 4, b);
    wide_floats(warp, &in->c, in->form == 2, c);
    Rounding rounding = rounding_of(in);
    if (rounding == ROUND_NEAREST) EACH_LANE c[l] = fused_single(a[l], b[l], c[l]);
    else EACH_LANE c[l] = (float)rounded_fma(a[l], b[l], c[l], rounding, SINGLE_PRECISION);
    write_results(warp, in, c, mask);
}

RUN(float_least_or_most) {
    float a[SASS_LANES], b[SASS_LANES];
    operand_floats(warp, &in->a, a);
    wide_floats(warp, &in->b, in->form == 4, b);
    uint32_t least = predicate_read(warp, in, 87, 90);
    EACH_LANE a[l] = LANE(least) ? fminf(a[l], b[l]) : fmaxf(a[l], b[l]);
    row_write_floats(warp, in->result, a, mask);
}

RUN(float_choose) {
    float a[SASS_LANES], b[SASS_LANES];
    operand_floats(warp, &in->a, a);
    wide_floats(warp, &in->b, in->form == 4, b);
    uint32_t first = predicate_read(warp, in, 87, 90);
    EACH_LANE a[l] = LANE(first) ? a[l] : b[l];
    row_write_floats(warp, in->result, a, mask);
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
    wide_floats(warp, &in->b, in->form == 4, b);
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
    wide_floats(warp, &in->b, in->form == 4, b);
    EACH_LANE {
        int x = (int)(float_bits(a[l]) >> 23 & 0xff), y = (int)(float_bits(b[l]) >> 23 & 0xff);
        bool extreme = y == 0 || y >= 253 || x == 255 || (x && (x - y > 125 || x - y < -125 || x < 24));
        lanes |= (uint32_t)extreme << l;
    }
    predicate_write(warp, in, 81, lanes, mask);
}

// The upper word of a double's reciprocal or inverse root, which Newton's iteration refines. Subnormals are zeros; the
// root is rounded, the reciprocal cut off.
static uint32_t upper_word(uint32_t word, bool root) {
    double x = double_of_bits((uint64_t)word << 32);
    if (fabs(x) < 0x1p-1022) x = copysign(0, x);
    double value = root ? 1 / sqrt(x) : 1 / x;
    uint64_t bits = double_bits(value) + (root ? 0x80000000 : 0);
    if (value != value) return 0x7fffffff;
    return fabs(double_of_bits(bits)) < 0x1p-1022 ? (uint32_t)(bits >> 32) & 0x80000000u : (uint32_t)(bits >> 32);
}

static uint32_t special(unsigned which, uint32_t word) {
    float x = float_of_bits(word);
    switch (which) {
    case 0: return float_bits(approximate_cosine_of_turns(x));
    case 1: return float_bits(approximate_sine_of_turns(x));
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
    wide_floats(warp, &in->b, in->form == 4, b);
    EACH_LANE out[l] = mask >> l & 1 ? special(which, float_bits(b[l])) : 0;
    row_write(warp, in->result, out, mask);
}

// ---- double precision ----------------------------------------------------------------------------------------------

static void wide_doubles(const SassWarp *warp, const SassOperand *operand, bool immediate, double *out) {
    SassOperand plain = *operand;
    if (immediate) plain.negated = plain.absolute = false;
    operand_doubles(warp, &plain, out);
}

RUN(double_add) {
    double a[SASS_LANES], c[SASS_LANES];
    operand_doubles(warp, &in->a, a);
    wide_doubles(warp, &in->c, in->form == 2, c);
    Rounding rounding = rounding_of(in);
    if (rounding == ROUND_NEAREST) EACH_LANE a[l] += c[l];
    else EACH_LANE a[l] = rounded_add(a[l], c[l], rounding, DOUBLE_PRECISION);
    row_write_doubles(warp, in->result, a, mask);
}

RUN(double_multiply) {
    double a[SASS_LANES], b[SASS_LANES];
    operand_doubles(warp, &in->a, a);
    wide_doubles(warp, &in->b, in->form == 4, b);
    Rounding rounding = rounding_of(in);
    if (rounding == ROUND_NEAREST) EACH_LANE a[l] *= b[l];
    else EACH_LANE a[l] = rounded_multiply(a[l], b[l], rounding, DOUBLE_PRECISION);
    row_write_doubles(warp, in->result, a, mask);
}

RUN(double_fused) {
    double a[SASS_LANES], b[SASS_LANES], c[SASS_LANES];
    operand_doubles(warp, &in->a, a);
    wide_doubles(warp, &in->b, in->form == 4, b);
    wide_doubles(warp, &in->c, in->form == 2, c);
    Rounding rounding = rounding_of(in);
    if (rounding == ROUND_NEAREST) EACH_LANE c[l] = fused_double(a[l], b[l], c[l]);
    else EACH_LANE c[l] = rounded_fma(a[l], b[l], c[l], rounding, DOUBLE_PRECISION);
    row_write_doubles(warp, in->result, c, mask);
}

// Whether a is the lesser (or larger) of two numbers, or the only number.
static bool double_first(double a, double b, bool least) {
    if (a != a || b != b) return b != b;
    return least ? a < b || (a == b && signbit(a)) : a > b || (a == b && !signbit(a));
}

// A comparison, or (MIN, MAX) which operand to take: the other predicate is then that neither is a number.
RUN(double_compare) {
    enum { MIN = 0, MAX = 15 };
    double a[SASS_LANES], b[SASS_LANES];
    uint32_t lanes = 0, neither = 0;
    unsigned which = sass_bits(in, 76, 4);
    operand_doubles(warp, &in->a, a);
    wide_doubles(warp, addend(in), in->form == 2 || in->form == 4, b);
    if (which != MIN && which != MAX) {
        EACH_LANE lanes |= (uint32_t)float_holds(which, a[l], b[l]) << l;
        write_comparison(warp, in, lanes, mask);
        return;
    }
    EACH_LANE {
        lanes |= (uint32_t)double_first(a[l], b[l], which == MIN) << l;
        neither |= (uint32_t)(a[l] != a[l] && b[l] != b[l]) << l;
    }
    predicate_write(warp, in, 81, lanes, mask);
    predicate_write(warp, in, 84, neither, mask);
}

// test_float.c - floating point arithmetic and comparisons: rounding in every mode, NaN, subnormals, halves.
//
// Single precision is checked against long double, in which its products are exact and its sums too where exponents
// are near; halves against a table of all their values, made by ldexp.
#include "one_warp.h"
#include <check.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define NAN_BITS 0x7fffffffu // of every NaN result in single precision

static float random_float(int exponents) { // of magnitude between 2^-exponents and 2^exponents
    uint64_t bits = random_bits() * 0x9e3779b97f4a7c15;
    float value = 1 + (float)(bits >> 41) * 0x1p-23f;
    return ldexpf(bits & 1 ? -value : value, (int)(bits >> 8 & 0xff) % (2 * exponents) - exponents);
}
static Sources floats(float a, float b, float c) {
    return (Sources){bits_of_float(a), bits_of_float(b), bits_of_float(c), 0};
}
static float single(const char *words, unsigned operands, float a, float b, float c) {
    return float_from_bits((uint32_t)one_warp_value(words, operands, floats(a, b, c)));
}

// ---- rounding ---------------------------------------------------------------------------------------------------

typedef long double (*ExactReal)(long double a, long double b, long double c);
static long double real_add(long double a, long double b, long double c) { return (void)c, a + b; }
static long double real_sub(long double a, long double b, long double c) { return (void)c, a - b; }
static long double real_mul(long double a, long double b, long double c) { return (void)c, a * b; }
static long double real_fma(long double a, long double b, long double c) { return a * b + c; }
static long double real_div(long double a, long double b, long double c) { return (void)c, a / b; }
static long double real_rcp(long double a, long double b, long double c) { return (void)b, (void)c, 1 / a; }
static long double real_sqrt(long double a, long double b, long double c) { return (void)b, (void)c, sqrtl(a); }

// The quotients and roots are not exact, but 64 bits decide the rounding to 24: a quotient or root of 24-bit numbers
// that is not itself short is never within 2^-48 of a rounding boundary.
static const struct {
    const char *words;
    unsigned operands;
    ExactReal exact;
    int exponents;
} ROUNDED[] = {{"add", 3, real_add, 15}, {"sub", 3, real_sub, 15}, {"mul", 3, real_mul, 60},  {"fma", 4, real_fma, 3},
               {"div", 3, real_div, 60}, {"rcp", 2, real_rcp, 60}, {"sqrt", 2, real_sqrt, 60}};
enum { ROUNDED_COUNT = sizeof ROUNDED / sizeof *ROUNDED };

static float round_down(long double exact) {
    float value = (float)exact;
    return value > exact ? nextafterf(value, -INFINITY) : value;
}
static float round_up(long double exact) {
    float value = (float)exact;
    return value < exact ? nextafterf(value, INFINITY) : value;
}

START_TEST(results_are_the_exact_ones_rounded_in_each_mode) {
    random_seed((uint64_t)_i);
    for (unsigned n = 0; n < 1000; n++) {
        int exponents = ROUNDED[_i].exponents;
        float a = random_float(exponents), b = random_float(exponents), c = random_float(2 * exponents);
        if (!strcmp(ROUNDED[_i].words, "sqrt")) a = fabsf(a);
        long double exact = ROUNDED[_i].exact(a, b, c);
        float down = round_down(exact), up = round_up(exact);
        const float expected[] = {(float)exact, fabsl(down) < fabsl(up) ? down : up, down, up};
        static const char *const MODES[] = {"rn", "rz", "rm", "rp"};
        for (unsigned mode = 0; mode < 4; mode++) {
            char words[32];
            snprintf(words, sizeof words, "%s.%s.f32", ROUNDED[_i].words, MODES[mode]);
            float result = single(words, ROUNDED[_i].operands, a, b, c);
            ck_assert_msg(result == expected[mode], "%s of %a, %a, %a is %a and should be %a", words, (double)a,
                          (double)b, (double)c, (double)result, (double)expected[mode]);
        }
    }
}
END_TEST

static uint64_t d(double value) { return bits_of_double(value); }

START_TEST(double_precision_rounds_in_each_mode) {
    const double tiny = 0x1p-60, above = nextafter(1, 2), below = nextafter(1, 0);
    Sources up = {d(1), d(tiny), 0, 0}, down = {d(1), d(-tiny), 0, 0}, fused = {d(tiny), d(1), d(-1), 0};
    ck_assert_uint_eq(one_warp_value("add.f64", 3, up), d(1));
    ck_assert_uint_eq(one_warp_value("add.rp.f64", 3, up), d(above));
    ck_assert_uint_eq(one_warp_value("add.rz.f64", 3, up), d(1));
    ck_assert_uint_eq(one_warp_value("add.rm.f64", 3, down), d(below));
    ck_assert_uint_eq(one_warp_value("sub.rz.f64", 3, up), d(below));
    ck_assert_uint_eq(one_warp_value("fma.rn.f64", 4, fused), d(-1));
    ck_assert_uint_eq(one_warp_value("fma.rp.f64", 4, fused), d(-below));
    ck_assert_uint_eq(one_warp_value("div.rm.f64", 3, (Sources){d(1), d(3), 0, 0}), d(0x1.5555555555555p-2));
    ck_assert_uint_eq(one_warp_value("div.rp.f64", 3, (Sources){d(1), d(3), 0, 0}), d(0x1.5555555555556p-2));
    ck_assert_uint_eq(one_warp_value("sqrt.rn.f64", 2, (Sources){d(2), 0, 0, 0}), d(0x1.6a09e667f3bcdp0));
    ck_assert_uint_eq(one_warp_value("sqrt.rz.f64", 2, (Sources){d(2), 0, 0, 0}), d(0x1.6a09e667f3bccp0));
}
END_TEST

// The product is 1 + 2^-11 + 2^-24: rounding it before the subtraction would lose the last term.
START_TEST(fused_multiply_add_rounds_once) {
    float a = 1 + 0x1p-12f;
    ck_assert(single("fma.rn.f32", 4, a, a, -1) == 0x1p-11f + 0x1p-24f);
    ck_assert(single("mad.rn.f32", 4, a, a, -1) == 0x1p-11f + 0x1p-24f);
}
END_TEST

// ---- special values -----------------------------------------------------------------------------------------------

static const ValueCase SPECIALS[] = {
    {"add.f32", 3, {0x7f800000, 0xff800000, 0, 0}, NAN_BITS},
    {"mul.f32", 3, {0xffc12345, 0x3f800000, 0, 0}, NAN_BITS},
    {"fma.rn.f32", 4, {0, 0x7f800000, 0x3f800000, 0}, NAN_BITS},
    {"sqrt.rn.f32", 2, {0xbf800000, 0, 0, 0}, NAN_BITS},
    {"add.rm.f32", 3, {0x3f800000, 0xbf800000, 0, 0}, 0x80000000}, // an exact zero is -0 when rounding down
    {"add.rn.f32", 3, {0x3f800000, 0xbf800000, 0, 0}, 0},
    {"mul.rz.f32", 3, {0x7f7fffff, 0x7f7fffff, 0, 0}, 0x7f7fffff}, // overflow: the largest number
    {"mul.rp.f32", 3, {0xff7fffff, 0x7f7fffff, 0, 0}, 0xff7fffff},
    {"mul.rm.f32", 3, {0xff7fffff, 0x7f7fffff, 0, 0}, 0xff800000},
    {"mul.f32", 3, {0x00800000, 0x3f000000, 0, 0}, 0x00400000},     // subnormals count
    {"mul.ftz.f32", 3, {0x00800000, 0x3f000000, 0, 0}, 0},          // unless flushed: results
    {"mul.ftz.f32", 3, {0x80400000, 0x40000000, 0, 0}, 0x80000000}, // and sources, keeping the sign
    {"add.sat.f32", 3, {0x3f800000, 0x3f800000, 0, 0}, 0x3f800000},
    {"add.sat.f32", 3, {0xbf800000, 0x3f000000, 0, 0}, 0},
    {"add.sat.f32", 3, {0x7fc00000, 0x3f000000, 0, 0}, 0},
    {"min.f32", 3, {0x7fc00000, 0x3f800000, 0, 0}, 0x3f800000},
    {"max.f32", 3, {0x7fc00000, 0x7fc00000, 0, 0}, NAN_BITS},
    {"min.f32", 3, {0x00000000, 0x80000000, 0, 0}, 0x80000000}, // -0 < +0
    {"max.f32", 3, {0x80000000, 0x00000000, 0, 0}, 0},
    {"min.NaN.f32", 3, {0x7fc00000, 0x3f800000, 0, 0}, NAN_BITS},
    {"max.xorsign.abs.f32", 3, {0xc0000000, 0x3f800000, 0, 0}, 0xc0000000},
    {"max.xorsign.abs.f32", 3, {0xc0000000, 0xbf800000, 0, 0}, 0x40000000},
    {"max.f32", 4, {0x3f800000, 0x40000000, 0x40400000, 0}, 0x40400000},
    {"abs.f32", 2, {0xbf800000, 0, 0, 0}, 0x3f800000},
    {"neg.ftz.f32", 2, {0x00000001, 0, 0, 0}, 0x80000000},
    {"div.approx.f32", 3, {0x3f800000, 0x7f000000, 0, 0}, 0}, // divisors beyond 2^126 have reciprocal 0
    {"div.full.f32", 3, {0x40c00000, 0x40000000, 0, 0}, 0x40400000},
    {"rcp.approx.f32", 2, {0x80000000, 0, 0, 0}, 0xff800000},
    {"rsqrt.approx.f32", 2, {0x40800000, 0, 0, 0}, 0x3f000000},
    {"ex2.approx.f32", 2, {0xc3000000, 0, 0, 0}, 0x00200000}, // 2^-128
    {"ex2.approx.ftz.f32", 2, {0xc3000000, 0, 0, 0}, 0},
    {"ex2.approx.f32", 2, {0xff800000, 0, 0, 0}, 0},
    {"ex2.approx.f32", 2, {0x43000000, 0, 0, 0}, 0x7f800000},
    {"lg2.approx.f32", 2, {0x80000000, 0, 0, 0}, 0xff800000},
    {"lg2.approx.f32", 2, {0xbf800000, 0, 0, 0}, NAN_BITS},
    {"lg2.approx.f32", 2, {0x00000001, 0, 0, 0}, 0xc3150000}, // -149
    {"sin.approx.f32", 2, {0x7f800000, 0, 0, 0}, NAN_BITS},
    {"cos.approx.f32", 2, {0, 0, 0, 0}, 0x3f800000},
    {"tanh.approx.f32", 2, {0x80000000, 0, 0, 0}, 0x80000000},
    {"tanh.approx.f32", 2, {0xff800000, 0, 0, 0}, 0xbf800000},
    {"add.f64", 3, {0x7ff0000000000000, 0xfff0000000000000, 0, 0}, 0xfff8000000000000},
    {"rcp.approx.ftz.f64", 2, {0x4000000000000001, 0, 0, 0}, 0x3fe0000000000000},
    {"testp.subnormal.f32", 2, {1, 0, 0, 0}, 1},
    {"testp.normal.f32", 2, {0, 0, 0, 0}, 1}, // as on an H200
    {"testp.finite.f64", 2, {0x7ff0000000000000, 0, 0, 0}, 0},
    {"testp.infinite.f32", 2, {0xff800000, 0, 0, 0}, 1},
    {"testp.notanumber.f32", 2, {0x7f800001, 0, 0, 0}, 1},
    {"testp.number.f32", 2, {0x7f800001, 0, 0, 0}, 0}};

START_TEST(special_values_are_those_of_the_hardware) { one_warp_check(&SPECIALS[_i]); }
END_TEST

static double reference_rsqrt(double x) { return 1 / sqrt(x); }
static const struct {
    const char *words;
    double (*reference)(double);
    float from, to;
    double error;
} APPROXIMATE[] = {{"ex2.approx.f32", exp2, -20, 20, 0x1.6ap-23}, // 2^-22.5
                   {"lg2.approx.f32", log2, 2, 1000, 0x1p-22},
                   {"tanh.approx.f32", tanh, -8, 8, 0x1p-11},
                   {"rsqrt.approx.f32", reference_rsqrt, 0.01f, 100, 0x1.12p-23}}; // 2^-22.9

// PTX ISA: relative errors.
START_TEST(approximations_are_within_their_documented_error) {
    for (unsigned n = 0; n <= 1000; n++) {
        float x = APPROXIMATE[_i].from + (APPROXIMATE[_i].to - APPROXIMATE[_i].from) * (float)n / 1000;
        double expected = APPROXIMATE[_i].reference(x), result = (double)single(APPROXIMATE[_i].words, 2, x, 0, 0);
        ck_assert_double_le(fabs(result - expected), fabs(expected) * APPROXIMATE[_i].error);
    }
}
END_TEST

// PTX ISA: absolute error 2^-20.5 for sine and cosine within [-pi, pi].
START_TEST(sine_and_cosine_are_within_their_documented_error) {
    for (int n = -300; n <= 300; n++) {
        float x = (float)n * 0.01f;
        ck_assert_double_le(fabs((double)single("sin.approx.f32", 2, x, 0, 0) - sin((double)x)), 0x1p-20);
        ck_assert_double_le(fabs((double)single("cos.approx.f32", 2, x, 0, 0) - cos((double)x)), 0x1p-20);
    }
}
END_TEST

// ---- comparisons --------------------------------------------------------------------------------------------------

// Columns: less, equal, greater, unordered.
static const struct {
    const char *comparison;
    bool result[4];
} COMPARISONS[] = {{"eq", {0, 1, 0, 0}},  {"ne", {1, 0, 1, 0}},  {"lt", {1, 0, 0, 0}},  {"le", {1, 1, 0, 0}},
                   {"gt", {0, 0, 1, 0}},  {"ge", {0, 1, 1, 0}},  {"equ", {0, 1, 0, 1}}, {"neu", {1, 0, 1, 1}},
                   {"ltu", {1, 0, 0, 1}}, {"leu", {1, 1, 0, 1}}, {"gtu", {0, 0, 1, 1}}, {"geu", {0, 1, 1, 1}},
                   {"num", {1, 1, 1, 0}}, {"nan", {0, 0, 0, 1}}};
enum { COMPARISON_COUNT = sizeof COMPARISONS / sizeof *COMPARISONS };

START_TEST(comparisons_treat_nan_as_unordered) {
    static const struct {
        const char *type;
        uint64_t one, two, nan;
    } TYPES[] = {{"f32", 0x3f800000, 0x40000000, 0x7fc00000},
                 {"f64", 0x3ff0000000000000, 0x4000000000000000, 0x7ff8000000000000},
                 {"f16", 0x3c00, 0x4000, 0x7e00},
                 {"bf16", 0x3f80, 0x4000, 0x7fc0}};
    for (unsigned t = 0; t < 4; t++) {
        uint64_t one = TYPES[t].one, two = TYPES[t].two, nan = TYPES[t].nan;
        const Sources sources[] = {{one, two, 0, 0}, {one, one, 0, 0}, {two, one, 0, 0}, {one, nan, 0, 0}};
        for (unsigned n = 0; n < 4; n++) {
            char words[32];
            snprintf(words, sizeof words, "setp.%s.%s", COMPARISONS[_i].comparison, TYPES[t].type);
            ck_assert_msg(one_warp_value(words, 3, sources[n]) == COMPARISONS[_i].result[n], "%s, case %u", words, n);
        }
    }
}
END_TEST

static const ValueCase INTEGER_COMPARISONS[] = {{"setp.lt.s32", 3, {0xffffffff, 1, 0, 0}, 1},
                                                {"setp.lt.u32", 3, {0xffffffff, 1, 0, 0}, 0},
                                                {"setp.lo.u32", 3, {1, 0xffffffff, 0, 0}, 1},
                                                {"setp.hs.u64", 3, {1ull << 63, 1, 0, 0}, 1},
                                                {"setp.ge.s64", 3, {1ull << 63, 1, 0, 0}, 0},
                                                {"setp.eq.b16", 3, {0x10001, 0x20001, 0, 0}, 1},
                                                {"setp.gt.s16", 3, {0x8000, 1, 0, 0}, 0},
                                                {"set.lt.u32.s32", 3, {1, 2, 0, 0}, 0xffffffff},
                                                {"set.lt.f32.s32", 3, {1, 2, 0, 0}, 0x3f800000},
                                                {"set.lt.f32.s32", 3, {2, 1, 0, 0}, 0},
                                                {"set.eq.f16.f16", 3, {0x3c00, 0x3c00, 0, 0}, 0x3c00},
                                                {"set.gt.f16x2.f16x2", 3, {0x40003c00, 0x3c003c00, 0, 0}, 0x3c000000},
                                                {"set.gt.u32.f16x2", 3, {0x40003c00, 0x3c003c00, 0, 0}, 0xffff0000},
                                                {"set.lt.bf16x2.bf16x2", 3, {0x3f803f80, 0x3f804000, 0, 0}, 0x00003f80},
                                                {"setp.eq.ftz.f32", 3, {0x00000001, 0x80000002, 0, 0}, 1},
                                                {"setp.eq.f32", 3, {1, 2, 0, 0}, 0}};
START_TEST(integers_and_pairs_compare_by_their_type) { one_warp_check(&INTEGER_COMPARISONS[_i]); }
END_TEST

START_TEST(setp_writes_p_and_its_opposite_combined_with_a_predicate) {
    static OneWarp one;
    one_warp_begin(&one, 0x00ffffff);
    for (unsigned l = 0; l < WARP_LANES; l++) one.words[1][l] = l, one.words[2][l] = 8;
    one.predicates[0] = one.predicates[ONE_WARP_PAIR] = 0xff000000;
    one.predicates[3] = 0x0000ff0f;
    one_warp_run(&one, "setp.lt.s32", 3);
    ck_assert_uint_eq(one.predicates[0], 0xff0000ff);
    ck_assert_uint_eq(one.predicates[ONE_WARP_PAIR], 0xffffff00);
    one_warp_run(&one, "setp.lt.and.s32", 4);
    ck_assert_uint_eq(one.predicates[0], 0xff00000f);
    ck_assert_uint_eq(one.predicates[ONE_WARP_PAIR], 0xff00ff00);
    one_warp_run(&one, "setp.lt.xor.s32", 4);
    ck_assert_uint_eq(one.predicates[0], 0xff00fff0);
    one_warp_run(&one, "setp.lt.or.s32", 4);
    ck_assert_uint_eq(one.predicates[0], 0xff00ffff);
}
END_TEST

// ---- halves -------------------------------------------------------------------------------------------------------

typedef struct {
    const char *name;
    unsigned fraction;
    int bias;
    double values[0x8000];
    unsigned infinity;
} HalfFormat;
static HalfFormat formats[2] = {{.name = "f16", .fraction = 10, .bias = 15, .infinity = 0x7c00},
                                {.name = "bf16", .fraction = 7, .bias = 127, .infinity = 0x7f80}};

static void make_values(void) { // of the positive patterns up to infinity, and one step beyond the largest
    for (unsigned f = 0; f < 2; f++)
        for (unsigned bits = 0; bits <= formats[f].infinity; bits++) {
            int exponent = (int)(bits >> formats[f].fraction), fraction = (int)formats[f].fraction;
            double significand = bits & ((1u << fraction) - 1);
            if (exponent) significand += 1 << fraction;
            formats[f].values[bits] = ldexp(significand, (exponent ? exponent : 1) - formats[f].bias - fraction);
        }
}

// The pattern nearest to an exact value; ties to the even pattern.
static unsigned nearest(const HalfFormat *format, long double exact) {
    unsigned low = 0, high = format->infinity;
    long double magnitude = fabsl(exact);
    if (magnitude >= format->values[high]) low = high;
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        if (format->values[middle] <= magnitude) low = middle;
        else high = middle;
    }
    long double below = magnitude - format->values[low], above = format->values[high] - magnitude;
    unsigned bits = below < above || (below == above && !(low & 1)) ? low : high;
    return bits | (signbit(exact) ? 0x8000 : 0);
}
static long double half_value(const HalfFormat *format, unsigned bits) {
    long double value = format->values[bits & 0x7fff];
    return bits & 0x8000 ? -value : value;
}
static unsigned random_half(const HalfFormat *format) {
    unsigned bits = (unsigned)(random_bits() * 0x9e3779b97f4a7c15 >> 48);
    if (!strcmp(format->name, "bf16")) bits = (bits & 0x87ff) | 0x3c00; // near 1: sums stay exact
    return (bits & 0x7fff) < format->infinity ? bits : bits & 0x83ff;
}

START_TEST(halves_are_rounded_once_from_the_exact_result) {
    make_values();
    static const struct {
        const char *words;
        unsigned operands;
        ExactReal exact;
    } OPERATIONS[] = {{"add.rn", 3, real_add}, {"sub", 3, real_sub}, {"mul", 3, real_mul}, {"fma.rn", 4, real_fma}};
    const HalfFormat *format = &formats[_i];
    random_seed((uint64_t)_i + 7);
    for (unsigned n = 0; n < 4000; n++) {
        unsigned o = n % 4, a = random_half(format), b = random_half(format), c = random_half(format);
        long double x = half_value(format, a), y = half_value(format, b), z = half_value(format, c);
        unsigned expected = nearest(format, OPERATIONS[o].exact(x, y, z));
        char words[32];
        snprintf(words, sizeof words, "%s.%s", OPERATIONS[o].words, format->name);
        ValueCase scalar = {words, OPERATIONS[o].operands, {a, b, c, 0}, expected};
        one_warp_check(&scalar);
        snprintf(words, sizeof words, "%s.%sx2", OPERATIONS[o].words, format->name);
        uint64_t one = format->values[0x3c00] == 1 ? 0x3c00 : 0x3f80; // above: 0 op 0, and 1 for fma's c
        uint64_t above = o == 3 ? one : 0;
        ValueCase pair = {words, OPERATIONS[o].operands, {a, b, c | one << 16, 0}, expected | above << 16};
        one_warp_check(&pair);
    }
}
END_TEST

static const ValueCase HALVES[] = {
    {"fma.rn.f16", 4, {0x3c03, 0x3c03, 0xbc00, 0}, 0x1e02}, // (1 + 3u)^2 - 1 = 6u + 9u^2, u = 2^-10
    {"fma.rn.relu.f16", 4, {0xbc00, 0x3c00, 0, 0}, 0},
    {"fma.rn.sat.f16", 4, {0x4000, 0x4000, 0, 0}, 0x3c00},
    {"fma.rn.f16", 4, {0x7c00, 0, 0, 0}, 0x7fff}, // NaN
    {"fma.rn.sat.f16", 4, {0x7c00, 0, 0, 0}, 0},
    {"add.ftz.f16", 3, {0x0001, 0x0001, 0, 0}, 0},
    {"add.f16", 3, {0x0001, 0x0001, 0, 0}, 0x0002},
    {"mul.f16", 3, {0x7bff, 0x4000, 0, 0}, 0x7c00}, // overflow
    {"neg.f16x2", 2, {0x3c00bc00, 0, 0, 0}, 0xbc003c00},
    {"abs.bf16x2", 2, {0xbf80c000, 0, 0, 0}, 0x3f804000},
    {"min.f16", 3, {0x7e00, 0x3c00, 0, 0}, 0x3c00},
    {"min.NaN.f16", 3, {0x7e00, 0x3c00, 0, 0}, 0x7fff},
    {"max.bf16", 3, {0x8000, 0x0000, 0, 0}, 0},
    {"max.xorsign.abs.f16", 3, {0xc000, 0x3c00, 0, 0}, 0xc000},
    {"ex2.approx.f16", 2, {0x4200, 0, 0, 0}, 0x4800}, // 2^3
    {"tanh.approx.bf16", 2, {0xff80, 0, 0, 0}, 0xbf80}};
START_TEST(half_modifiers_clamp_and_flush) { one_warp_check(&HALVES[_i]); }
END_TEST

// Where a product is halfway between two bf16 numbers, the smallest addend decides.
START_TEST(a_tiny_addend_breaks_the_tie_of_a_fused_product) {
    double product = 0;
    unsigned a = 0, b = 0x3f81;
    make_values();
    for (a = 0x3f81; a < 0x4000; a++) { // the first product that is a tie
        product = formats[1].values[a] * formats[1].values[b];
        double scaled = product < 2 ? product * 256 : product * 128;
        if (scaled == floor(scaled) && fmod(scaled, 2) == 1) break;
    }
    ck_assert_uint_lt(a, 0x4000);
    unsigned down = nearest(&formats[1], product - 0x1p-20), up = nearest(&formats[1], product + 0x1p-20);
    ck_assert_uint_eq(up, down + 1);
    ck_assert_uint_eq(one_warp_value("fma.rn.bf16", 4, (Sources){a, b, 0x0001, 0}), up);
    ck_assert_uint_eq(one_warp_value("fma.rn.bf16", 4, (Sources){a, b, 0x8001, 0}), down);
}
END_TEST

Suite *float_suite(void) {
    Suite *suite = suite_create("float");
    TCase *tests = tcase_create("float");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, results_are_the_exact_ones_rounded_in_each_mode, 0, ROUNDED_COUNT);
    tcase_add_test(tests, double_precision_rounds_in_each_mode);
    tcase_add_test(tests, fused_multiply_add_rounds_once);
    tcase_add_loop_test(tests, special_values_are_those_of_the_hardware, 0, sizeof SPECIALS / sizeof *SPECIALS);
    tcase_add_loop_test(tests, approximations_are_within_their_documented_error, 0, 4);
    tcase_add_test(tests, sine_and_cosine_are_within_their_documented_error);
    tcase_add_loop_test(tests, comparisons_treat_nan_as_unordered, 0, COMPARISON_COUNT);
    tcase_add_loop_test(tests, integers_and_pairs_compare_by_their_type, 0,
                        sizeof INTEGER_COMPARISONS / sizeof *INTEGER_COMPARISONS);
    tcase_add_test(tests, setp_writes_p_and_its_opposite_combined_with_a_predicate);
    tcase_add_loop_test(tests, halves_are_rounded_once_from_the_exact_result, 0, 2);
    tcase_add_loop_test(tests, half_modifiers_clamp_and_flush, 0, sizeof HALVES / sizeof *HALVES);
    tcase_add_test(tests, a_tiny_addend_breaks_the_tie_of_a_fused_product);
    suite_add_tcase(suite, tests);
    return suite;
}

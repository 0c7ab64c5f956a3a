// test_rounded.c - arithmetic in integers gives what the processor gives in each rounding mode.
#include "emulator/numbers/rounded.h"
#include <check.h>
#include <fenv.h>
#include <math.h>
#include <string.h>

#pragma GCC optimize("rounding-math")

enum { CASES = 60000, OPERATIONS = 6 };
static const int MODES[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD}; // in the order of Rounding

static uint64_t state = 88172645463325252;
static uint64_t draw(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

// Bits of every kind: any number, subnormals, near 1, powers of two, and both ends of the range.
static double draw_double(void) {
    uint64_t bits = draw(), sign = bits & 1ull << 63;
    switch (draw() % 6) {
    case 0: bits = sign | (bits & 0xfffffffffffff); break;
    case 1: bits = sign | 0x3fe0000000000000 | (bits & 0x1fffffffffffff); break;
    case 2: bits &= 0xfff0000000000000; break;
    case 3: bits = sign | draw() % 3 * 0x7fe0000000000000 | (bits & 0xfff); break;
    case 4: bits = sign | 0x3f00000000000000 | (bits & 0xffffffffffffff); break;
    }
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float draw_single(void) {
    uint32_t bits = (uint32_t)draw(), sign = bits & 1u << 31;
    switch (draw() % 5) {
    case 0: bits = sign | (bits & 0x7fffff); break;
    case 1: bits = sign | 0x3f000000 | (bits & 0xffffff); break;
    case 2: bits &= 0xff800000; break;
    case 3: bits = sign | ((uint32_t)(draw() % 3) * 0x7f000000u) | (bits & 0xfff); break;
    }
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// What the processor gives; volatile keeps the compiler from computing before the mode is set.
static void by_processor(int mode, Precision precision, double a, double b, double c, double result[OPERATIONS]) {
    volatile double x = a, y = b, z = c;
    volatile float p = (float)a, q = (float)b, r = (float)c;
    fesetround(mode);
    if (precision == DOUBLE_PRECISION) {
        double all[] = {fma(x, y, z), x + y, x - y, x * y, x / y, sqrt(x)};
        memcpy(result, all, sizeof all);
    } else {
        double all[] = {fmaf(p, q, r), p + q, p - q, p * q, p / q, sqrtf(p)};
        memcpy(result, all, sizeof all);
    }
    fesetround(FE_TONEAREST);
}

static bool same(double a, double b) { return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0; }

START_TEST(every_direction_is_that_of_the_processor) {
    Rounding rounding = (Rounding)(_i % 4);
    Precision precision = _i < 4 ? SINGLE_PRECISION : DOUBLE_PRECISION;
    for (unsigned n = 0; n < CASES; n++) {
        bool full = precision == DOUBLE_PRECISION;
        double a = full ? draw_double() : draw_single(), b = full ? draw_double() : draw_single();
        double c = full ? draw_double() : draw_single();
        if (n % 4 == 0) c = full ? -(a * b) : -(float)(a * b); // most of it cancels
        double expected[OPERATIONS];
        by_processor(MODES[rounding], precision, a, b, c, expected);
        double given[] = {rounded_fma(a, b, c, rounding, precision),   rounded_add(a, b, rounding, precision),
                          rounded_subtract(a, b, rounding, precision), rounded_multiply(a, b, rounding, precision),
                          rounded_divide(a, b, rounding, precision),   rounded_root(a, rounding, precision)};
        for (unsigned k = 0; k < OPERATIONS; k++)
            if (!same(given[k], expected[k]))
                ck_abort_msg("operation %u of %a, %a, %a: %a instead of %a", k, a, b, c, given[k], expected[k]);
    }
}
END_TEST

START_TEST(a_sum_rounded_to_odd_is_fused) {
    for (unsigned n = 0; n < CASES; n++) {
        float a = draw_single(), b = draw_single(), c = n % 4 ? draw_single() : -(a * b);
        if (!same(fused_by_odd(a, b, c), fmaf(a, b, c))) ck_abort_msg("%a * %a + %a", (double)a, (double)b, (double)c);
    }
}
END_TEST

Suite *rounded_suite(void) {
    Suite *suite = suite_create("rounded");
    TCase *tests = tcase_create("rounded");
    tcase_add_loop_test(tests, every_direction_is_that_of_the_processor, 0, 8);
    tcase_add_test(tests, a_sum_rounded_to_odd_is_fused);
    suite_add_tcase(suite, tests);
    return suite;
}

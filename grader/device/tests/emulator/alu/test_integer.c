// test_integer.c - integer arithmetic, bit fields and carries against 128-bit arithmetic and hand calculation.
#include "one_warp.h"
#include <check.h>
#include <stdio.h>

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;

// ---- against exact arithmetic -------------------------------------------------------------------------------

// Sources as numbers, and the exact result before it is cut to the destination's width.
typedef Wide (*Exact)(Wide a, Wide b, Wide c, unsigned bits);
static Wide exact_add(Wide a, Wide b, Wide c, unsigned bits) { return (void)c, (void)bits, a + b; }
static Wide exact_sub(Wide a, Wide b, Wide c, unsigned bits) { return (void)c, (void)bits, a - b; }
static Wide exact_mul(Wide a, Wide b, Wide c, unsigned bits) {
    return (void)c, (void)bits, (UnsignedWide)a * (UnsignedWide)b;
}
static Wide exact_hi(Wide a, Wide b, Wide c, unsigned bits) {
    (void)c; // the product of two positive numbers may need all 128 bits
    return a >= 0 && b >= 0 ? (Wide)((UnsignedWide)a * (UnsignedWide)b >> bits) : a * b >> bits;
}
static Wide exact_mad(Wide a, Wide b, Wide c, unsigned bits) {
    return (void)bits, (UnsignedWide)a * (UnsignedWide)b + (UnsignedWide)c;
}
static Wide exact_mad_hi(Wide a, Wide b, Wide c, unsigned bits) { return exact_hi(a, b, 0, bits) + c; }
static Wide exact_sad(Wide a, Wide b, Wide c, unsigned bits) { return (void)bits, c + (a < b ? b - a : a - b); }
static Wide exact_div(Wide a, Wide b, Wide c, unsigned bits) { return (void)c, (void)bits, b ? a / b : -1; }
static Wide exact_rem(Wide a, Wide b, Wide c, unsigned bits) { return (void)c, (void)bits, b ? a % b : -1; }
static Wide exact_min(Wide a, Wide b, Wide c, unsigned bits) { return (void)c, (void)bits, a < b ? a : b; }
static Wide exact_max(Wide a, Wide b, Wide c, unsigned bits) { return (void)c, (void)bits, a > b ? a : b; }
static Wide exact_abs(Wide a, Wide b, Wide c, unsigned bits) { return (void)b, (void)c, (void)bits, a < 0 ? -a : a; }
static Wide exact_neg(Wide a, Wide b, Wide c, unsigned bits) { return (void)b, (void)c, (void)bits, -a; }

static const struct {
    const char *words;
    unsigned operands;
    Exact exact;
    bool signed_only;
} ARITHMETIC[] = {{"add", 3, exact_add, false},      {"sub", 3, exact_sub, false}, {"mul.lo", 3, exact_mul, false},
                  {"mad.lo", 4, exact_mad, false},   {"sad", 4, exact_sad, false}, {"div", 3, exact_div, false},
                  {"rem", 3, exact_rem, false},      {"min", 3, exact_min, false}, {"max", 3, exact_max, false},
                  {"abs", 2, exact_abs, true},       {"neg", 2, exact_neg, true},  {"mul.hi", 3, exact_hi, false},
                  {"mad.hi", 4, exact_mad_hi, false}};
enum { ARITHMETIC_COUNT = sizeof ARITHMETIC / sizeof *ARITHMETIC };

static Wide number(uint64_t bits, unsigned width, bool is_signed) {
    unsigned unused = 64 - width;
    return is_signed ? (Wide)((int64_t)(bits << unused) >> unused) : (Wide)(bits << unused >> unused);
}

static void check_exact(int row, unsigned width, bool is_signed) {
    char words[32];
    snprintf(words, sizeof words, "%s.%c%u", ARITHMETIC[row].words, is_signed ? 's' : 'u', width);
    for (unsigned n = 0; n < 400; n++) {
        Sources s = {random_bits(), random_bits(), random_bits(), 0};
        Wide a = number(s.a, width, is_signed), b = number(s.b, width, is_signed), c = number(s.c, width, is_signed);
        Wide exact = ARITHMETIC[row].exact(a, b, c, width);
        ValueCase value_case = {words, ARITHMETIC[row].operands, s, (uint64_t)number((uint64_t)exact, width, false)};
        one_warp_check(&value_case);
    }
}

START_TEST(arithmetic_is_exact_arithmetic_cut_to_the_width) {
    random_seed((uint64_t)_i);
    for (unsigned width = 16; width <= 64; width *= 2) {
        check_exact(_i, width, true);
        if (!ARITHMETIC[_i].signed_only) check_exact(_i, width, false);
    }
}
END_TEST

START_TEST(wide_products_are_exact) {
    random_seed(3);
    for (unsigned n = 0; n < 1000; n++) {
        Sources s = {random_bits(), random_bits(), random_bits(), 0};
        int64_t a = (int32_t)s.a, b = (int32_t)s.b;
        uint64_t product = (uint64_t)(a * b), without_sign = (uint64_t)(uint32_t)s.a * (uint32_t)s.b;
        ck_assert_uint_eq(one_warp_value("mul.wide.s32", 3, s), product);
        ck_assert_uint_eq(one_warp_value("mad.wide.s32", 4, s), product + s.c);
        ck_assert_uint_eq(one_warp_value("mad.wide.u32", 4, s), without_sign + s.c);
        ck_assert_uint_eq(one_warp_value("mul.wide.s16", 3, s), (uint32_t)((int16_t)s.a * (int16_t)s.b));
        ck_assert_uint_eq(one_warp_value("mul.wide.u16", 3, s), (uint32_t)(uint16_t)s.a * (uint16_t)s.b);
    }
}
END_TEST

// A sum, difference or product in several words is that of the whole numbers.
START_TEST(carries_join_words_into_long_numbers) {
    static OneWarp one;
    random_seed(4);
    for (unsigned n = 0; n < 300; n++) {
        uint64_t x = random_bits(), y = random_bits();
        for (unsigned subtract = 0; subtract < 2; subtract++) {
            uint32_t result[2];
            one_warp_begin(&one, FULL_MASK);
            for (unsigned part = 0; part < 2; part++) {
                for (unsigned l = 0; l < WARP_LANES; l++) {
                    one.words[1][l] = (uint32_t)(x >> 32 * part);
                    one.words[2][l] = (uint32_t)(y >> 32 * part);
                }
                const char *first = subtract ? "sub.cc.u32" : "add.cc.u32", *next = subtract ? "subc.u32" : "addc.u32";
                one_warp_run(&one, part ? next : first, 3);
                result[part] = one.words[0][17];
            }
            ck_assert_uint_eq(result[0] | (uint64_t)result[1] << 32, subtract ? x - y : x + y);
        }
        one_warp_begin(&one, FULL_MASK);
        UnsignedWide product = (UnsignedWide)x * y + ((UnsignedWide)y << 64 | x);
        for (unsigned l = 0; l < WARP_LANES; l++) one.longs[1][l] = one.longs[3][l] = x, one.longs[2][l] = y;
        one_warp_run(&one, "mad.lo.cc.u64", 4);
        ck_assert_uint_eq(one.longs[0][9], (uint64_t)product);
        for (unsigned l = 0; l < WARP_LANES; l++) one.longs[3][l] = y;
        one_warp_run(&one, "madc.hi.u64", 4);
        ck_assert_uint_eq(one.longs[0][9], (uint64_t)(product >> 64));
    }
}
END_TEST

START_TEST(an_addition_without_cc_keeps_the_condition_code) {
    static OneWarp one;
    one_warp_begin(&one, FULL_MASK);
    one.warp.carry = 0x0f0f0f0f;
    for (unsigned l = 0; l < WARP_LANES; l++) one.words[1][l] = one.words[2][l] = 0xffffffff;
    one_warp_run(&one, "addc.u32", 3);
    ck_assert_uint_eq(one.warp.carry, 0x0f0f0f0f);
    ck_assert_uint_eq(one.words[0][0], 0xffffffff);
    ck_assert_uint_eq(one.words[0][4], 0xfffffffe);
    one_warp_run(&one, "addc.cc.u32", 3);
    ck_assert_uint_eq(one.warp.carry, FULL_MASK);
}
END_TEST

// ---- by hand --------------------------------------------------------------------------------------------------

static const ValueCase CASES[] = {
    {"add.sat.s32", 3, {0x7fffffff, 1, 0, 0}, 0x7fffffff},
    {"sub.sat.s32", 3, {0x80000000, 1, 0, 0}, 0x80000000},
    {"add.u16x2", 3, {0x0001ffff, 0x00020001, 0, 0}, 0x00030000}, // the lower half does not carry into the upper
    {"min.s16x2", 3, {0xffff0001, 0x0001ffff, 0, 0}, 0xffffffff},
    {"max.u16x2", 3, {0xffff0001, 0x0001ffff, 0, 0}, 0xffffffff},
    {"max.relu.s32", 3, {0xffffffff, 0xfffffffe, 0, 0}, 0},
    {"mul24.lo.u32", 3, {0xff001000, 0xff001000, 0, 0}, 0x01000000},
    {"mul24.hi.u32", 3, {0x00800000, 0x00000200, 0, 0}, 0x00010000}, // 2^32 >> 16
    {"mul24.lo.s32", 3, {0x00ffffff, 0x00000005, 0, 0}, 0xfffffffb}, // -1 * 5
    {"mad24.hi.sat.s32", 4, {0x007fffff, 0x007fffff, 0x7fffffff, 0}, 0x7fffffff},
    {"mad.hi.sat.s32", 4, {0x7fffffff, 0x7fffffff, 0x7fffffff, 0}, 0x7fffffff},
    {"dp4a.u32.u32", 4, {0x01020304, 0x05060708, 100, 0}, 100 + 5 + 12 + 21 + 32},
    {"dp4a.s32.s32", 4, {0xff000000, 0xff000000, 0, 0}, 1},
    {"dp4a.s32.u32", 4, {0xff000000, 0xff000000, 0, 0}, 0xffffff01}, // -1 * 255
    {"dp2a.lo.u32.u32", 4, {0x00020003, 0x0a0b0c0d, 1, 0}, 1 + 3 * 0x0d + 2 * 0x0c},
    {"dp2a.hi.s32.s32", 4, {0xfffe0003, 0x0a0b0c0d, 0, 0}, 3 * 0x0b - 2 * 0x0a},
    {"div.s32", 3, {0x80000000, 0xffffffff, 0, 0}, 0x80000000}, // wraps, does not trap
    {"rem.s64", 3, {0x8000000000000000, 0xffffffffffffffff, 0, 0}, 0},
    {"popc.b64", 2, {0xff00000000000001, 0, 0, 0}, 9},
    {"clz.b32", 2, {0, 0, 0, 0}, 32},
    {"clz.b64", 2, {0x0000000100000000, 0, 0, 0}, 31},
    {"bfind.u32", 2, {0, 0, 0, 0}, 0xffffffff},
    {"bfind.u32", 2, {0x00010000, 0, 0, 0}, 16},
    {"bfind.s32", 2, {0xfffffffe, 0, 0, 0}, 0}, // the highest bit that is not the sign
    {"bfind.shiftamt.u32", 2, {0x00010000, 0, 0, 0}, 15},
    {"bfind.shiftamt.s64", 2, {0xffffffffffffffff, 0, 0, 0}, 0xffffffff},
    {"brev.b32", 2, {0x00000003, 0, 0, 0}, 0xc0000000},
    {"brev.b64", 2, {0x0000000000000001, 0, 0, 0}, 0x8000000000000000},
    {"bfe.u32", 4, {0x12345678, 8, 12, 0}, 0x456},
    {"bfe.u32", 4, {0x12345678, 28, 12, 0}, 0x1},
    {"bfe.u32", 4, {0x12345678, 32, 4, 0}, 0},
    {"bfe.s32", 4, {0x00000f00, 8, 4, 0}, 0xffffffff},
    {"bfe.s32", 4, {0x80000000, 28, 12, 0}, 0xfffffff8}, // past the top: the sign
    {"bfe.s32", 4, {0x80000000, 40, 3, 0}, 0xffffffff},
    {"bfe.s32", 4, {0xffffffff, 3, 0, 0}, 0},
    {"bfe.u64", 4, {0x123456789abcdef0, 60, 4, 0}, 1},
    {"bfi.b32", 5, {0xab, 0xffffffff, 8, 8}, 0xffffabff},
    {"bfi.b32", 5, {0xab, 0x11111111, 32, 8}, 0x11111111},
    {"bfi.b32", 5, {0xffff, 0, 28, 16}, 0xf0000000},
    {"bfi.b64", 5, {0xab, 0, 56, 64}, 0xab00000000000000},
    {"fns.b32", 4, {0xaaaaaaaa, 3, 0, 0}, 3},
    {"fns.b32", 4, {0xaaaaaaaa, 2, 0, 0}, 0xffffffff},
    {"fns.b32", 4, {0xaaaaaaaa, 3, 2, 0}, 5}, // the second set bit from 3 on: 3, 5
    {"fns.b32", 4, {0xaaaaaaaa, 3, 0xfffffffe, 0}, 1},
    {"szext.wrap.s32", 3, {0x000000ff, 8, 0, 0}, 0xffffffff},
    {"szext.wrap.u32", 3, {0xffffffff, 40, 0, 0}, 0xff},
    {"szext.clamp.u32", 3, {0xffffffff, 40, 0, 0}, 0xffffffff},
    {"bmsk.wrap.b32", 3, {4, 8, 0, 0}, 0x00000ff0},
    {"bmsk.wrap.b32", 3, {36, 40, 0, 0}, 0x00000ff0},
    {"bmsk.clamp.b32", 3, {28, 40, 0, 0}, 0xf0000000},
    {"bmsk.clamp.b32", 3, {32, 4, 0, 0}, 0},
    {"prmt.b32", 4, {0x33221100, 0x77665544, 0x7410, 0}, 0x77441100},
    {"prmt.b32", 4, {0x00008000, 0, 0x9999, 0}, 0xffffffff}, // sign of byte 1
    {"prmt.b32.f4e", 4, {0x33221100, 0x77665544, 1, 0}, 0x44332211},
    {"prmt.b32.b4e", 4, {0x33221100, 0x77665544, 1, 0}, 0x66770011},
    {"prmt.b32.rc8", 4, {0x33221100, 0, 2, 0}, 0x22222222},
    {"prmt.b32.ecl", 4, {0x33221100, 0, 2, 0}, 0x33222222},
    {"prmt.b32.ecr", 4, {0x33221100, 0, 1, 0}, 0x11111100},
    {"prmt.b32.rc16", 4, {0x33221100, 0, 1, 0}, 0x33223322},
    {"shl.b32", 3, {1, 32, 0, 0}, 0},
    {"shl.b64", 3, {1, 63, 0, 0}, 0x8000000000000000},
    {"shr.s32", 3, {0x80000000, 100, 0, 0}, 0xffffffff},
    {"shr.u16", 3, {0x8000, 15, 0, 0}, 1},
    {"shr.s16", 3, {0x8000, 15, 0, 0}, 0xffff},
    {"shf.l.wrap.b32", 4, {0x80000000, 0x00000001, 33, 0}, 0x00000003}, // a is the lower word
    {"shf.l.clamp.b32", 4, {0x12345678, 0xffffffff, 40, 0}, 0x12345678},
    {"shf.r.wrap.b32", 4, {0x80000000, 0x00000001, 1, 0}, 0xc0000000},
    {"shf.r.clamp.b32", 4, {0x12345678, 0xabcdef01, 99, 0}, 0xabcdef01},
    {"cnot.b16", 2, {0x10000, 0, 0, 0}, 1}, // bits above the type do not count
    {"not.b16", 2, {0x00ff, 0, 0, 0}, 0xff00},
    {"selp.b64", 4, {7, 9, 1, 0}, 7},
    {"selp.b64", 4, {7, 9, 0, 0}, 9},
    {"slct.u32.s32", 4, {7, 9, 0x80000000, 0}, 9},
    {"slct.f32.f32", 4, {7, 9, 0x80000000, 0}, 7}, // -0 is not less than 0
    {"slct.f32.f32", 4, {7, 9, 0x7fc00000, 0}, 9},
    {"slct.f32.f32", 4, {7, 9, 0x80000001, 0}, 9},
    {"slct.ftz.f32.f32", 4, {7, 9, 0x80000001, 0}, 7}, // flushed to -0
    {"copysign.f32", 3, {0x80000000, 0x3f800000, 0, 0}, 0xbf800000},
    {"cvta.shared.u64", 2, {16, 0, 0, 0}, SHARED_WINDOW + 16},
    {"cvta.to.shared.u64", 2, {SHARED_WINDOW + 16, 0, 0, 0}, 16},
    {"cvta.to.global.u64", 2, {GLOBAL_BASE, 0, 0, 0}, GLOBAL_BASE},
    {"isspacep.shared", 2, {SHARED_WINDOW + 5, 0, 0, 0}, 1},
    {"isspacep.global", 2, {SHARED_WINDOW + 5, 0, 0, 0}, 0},
    {"isspacep.global", 2, {GLOBAL_BASE, 0, 0, 0}, 1}};

START_TEST(results_are_those_of_the_definition) { one_warp_check(&CASES[_i]); }
END_TEST

// A division by zero gives all ones, quotient and remainder alike, as an H200 does.
START_TEST(division_by_zero_gives_all_ones) {
    static const char *const WORDS[] = {"div.s32", "div.u32", "rem.s32", "rem.u32"};
    for (unsigned n = 0; n < 4; n++)
        ck_assert_uint_eq(one_warp_value(WORDS[n], 3, (Sources){1234, 0, 0, 0}), 0xffffffff);
    ck_assert_uint_eq(one_warp_value("div.u16", 3, (Sources){7, 0, 0, 0}), 0xffff);
    ck_assert_uint_eq(one_warp_value("rem.s64", 3, (Sources){7, 0, 0, 0}), UINT64_MAX);
}
END_TEST

// ---- lop3 -------------------------------------------------------------------------------------------------------

static bool find_lop3(const char *combine, uint64_t table, Operation *operation) {
    const char *modifiers[] = {*combine ? combine : "b32", "b32"};
    PtxOperand operands[6] = {[4] = {.kind = OPERAND_IMMEDIATE, .bits = table}};
    PtxInstruction instruction = {.mnemonic = "lop3",
                                  .modifiers = modifiers,
                                  .modifier_count = *combine ? 2 : 1,
                                  .guard = -1,
                                  .operands = operands,
                                  .operand_count = *combine ? 6 : 5};
    char reason[160];
    return operation_find(&instruction, operation, reason);
}

START_TEST(lop3_looks_each_bit_up_in_the_table) {
    static OneWarp one;
    Operation operation;
    random_seed(5);
    for (uint64_t table = 0; table < 256; table++) {
        one_warp_begin(&one, FULL_MASK);
        for (unsigned l = 0; l < WARP_LANES; l++)
            for (unsigned n = 1; n < 4; n++) one.words[n][l] = (uint32_t)random_bits();
        ck_assert(find_lop3("", table, &operation));
        one_warp_run_operation(&one, &operation, 4);
        for (unsigned l = 0; l < WARP_LANES; l++)
            for (unsigned bit = 0; bit < 32; bit++) {
                unsigned index =
                    (one.words[1][l] >> bit & 1) * 4 + (one.words[2][l] >> bit & 1) * 2 + (one.words[3][l] >> bit & 1);
                ck_assert_uint_eq(one.words[0][l] >> bit & 1, table >> index & 1);
            }
    }
}
END_TEST

START_TEST(lop3_combines_whether_the_result_is_not_zero) {
    static OneWarp one;
    Operation operation;
    one_warp_begin(&one, FULL_MASK);
    for (unsigned l = 0; l < WARP_LANES; l++) one.words[1][l] = l & 1, one.words[2][l] = 1, one.words[3][l] = 1;
    one.predicates[4] = 0x0000ffff;
    ck_assert(find_lop3("and", 0x80, &operation));
    operation.type[4] = TYPE_PRED; // the decoder binds q to e
    one_warp_run_operation(&one, &operation, 5);
    ck_assert_uint_eq(one.predicates[ONE_WARP_PAIR], 0x0000aaaa);
    ck_assert(find_lop3("or", 0x80, &operation));
    operation.type[4] = TYPE_PRED;
    one_warp_run_operation(&one, &operation, 5);
    ck_assert_uint_eq(one.predicates[ONE_WARP_PAIR], 0xaaaaffff);
}
END_TEST

Suite *integer_suite(void) {
    Suite *suite = suite_create("integer");
    TCase *tests = tcase_create("integer");
    tcase_add_loop_test(tests, arithmetic_is_exact_arithmetic_cut_to_the_width, 0, ARITHMETIC_COUNT);
    tcase_add_test(tests, wide_products_are_exact);
    tcase_add_test(tests, carries_join_words_into_long_numbers);
    tcase_add_test(tests, an_addition_without_cc_keeps_the_condition_code);
    tcase_add_loop_test(tests, results_are_those_of_the_definition, 0, sizeof CASES / sizeof *CASES);
    tcase_add_test(tests, division_by_zero_gives_all_ones);
    tcase_add_test(tests, lop3_looks_each_bit_up_in_the_table);
    tcase_add_test(tests, lop3_combines_whether_the_result_is_not_zero);
    suite_add_tcase(suite, tests);
    return suite;
}

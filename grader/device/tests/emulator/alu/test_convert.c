// test_convert.c - cvt in every direction, and mov between vectors and scalars.
#include "one_warp.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static uint64_t f(float value) { return bits_of_float(value); }
static uint64_t d(double value) { return bits_of_double(value); }

#define FROM(x)                                                                                                        \
    { (x), 0, 0, 0 }
static const ValueCase CASES[] = {
    // integers: the low bits, extended by the source's sign
    {"cvt.u32.s8", 2, FROM(0xff), 0xffffffff},
    {"cvt.u32.u8", 2, FROM(0x1ff), 0xff},
    {"cvt.s64.s16", 2, FROM(0x8000), 0xffffffffffff8000},
    {"cvt.u64.u32", 2, FROM(0xffffffff), 0xffffffff},
    {"cvt.u16.u64", 2, FROM(0x123456789), 0x6789},
    {"cvt.s8.s32", 2, FROM(0x180), 0xffffff80},
    // clamped
    {"cvt.sat.u8.s32", 2, FROM(0xffffffff), 0},
    {"cvt.sat.u8.s32", 2, FROM(300), 255},
    {"cvt.sat.s8.s64", 2, FROM((uint64_t)-300), 0xffffff80},
    {"cvt.sat.s32.u64", 2, FROM(1ull << 63), 0x7fffffff},
    {"cvt.pack.sat.s16.s32", 3, {0x12345, 0xffff0000, 0, 0}, 0x7fff8000},
    {"cvt.pack.sat.u8.s32.b32", 4, {300, 0xffffffff, 0x12345678, 0}, 0x5678ff00}};
START_TEST(integers_are_cut_extended_or_clamped) { one_warp_check(&CASES[_i]); }
END_TEST

// ---- to integers --------------------------------------------------------------------------------------------------

START_TEST(rounding_to_integers_follows_the_mode) {
    // value, nearest (ties to even), towards zero, down, up
    static const double VALUES[][5] = {{2.5, 2, 2, 2, 3},
                                       {3.5, 4, 3, 3, 4},
                                       {-2.5, -2, -2, -3, -2},
                                       {-0.25, 0, 0, -1, 0},
                                       {0.75, 1, 0, 0, 1},
                                       {-7, -7, -7, -7, -7},
                                       {1e9 + 0.5, 1e9, 1e9, 1e9, 1e9 + 1}};
    static const char *const MODES[] = {"rni", "rzi", "rmi", "rpi"};
    for (unsigned n = 0; n < sizeof VALUES / sizeof *VALUES; n++)
        for (unsigned mode = 0; mode < 4; mode++) {
            char words[32];
            double value = VALUES[n][0], expected = VALUES[n][mode + 1];
            snprintf(words, sizeof words, "cvt.%s.s32.f64", MODES[mode]);
            ck_assert_int_eq((int32_t)one_warp_value(words, 2, (Sources){d(value), 0, 0, 0}), (int32_t)expected);
            snprintf(words, sizeof words, "cvt.%s.s64.f64", MODES[mode]);
            ck_assert_int_eq((int64_t)one_warp_value(words, 2, (Sources){d(value), 0, 0, 0}), (int64_t)expected);
            snprintf(words, sizeof words, "cvt.%s.f64.f64", MODES[mode]);
            ck_assert(double_from_bits(one_warp_value(words, 2, (Sources){d(value), 0, 0, 0})) == expected);
            if ((double)(float)value != value) continue;
            snprintf(words, sizeof words, "cvt.%s.s32.f32", MODES[mode]);
            ck_assert_int_eq((int32_t)one_warp_value(words, 2, (Sources){f((float)value), 0, 0, 0}), (int32_t)expected);
            snprintf(words, sizeof words, "cvt.%s.f32.f32", MODES[mode]);
            ck_assert(float_from_bits((uint32_t)one_warp_value(words, 2, (Sources){f((float)value), 0, 0, 0})) ==
                      (float)expected);
        }
}
END_TEST

// Measured on an H200: NaN is 0, but from f64 and to 64 bits it is the top bit.
static const ValueCase CLAMPED[] = {{"cvt.rzi.s32.f32", 2, FROM(0x4f000000), 0x7fffffff}, // 2^31
                                    {"cvt.rzi.s32.f32", 2, FROM(0xff800000), 0x80000000},
                                    {"cvt.rzi.u32.f32", 2, FROM(0xbf800000), 0},
                                    {"cvt.rzi.u32.f32", 2, FROM(0x4f800000), 0xffffffff},
                                    {"cvt.rzi.s32.f32", 2, FROM(0x7fc00000), 0},
                                    {"cvt.rzi.u8.f32", 2, FROM(0x43960000), 255},
                                    {"cvt.rzi.s8.f32", 2, FROM(0xc3960000), 0xffffff80},
                                    {"cvt.rzi.u64.f32", 2, FROM(0x5f800000), UINT64_MAX},
                                    {"cvt.rzi.s64.f32", 2, FROM(0x5f000000), INT64_MAX},
                                    {"cvt.rzi.s64.f32", 2, FROM(0x7fc00000), 1ull << 63},
                                    {"cvt.rzi.u64.f64", 2, FROM(0x7ff8000000000000), 1ull << 63},
                                    {"cvt.rzi.s32.f64", 2, FROM(0x7ff8000000000000), 0x80000000},
                                    {"cvt.rni.s32.f16", 2, FROM(0x7bff), 65504},
                                    {"cvt.rpi.ftz.s32.f32", 2, FROM(1), 0},
                                    {"cvt.rpi.s32.f32", 2, FROM(1), 1}};
START_TEST(values_out_of_range_are_clamped) { one_warp_check(&CLAMPED[_i]); }
END_TEST

// ---- to floating point ----------------------------------------------------------------------------------------------

START_TEST(integers_become_the_nearest_float) {
    random_seed(11);
    for (unsigned n = 0; n < 1000; n++) {
        uint64_t bits = random_bits();
        Sources s = {bits, 0, 0, 0};
        ck_assert_uint_eq(one_warp_value("cvt.rn.f32.s32", 2, s), f((float)(int32_t)bits));
        ck_assert_uint_eq(one_warp_value("cvt.rn.f32.u64", 2, s), f((float)bits));
        ck_assert_uint_eq(one_warp_value("cvt.rn.f64.s64", 2, s), d((double)(int64_t)bits));
        long double exact = (long double)(int64_t)bits;
        float up = float_from_bits((uint32_t)one_warp_value("cvt.rp.f32.s64", 2, s));
        float down = float_from_bits((uint32_t)one_warp_value("cvt.rm.f32.s64", 2, s));
        ck_assert(down <= exact && exact <= up && (down == up || nextafterf(down, INFINITY) == up));
        double above = double_from_bits(one_warp_value("cvt.rp.f64.s64", 2, s));
        double below = double_from_bits(one_warp_value("cvt.rm.f64.s64", 2, s));
        ck_assert(below <= exact && exact <= above && (below == above || nextafter(below, INFINITY) == above));
        double zero = double_from_bits(one_warp_value("cvt.rz.f64.s64", 2, s));
        ck_assert(zero == (exact < 0 ? above : below));
    }
}
END_TEST

START_TEST(doubles_round_to_float_in_each_mode) {
    random_seed(12);
    for (unsigned n = 0; n < 1000; n++) {
        double value = ldexp((double)(int64_t)(random_bits() | 1), (int)(n % 220) - 200);
        Sources s = {d(value), 0, 0, 0};
        float nearest = (float)value;
        float up = (double)nearest < value ? nextafterf(nearest, INFINITY) : nearest;
        float down = (double)nearest > value ? nextafterf(nearest, -INFINITY) : nearest;
        ck_assert_uint_eq(one_warp_value("cvt.rn.f32.f64", 2, s), f(nearest));
        ck_assert_uint_eq(one_warp_value("cvt.rp.f32.f64", 2, s), f(up));
        ck_assert_uint_eq(one_warp_value("cvt.rm.f32.f64", 2, s), f(down));
        ck_assert_uint_eq(one_warp_value("cvt.rz.f32.f64", 2, s), f(value < 0 ? up : down));
    }
}
END_TEST

// All halves but NaN become a float and the same half again.
START_TEST(every_half_survives_the_way_through_float) {
    static OneWarp one;
    one_warp_begin(&one, FULL_MASK);
    for (unsigned start = 0; start < 0x10000; start += WARP_LANES) {
        for (unsigned l = 0; l < WARP_LANES; l++) one.words[1][l] = start + l;
        one_warp_run(&one, "cvt.f32.f16", 2);
        memcpy(one.words[1], one.words[0], sizeof one.words[1]);
        for (unsigned l = 0; l < WARP_LANES; l++) {
            int exponent = (int)((start + l) >> 10 & 31);
            double fraction = (start + l) & 1023, magnitude;
            magnitude = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
            if (exponent < 31) ck_assert(fabs((double)float_from_bits(one.words[0][l])) == magnitude);
        }
        one_warp_run(&one, "cvt.rn.f16.f32", 2);
        for (unsigned l = 0; l < WARP_LANES; l++) {
            bool nan = ((start + l) & 0x7fff) > 0x7c00;
            ck_assert_uint_eq(one.words[0][l], nan ? 0x7fff : start + l);
        }
    }
}
END_TEST

static const ValueCase NARROWED[] = {
    {"cvt.rn.f16.f32", 2, FROM(0x3f801000), 0x3c00}, // 1 + half a unit: to even
    {"cvt.rn.f16.f32", 2, FROM(0x3f801001), 0x3c01},
    {"cvt.rz.f16.f32", 2, FROM(0x3f801fff), 0x3c00},
    {"cvt.rp.f16.f32", 2, FROM(0x3f800001), 0x3c01},
    {"cvt.rm.f16.f32", 2, FROM(0xbf800001), 0xbc01},
    {"cvt.rn.f16.f32", 2, FROM(0x477fefff), 0x7bff}, // just below 65520
    {"cvt.rn.f16.f32", 2, FROM(0x477ff000), 0x7c00},
    {"cvt.rz.f16.f32", 2, FROM(0x7f7fffff), 0x7bff},
    {"cvt.rn.f16.f32", 2, FROM(0x33000000), 0x0000}, // half the smallest subnormal
    {"cvt.rn.f16.f32", 2, FROM(0x33000001), 0x0001},
    {"cvt.rn.sat.f16.f32", 2, FROM(0x40000000), 0x3c00},
    {"cvt.rn.relu.f16.f32", 2, FROM(0xbf800000), 0},
    {"cvt.rn.bf16.f32", 2, FROM(0x3f808000), 0x3f80},
    {"cvt.rn.bf16.f32", 2, FROM(0x3f818000), 0x3f82},
    {"cvt.rn.bf16.f32", 2, FROM(0x7f7fffff), 0x7f80},
    {"cvt.rn.bf16.f32", 2, FROM(0x00000001), 0},
    {"cvt.rp.bf16.f32", 2, FROM(0x00000001), 1},
    {"cvt.rn.f16x2.f32", 3, {0x3f800000, 0x40000000, 0, 0}, 0x3c004000}, // a above b
    {"cvt.rz.bf16x2.f32", 3, {0x3f80ffff, 0x40000000, 0, 0}, 0x3f804000},
    {"cvt.rn.relu.bf16x2.f32", 3, {0xbf800000, 0x40000000, 0, 0}, 0x00004000},
    {"cvt.rna.tf32.f32", 2, FROM(0x3f801000), 0x3f802000},
    {"cvt.rn.tf32.f32", 2, FROM(0x3f801000), 0x3f800000},
    {"cvt.rz.tf32.f32", 2, FROM(0x3f801fff), 0x3f800000},
    {"cvt.rn.f16.s32", 2, FROM(2049), 0x6800}, // tie: 2048
    {"cvt.rn.f16.u64", 2, FROM(UINT64_MAX), 0x7c00},
    {"cvt.rz.f16.u64", 2, FROM(UINT64_MAX), 0x7bff},
    {"cvt.rn.bf16.u64", 2, FROM(0x8080000000000001), 0x5f01}, // above the tie between 0x5f00 and 0x5f01, by 2^-63
    {"cvt.rn.bf16.u64", 2, FROM(0x8080000000000000), 0x5f00}, // the tie itself
    {"cvt.f64.f32", 2, FROM(0x3fc00000), 0x3ff8000000000000},
    {"cvt.f64.f16", 2, FROM(0x3e00), 0x3ff8000000000000},
    {"cvt.f32.bf16", 2, FROM(0x3fc0), 0x3fc00000},
    {"cvt.sat.f32.f32", 2, FROM(0x40000000), 0x3f800000},
    {"cvt.ftz.f32.f32", 2, FROM(0x80000001), 0x80000000},
    {"cvt.rn.ftz.f32.f64", 2, FROM(0x37a0000000000000), 0}};
START_TEST(narrow_formats_round_once) { one_warp_check(&NARROWED[_i]); }
END_TEST

// cvt.s64.s8 %rd1, %rd2: what LLVM writes to extend the low byte of a 64-bit register.
START_TEST(a_source_register_may_be_wider_than_its_type) {
    static OneWarp one;
    static const struct {
        const char *words;
        uint64_t source, result;
    } CASE[] = {{"cvt.s64.s8", 0x123456789abcdef0, 0xfffffffffffffff0},
                {"cvt.u64.u16", 0x123456789abcdef0, 0xdef0},
                {"cvt.sat.u64.s32", 0x123456789abcdef0, 0},
                {"cvt.rn.f64.s32", 0x1200000002, 0x4000000000000000}};
    for (unsigned n = 0; n < 4; n++) {
        Operation operation;
        char reason[160];
        one_warp_begin(&one, 0xffff);
        for (unsigned l = 0; l < WARP_LANES; l++) one.longs[1][l] = CASE[n].source, one.longs[0][l] = 77;
        ck_assert(one_warp_find(CASE[n].words, 2, &operation, reason));
        ck_assert(operation.wide_sources);
        operation.type[1] = TYPE_U64; // as bound to a 64-bit register
        one_warp_run_operation(&one, &operation, 2);
        ck_assert_uint_eq(one.longs[0][3], CASE[n].result);
        ck_assert_uint_eq(one.longs[0][20], 77);
        ck_assert_uint_eq(one.longs[1][3], CASE[n].source);
    }
}
END_TEST

// ---- mov ------------------------------------------------------------------------------------------------------------

static Operation find_mov(const char *type, PtxOperandKind to, PtxOperandKind from, unsigned count, unsigned index) {
    PtxOperand operands[2] = {{.kind = to, .count = count}, {.kind = from, .count = count, .index = index}};
    PtxInstruction instruction = {.mnemonic = "mov",
                                  .modifiers = &type,
                                  .modifier_count = 1,
                                  .guard = -1,
                                  .operands = operands,
                                  .operand_count = 2};
    Operation operation;
    char reason[160] = "";
    ck_assert_msg(operation_find(&instruction, &operation, reason), "%s", reason);
    return operation;
}
static void run_mov(OneWarp *one, const Operation *operation, const Operand *list, unsigned count, Bank whole) {
    Instruction instruction = {.run = operation->run,
                               .extra = operation->extra,
                               .list = list,
                               .list_count = (uint8_t)count,
                               .d = {.bank = whole},
                               .a = {.bank = whole}};
    operation->run(&one->warp, &instruction);
}

START_TEST(mov_packs_and_unpacks_vectors_lowest_first) {
    static OneWarp one;
    Operand words[4];
    for (unsigned n = 0; n < 4; n++) words[n] = (Operand){.bank = BANK_WORD, .offset = 128 * (n + 1) & 0x7ffffff};
    one_warp_begin(&one, 0xfffffff0);
    for (unsigned l = 0; l < WARP_LANES; l++) {
        one.words[1][l] = 0x11112222, one.words[2][l] = 0x33334444;
        one.longs[0][l] = 5;
    }
    Operation pack = find_mov("b64", OPERAND_REGISTER, OPERAND_VECTOR, 2, 0);
    ck_assert_int_eq(pack.type[0], TYPE_B64);
    ck_assert_int_eq(pack.type[1], TYPE_B32);
    run_mov(&one, &pack, words, 2, BANK_LONG);
    ck_assert_uint_eq(one.longs[0][4], 0x3333444411112222);
    ck_assert_uint_eq(one.longs[0][3], 5);
    pack = find_mov("b32", OPERAND_REGISTER, OPERAND_VECTOR, 2, 0);
    run_mov(&one, &pack, words, 2, BANK_WORD);
    ck_assert_uint_eq(one.words[0][31], 0x44442222);
    Operation unpack = find_mov("b64", OPERAND_VECTOR, OPERAND_REGISTER, 4, 0);
    ck_assert_int_eq(unpack.type[0], TYPE_B16);
    for (unsigned l = 0; l < WARP_LANES; l++) one.longs[0][l] = 0x1111222233334444;
    run_mov(&one, &unpack, words, 4, BANK_LONG);
    ck_assert_uint_eq(one.words[1][9], 0x4444);
    ck_assert_uint_eq(one.words[4][9], 0x1111);
    ck_assert_uint_eq(one.words[1][0], 0x11112222);
}
END_TEST

START_TEST(special_registers_are_widened_and_clocks_have_handlers) {
    Operation operation = find_mov("u64", OPERAND_REGISTER, OPERAND_SPECIAL, 0, SPECIAL_GRIDID);
    ck_assert_int_eq(operation.type[0], TYPE_U64);
    ck_assert_int_eq(operation.type[1], TYPE_U32); // bound to the 32-bit lanes
    operation = find_mov("u64", OPERAND_REGISTER, OPERAND_SPECIAL, 0, SPECIAL_CLOCK64);
    ck_assert_uint_eq(operation.extra, SPECIAL_CLOCK64);
    operation = find_mov("u32", OPERAND_REGISTER, OPERAND_SPECIAL, 0, SPECIAL_CLOCK);
    ck_assert_uint_eq(operation.extra, SPECIAL_CLOCK);
}
END_TEST

#define LENGTH(table) (int)(sizeof(table) / sizeof *(table))
Suite *convert_suite(void) {
    Suite *suite = suite_create("convert");
    TCase *tests = tcase_create("convert");
    tcase_add_loop_test(tests, integers_are_cut_extended_or_clamped, 0, LENGTH(CASES));
    tcase_add_test(tests, rounding_to_integers_follows_the_mode);
    tcase_add_loop_test(tests, values_out_of_range_are_clamped, 0, LENGTH(CLAMPED));
    tcase_add_test(tests, integers_become_the_nearest_float);
    tcase_add_test(tests, doubles_round_to_float_in_each_mode);
    tcase_add_test(tests, every_half_survives_the_way_through_float);
    tcase_add_loop_test(tests, narrow_formats_round_once, 0, LENGTH(NARROWED));
    tcase_add_test(tests, a_source_register_may_be_wider_than_its_type);
    tcase_add_test(tests, mov_packs_and_unpacks_vectors_lowest_first);
    tcase_add_test(tests, special_registers_are_widened_and_clocks_have_handlers);
    suite_add_tcase(suite, tests);
    return suite;
}

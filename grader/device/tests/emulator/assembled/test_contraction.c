// test_contraction.c - products and sums are fused where ptxas fuses them, and operations counted as it writes them.
//
// The expected numbers are those of FFMA, FADD and FMUL instructions in what ptxas 13.0 made of the same PTX for sm_90.
#include "machine.h"
#include "one_warp.h"
#include <check.h>
#include <stdio.h>
#include <string.h>

// Of %f1 to %f6, which are loaded; `stored` are the registers that are stored.
typedef struct {
    const char *body, *stored;
    unsigned ffma, fadd, fmul;
} Example;

#define TWO_PRODUCTS "mul.f32 %f10, %f1, %f2; mul.f32 %f11, %f3, %f4; "
static const Example EXAMPLES[] = {
    {"mul.f32 %f10, %f1, %f2; add.f32 %f11, %f10, %f3;", "11", 1, 0, 0},
    {"mul.f32 %f10, %f1, %f2; add.f32 %f11, %f3, %f10;", "11", 1, 0, 0},
    {"mul.f32 %f10, %f1, %f2; sub.f32 %f11, %f10, %f3;", "11", 1, 0, 0},
    {"mul.f32 %f10, %f1, %f2; sub.f32 %f11, %f3, %f10;", "11", 1, 0, 0},
    {"mul.f32 %f10, %f1, %f2; neg.f32 %f9, %f10; add.f32 %f11, %f9, %f3;", "11", 1, 0, 0},
    {"mul.f32 %f10, %f1, %f2; abs.f32 %f9, %f10; add.f32 %f11, %f9, %f3;", "11", 0, 1, 1},
    {"mul.f32 %f10, %f1, 0f40400000; add.f32 %f11, %f10, 0f40A00000;", "11", 1, 0, 0},
    {"mul.rn.f32 %f10, %f1, %f2; add.f32 %f11, %f10, %f3;", "11", 0, 1, 1},
    {"mul.f32 %f10, %f1, %f2; add.rn.f32 %f11, %f10, %f3;", "11", 0, 1, 1},
    {"mul.rz.f32 %f10, %f1, %f2; add.rz.f32 %f11, %f10, %f3;", "11", 0, 1, 1},
    {"mul.ftz.f32 %f10, %f1, %f2; add.ftz.f32 %f11, %f10, %f3;", "11", 1, 0, 0},
    {"mul.ftz.f32 %f10, %f1, %f2; add.f32 %f11, %f10, %f3;", "11", 0, 1, 1},
    {"mul.f32 %f10, %f1, %f2; add.ftz.f32 %f11, %f10, %f3;", "11", 0, 1, 1},
    {"mul.f32 %f10, %f1, %f2; add.sat.f32 %f11, %f10, %f3;", "11", 1, 0, 0},
    {"mul.sat.f32 %f10, %f1, %f2; add.f32 %f11, %f10, %f3;", "11", 0, 1, 1},
    {"mul.f32 %f10, %f1, %f2; add.f32 %f11, %f10, %f10;", "11", 0, 1, 1},
    // used several times
    {"mul.f32 %f10, %f1, %f2; add.f32 %f11, %f10, %f3; add.f32 %f12, %f10, %f4;", "11 12", 2, 0, 0},
    {"mul.f32 %f10, %f1, %f2; add.f32 %f11, %f10, %f3;", "10 11", 0, 1, 1},
    {"mul.f32 %f10, %f1, %f2; add.f32 %f11, %f10, %f3; mul.f32 %f12, %f10, %f11;", "12", 0, 1, 2},
    {"mul.f32 %f10, %f1, %f2; add.f32 %f11, %f10, %f3; fma.rn.f32 %f12, %f3, %f4, %f10;", "11 12", 1, 1, 1},
    // sums of two products
    {TWO_PRODUCTS "add.f32 %f12, %f10, %f11;", "12", 1, 0, 1},
    {TWO_PRODUCTS "sub.f32 %f12, %f11, %f10;", "12", 1, 0, 1},
    {TWO_PRODUCTS "add.f32 %f12, %f10, %f11; sub.f32 %f13, %f10, %f11;", "12 13", 2, 0, 1},
    {TWO_PRODUCTS "add.f32 %f12, %f10, %f11; add.f32 %f13, %f10, %f5;", "12 13", 1, 1, 1},
    {TWO_PRODUCTS "add.f32 %f13, %f10, %f5; add.f32 %f12, %f10, %f11;", "12 13", 1, 1, 1},
    {TWO_PRODUCTS "add.f32 %f12, %f10, %f11; add.f32 %f13, %f10, %f5; add.f32 %f14, %f11, %f6;", "12 13 14", 2, 1, 1},
    {TWO_PRODUCTS "mul.f32 %f12, %f5, %f6; add.f32 %f13, %f10, %f11; add.f32 %f14, %f11, %f12; "
                  "add.f32 %f15, %f12, %f10;",
     "13 14 15", 3, 0, 2},
    // predicates and basic blocks
    {"mul.f32 %f10, %f1, %f2; mov.f32 %f11, %f3; @%p1 add.f32 %f11, %f10, %f4;", "11", 1, 0, 0},
    {"mov.f32 %f10, %f3; @%p1 mul.f32 %f10, %f1, %f2; add.f32 %f11, %f10, %f4;", "11", 0, 1, 1},
    {"mul.f32 %f10, %f1, %f2; bar.sync 0; add.f32 %f11, %f10, %f3;", "11", 1, 0, 0},
    {"mul.f32 %f10, %f1, %f2; mov.f32 %f11, %f3; @!%p1 bra L; add.f32 %f11, %f10, %f4; L:", "11", 0, 1, 1},
    {"mul.f32 %f10, %f1, %f2; @!%p1 ret; add.f32 %f11, %f10, %f3;", "11", 0, 1, 1},
    {"mul.f32 %f10, %f1, %f2; div.rn.f32 %f11, %f3, %f4; add.f32 %f12, %f10, %f11;", "12", 5, 1, 1},
    {"mul.f32 %f10, %f1, 0f41100000; mov.f32 %f11, %f3; @!%p1 bra L; bar.sync 0; add.f32 %f11, %f10, %f4; L:", "11", 1,
     0, 0},
    {"mul.f32 %f10, %f1, 0f41100000; neg.f32 %f9, %f10; mov.f32 %f11, %f3; @!%p1 bra L; bar.sync 0; "
     "sub.f32 %f11, %f9, %f4; L:",
     "11", 1, 0, 0},
    {"mov.f32 %f9, 0f41100000; mul.f32 %f10, %f1, %f9; mov.f32 %f11, %f3; @!%p1 bra L; bar.sync 0; "
     "add.f32 %f11, %f10, %f4; L:",
     "11", 1, 0, 0},
    {"mul.f32 %f10, %f1, 0f41100000; mov.f32 %f11, %f3; @!%p1 bra L; bar.sync 0; add.f32 %f11, %f10, %f4; L:", "10 11",
     0, 1, 1},
    // signs
    {"neg.f32 %f11, %f1;", "11", 0, 1, 0},
    {"abs.f32 %f10, %f1; max.f32 %f11, %f10, %f2;", "11", 0, 0, 0},
    {"abs.f32 %f10, %f1; sqrt.rn.f32 %f11, %f10;", "11", 2, 1, 2},
    {"mul.f32 %f10, %f1, %f2; neg.f32 %f11, %f10;", "11", 1, 0, 0},
    {"neg.f32 %f10, %f1; mul.f32 %f11, %f10, %f2;", "10 11", 0, 1, 1},
    // sequences
    {"div.rn.f32 %f11, %f1, %f2;", "11", 5, 0, 0},
    {"rcp.rn.f32 %f11, %f1;", "11", 2, 1, 0},
    {"div.full.f32 %f11, %f1, %f2;", "11", 0, 0, 1},
    {"sin.approx.f32 %f10, %f1; cos.approx.f32 %f11, %f1;", "10 11", 0, 0, 1},
    {"ex2.approx.ftz.f32 %f11, %f1;", "11", 0, 0, 0},
    // selections: %p0 is false, %p1 is true
    {"add.f32 %f10, %f1, %f2; add.f32 %f9, %f3, %f10; mul.f32 %f11, %f3, %f4; selp.f32 %f12, %f9, %f11, %p1;", "12", 0,
     2, 0},
    {"mul.f32 %f9, %f3, %f4; mul.f32 %f10, %f9, %f2; selp.f32 %f12, %f10, %f9, %p0;", "12", 0, 0, 1},
    {"mul.f32 %f9, %f3, %f4; mul.f32 %f10, %f9, %f2; selp.f32 %f12, %f10, 0f3F800000, %p0;", "12", 0, 0, 2},
};

static Machine *machine;
static uint32_t words[64];

static void start(void) { machine = machine_create(1, 100000); }
static void stop(void) { machine_free(machine); }

static const char *const BEFORE = "ld.param.u64 %l1, [out];\n ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%l1];\n"
                                  "ld.global.v2.f32 {%f5, %f6}, [%l1+16];\n"
                                  "mov.u32 %r1, 0;\n setp.ne.u32 %p0, %r1, 0;\n setp.eq.u32 %p1, %r1, 0;\n";

static void write_kernel(const Example *example, char *text, size_t room) {
    size_t length = (size_t)snprintf(text, room, "%s%s\n", BEFORE, example->body);
    char stored[32], *rest = stored;
    snprintf(stored, sizeof stored, "%s", example->stored);
    for (const char *word = strsep(&rest, " "); word; word = strsep(&rest, " "))
        length += (size_t)snprintf(text + length, room - length, "st.global.f32 [%%l1+32], %%f%s;\n", word);
    snprintf(text + length, room - length, "ret;\n");
}

static void check_counts(const Example *example) {
    static const Counter COUNTERS[] = {COUNTER_ffma, COUNTER_fadd, COUNTER_fmul};
    unsigned expected[] = {example->ffma, example->fadd, example->fmul};
    for (unsigned n = 0; n < 3; n++)
        ck_assert_msg(machine_counter(machine, COUNTERS[n]) == expected[n], "%s: %u of %s expected, got %llu",
                      example->body, expected[n], counter_name(COUNTERS[n]),
                      (unsigned long long)machine_counter(machine, COUNTERS[n]));
}

START_TEST(operations_are_those_of_the_machine_code) {
    char text[4096];
    write_kernel(&EXAMPLES[_i], text, sizeof text);
    machine_load_kernel(machine, "k", text);
    ck_assert_int_eq(machine_run(machine, "k", 1, 1, 0, words, 32), 0);
    check_counts(&EXAMPLES[_i]);
}
END_TEST

// A product whose exact value has a bit more than fits, and what is next to it: the difference is that bit, or 0 where
// the product was rounded.
#define NEAR "mov.f32 %f1, 0f3F800800;\n mov.f32 %f2, 0f3F801000;\n"
#define STORED "ld.param.u64 %l1, [out];\n st.global.f32 [%l1], %f4;\n ret;\n"
static const char *const FUSED = NEAR "mul.f32 %f3, %f1, %f1;\n sub.f32 %f4, %f3, %f2;\n" STORED;
static const char *const ROUNDED = NEAR "mul.rn.f32 %f3, %f1, %f1;\n sub.f32 %f4, %f3, %f2;\n" STORED;
static const char *const OVERWRITTEN =
    NEAR "mov.f32 %f5, 0f00000000;\n mul.f32 %f3, %f1, %f1;\n mov.f32 %f1, %f5;\n sub.f32 %f4, %f3, %f2;\n" STORED;

static uint32_t result_of(const char *body) {
    machine_load_kernel(machine, "k", body);
    ck_assert_int_eq(machine_run(machine, "k", 1, 1, 0, words, 32), 0);
    return words[0];
}

START_TEST(a_fused_product_is_not_rounded) {
    ck_assert_uint_eq(result_of(FUSED), 0x33800000);
    ck_assert_uint_eq(result_of(ROUNDED), 0);
}
END_TEST

START_TEST(a_product_is_not_computed_of_what_came_later) { ck_assert_uint_eq(result_of(OVERWRITTEN), 0); }
END_TEST

START_TEST(nothing_is_fused_in_a_program_to_be_debugged) {
    char text[2048];
    snprintf(text, sizeof text,
             ".version 8.0\n.target sm_90, debug\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u32 n)\n"
             "{\n.reg .f32 %%f<9>;\n.reg .b64 %%l<9>;\n%s}\n",
             FUSED);
    machine_load(machine, text);
    ck_assert_int_eq(machine_run(machine, "k", 1, 1, 0, words, 32), 0);
    ck_assert_uint_eq(words[0], 0);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_fmul), 1);
}
END_TEST

static const ValueCase SIGNS[] = {
    {"fma-.rn.f32", 4, {0x3f800800, 0x3f800800, 0x3f801000, 0}, 0x33800000},
    {"-fma.rn.f32", 4, {0x3f800800, 0x3f800800, 0x3f801000, 0}, 0xb3800000},
    {"-fma-.rn.ftz.f32", 4, {0x3f800800, 0x3f800800, 0xbf801000, 0}, 0xb3800000},
    {"-fma.rn.sat.f32", 4, {0x3f800800, 0x3f800800, 0x3f801000, 0}, 0},
    {"fma-.rn.f64", 4, {0x3ff0000002000000, 0x3ff0000002000000, 0x3ff0000004000000, 0}, 0x3c90000000000000},
    {"-fma.rn.f64", 4, {0x3ff0000002000000, 0x3ff0000002000000, 0x3ff0000004000000, 0}, 0xbc90000000000000},
    {"fma-.rn.f16", 4, {0x3c10, 0x3c10, 0x3c20, 0}, 0x0c00},
    {"-fma.rn.f16x2", 4, {0x3c103c10, 0x3c103c10, 0x3c203c20, 0}, 0x8c008c00},
    {"-fma-.rn.bf16", 4, {0x3f88, 0x3f88, 0xbf90, 0}, 0xbb80},
};

START_TEST(signs_of_products_and_addends) { one_warp_check(&SIGNS[_i]); }
END_TEST

// A warp computes, its first lane stores.
typedef struct {
    const char *computed, *stored;
    unsigned fadd;
} Behind;

static const Behind BEHIND[] = {
    {"add.f32 %f3, %f1, %f2;", "mul.wide.u32 %l2, %r1, 4; add.u64 %l2, %l2, %l1; st.global.f32 [%l2], %f3;", 1},
    {"add.f32 %f4, %f1, %f2; add.f32 %f3, %f4, %f1;", "cvta.to.global.u64 %l2, %l1; st.global.f32 [%l2], %f3;", 2},
    {"add.f32 %f4, %f1, %f2; add.f32 %f3, %f4, %f1; st.shared.f32 [s], %f4;",
     "cvta.to.global.u64 %l2, %l1; st.global.f32 [%l2], %f3;", 33},
    {"add.f32 %f3, %f1, %f2;", "st.global.f32 [%l1], %f3;", 32},
    {"ld.const.f32 %f5, [c]; add.f32 %f3, %f1, %f5;", "cvta.to.global.u64 %l2, %l1; st.global.f32 [%l2], %f3;", 32},
};

START_TEST(what_one_lane_needs_is_computed_behind_the_branch) {
    char text[2048];
    snprintf(text, sizeof text,
             ".version 8.0\n.target sm_90\n.address_size 64\n.const .f32 c = 0f3F800000;\n"
             ".visible .entry k(.param .u64 out, .param .u32 n)\n{\n.reg .pred %%p<3>;\n.reg .b32 %%r<3>;\n"
             ".reg .f32 %%f<9>;\n.reg .b64 %%l<9>;\n.shared .f32 s;\nld.param.u64 %%l1, [out];\n"
             "mov.u32 %%r1, %%tid.x;\nmov.f32 %%f1, 0f3F800000;\nmov.f32 %%f2, 0f3F800000;\n"
             "and.b32 %%r2, %%r1, 31;\nsetp.ne.u32 %%p1, %%r2, 0;\n%s\n@%%p1 bra END;\n%s\nEND: ret;\n}\n",
             BEHIND[_i].computed, BEHIND[_i].stored);
    machine_load(machine, text);
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, 32), 0);
    ck_assert_uint_eq(words[0], _i == 1 || _i == 2 ? 0x40400000 : 0x40000000);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_fadd), BEHIND[_i].fadd);
}
END_TEST

Suite *contraction_suite(void) {
    Suite *suite = suite_create("contraction");
    TCase *tests = tcase_create("contraction");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_loop_test(tests, operations_are_those_of_the_machine_code, 0, sizeof EXAMPLES / sizeof *EXAMPLES);
    tcase_add_test(tests, a_fused_product_is_not_rounded);
    tcase_add_test(tests, a_product_is_not_computed_of_what_came_later);
    tcase_add_test(tests, nothing_is_fused_in_a_program_to_be_debugged);
    tcase_add_loop_test(tests, signs_of_products_and_addends, 0, sizeof SIGNS / sizeof *SIGNS);
    tcase_add_loop_test(tests, what_one_lane_needs_is_computed_behind_the_branch, 0, sizeof BEHIND / sizeof *BEHIND);
    suite_add_tcase(suite, tests);
    return suite;
}

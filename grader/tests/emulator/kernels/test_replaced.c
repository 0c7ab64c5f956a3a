// test_replaced.c - instructions that are taken for others: which they are, and what they become.
#include "emulator/kernels/replaced.h"
#include <check.h>
#include <string.h>

static const char TEXT[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
                           ".visible .entry kernel() {\n"
                           "  .reg .b32 %r<2>;\n  .reg .b64 %rd<2>;\n  .reg .f32 %f<4>;\n  .reg .f64 %fd<2>;\n"
                           "  cvt.rn.f64.u64 %fd0, %rd0;\n"
                           "  cvt.rn.f64.u32 %fd1, %r0;\n"
                           "  cvt.u64.u32 %rd1, %r0;\n"
                           "  fma.rn.f32 %f0, %f1, %f2, %f3;\n"
                           "  fma.rn.ftz.f32 %f0, %f1, %f2, %f3;\n"
                           "  ret;\n}\n";

static PtxModule *module;

static void start(void) {
    PtxError error;
    module = ptx_read(TEXT, strlen(TEXT), &error);
    ck_assert_msg(module != NULL, "%s", error.message);
}
static void stop(void) { ptx_free(module); }

static void expect(const char *rules, const char *const texts[6], uint64_t count) {
    char text[200];
    uint64_t replaced = 1;
    ck_assert(instructions_replace(module, rules, &replaced));
    ck_assert_uint_eq(replaced, 1 + count);
    const PtxFunction *kernel = &module->functions[0];
    ck_assert_uint_eq(kernel->instruction_count, 6);
    for (uint32_t n = 0; n < 6; n++)
        ck_assert_str_eq(ptx_print(module, kernel, &kernel->instructions[n], text, sizeof text), texts[n]);
}

START_TEST(only_what_is_written_in_full_is_replaced) {
    expect("cvt.rn.f64.u64=cvt.rn.f64.u32,fma.rn.f32=fma.rn.sat.f32,cvt.u64=cvt.u32,cvt.rn.f64.u=cvt.rz.f64.u64",
           (const char *const[]){"cvt.rn.f64.u32 %fd0, %rd0", "cvt.rn.f64.u32 %fd1, %r0", "cvt.u64.u32 %rd1, %r0",
                                 "fma.rn.sat.f32 %f0, %f1, %f2, %f3", "fma.rn.ftz.f32 %f0, %f1, %f2, %f3", "ret"},
           2);
}
END_TEST

START_TEST(no_rule_changes_nothing) {
    expect("",
           (const char *const[]){"cvt.rn.f64.u64 %fd0, %rd0", "cvt.rn.f64.u32 %fd1, %r0", "cvt.u64.u32 %rd1, %r0",
                                 "fma.rn.f32 %f0, %f1, %f2, %f3", "fma.rn.ftz.f32 %f0, %f1, %f2, %f3", "ret"},
           0);
}
END_TEST

Suite *replaced_suite(void) {
    Suite *suite = suite_create("replaced");
    TCase *tests = tcase_create("replaced");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_test(tests, only_what_is_written_in_full_is_replaced);
    tcase_add_test(tests, no_rule_changes_nothing);
    suite_add_tcase(suite, tests);
    return suite;
}

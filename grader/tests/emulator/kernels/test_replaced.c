// test_replaced.c - instructions that are taken for others: which they are, and what they become.
#include "emulator/kernels/replaced.h"
#include "machine.h"
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

static void expect(const char *rules, const char *const texts[6], uint32_t count) {
    char text[200];
    ck_assert(instructions_replace(module, rules));
    const PtxFunction *kernel = &module->functions[0];
    ck_assert_uint_eq(kernel->replaced, count);
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

// Two kernels have an instruction that is taken for another, one in a function that it calls; the third has none.
static const char KERNELS[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".func called() {\n  .reg .f32 %f<2>;\n  add.f32 %f0, 0f3F800000, 0f3F800000;\n  ret;\n}\n"
    ".visible .entry calls() {\n  call called, ();\n  ret;\n}\n"
    ".visible .entry adds() {\n  .reg .f32 %f<2>;\n"
    "  add.f32 %f0, 0f3F800000, 0f3F800000;\n  add.f32 %f1, %f0, %f0;\n  ret;\n}\n"
    ".visible .entry idle() {\n  ret;\n}\n";

START_TEST(kernels_that_never_run_do_not_count) {
    DeviceOptions options = {.threads = 1, .replaced = "add.f32=add.sat.f32"};
    Machine machine = {.device = device_create(&options)};
    Dim3 one = {1, 1, 1};
    machine_load(&machine, KERNELS);
    ck_assert_uint_eq(device_replaced(machine.device), 0);
    ck_assert_int_eq(machine_launch(&machine, "idle", one, one, 0, NULL, 0), 0);
    ck_assert_uint_eq(device_replaced(machine.device), 0);
    ck_assert_int_eq(machine_launch(&machine, "calls", one, one, 0, NULL, 0), 0);
    ck_assert_uint_eq(device_replaced(machine.device), 1);
    ck_assert_int_eq(machine_launch(&machine, "adds", one, one, 0, NULL, 0), 0);
    ck_assert_int_eq(machine_launch(&machine, "adds", one, (Dim3){64, 1, 1}, 0, NULL, 0), 0);
    ck_assert_uint_eq(device_replaced(machine.device), 5);
    device_destroy(machine.device);
}
END_TEST

Suite *replaced_suite(void) {
    Suite *suite = suite_create("replaced");
    TCase *tests = tcase_create("replaced");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_test(tests, only_what_is_written_in_full_is_replaced);
    tcase_add_test(tests, no_rule_changes_nothing);
    suite_add_tcase(suite, tests);
    TCase *launches = tcase_create("launches");
    tcase_add_test(launches, kernels_that_never_run_do_not_count);
    suite_add_tcase(suite, launches);
    return suite;
}

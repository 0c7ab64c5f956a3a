// test_disturbed.c - a device that draws other numbers: which conversions are disturbed, and what becomes of them.
#include "emulator/kernels/disturbed.h"
#include "machine.h"
#include <check.h>
#include <string.h>

static const char TEXT[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
                           ".visible .entry kernel() {\n"
                           "  .reg .b32 %r<2>;\n  .reg .b64 %rd<2>;\n  .reg .f32 %f<4>;\n  .reg .f64 %fd<2>;\n"
                           "  cvt.rn.f64.u64 %fd0, %rd0;\n"
                           "  cvt.rn.f32.s32 %f1, %r0;\n"
                           "  cvt.rn.f32.u16 %f1, %r0;\n"
                           "  cvt.u64.u32 %rd1, %r0;\n"
                           "  cvt.rn.f32.f64 %f0, %fd0;\n"
                           "  cvt.rz.f32.u32 %f0, %r0;\n"
                           "  ret;\n}\n";

START_TEST(only_roundings_of_whole_words_are_disturbed) {
    static const char *const texts[] = {"cvt.rn.disturbed.f64.u64 %fd0, %rd0",
                                        "cvt.rn.disturbed.f32.s32 %f1, %r0",
                                        "cvt.rn.f32.u16 %f1, %r0",
                                        "cvt.u64.u32 %rd1, %r0",
                                        "cvt.rn.f32.f64 %f0, %fd0",
                                        "cvt.rz.f32.u32 %f0, %r0",
                                        "ret"};
    char text[200];
    PtxError error;
    PtxModule *module = ptx_read(TEXT, strlen(TEXT), &error);
    ck_assert_msg(module != NULL, "%s", error.message);
    ck_assert(conversions_disturb(module));
    const PtxFunction *kernel = &module->functions[0];
    ck_assert_uint_eq(kernel->instruction_count, sizeof texts / sizeof *texts);
    for (uint32_t n = 0; n < kernel->instruction_count; n++)
        ck_assert_str_eq(ptx_print(module, kernel, &kernel->instructions[n], text, sizeof text), texts[n]);
    ptx_free(module);
}
END_TEST

// out[i] = (double)in[i], in[i] a 32-bit number, by two ways of writing it; 1024 of them.
static const char CONVERTS[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
                               ".visible .entry converts(.param .u64 in, .param .u64 out, .param .u64 wide) {\n"
                               "  .reg .b32 %r<4>;\n  .reg .b64 %rd<10>;\n  .reg .f64 %fd<3>;\n"
                               "  ld.param.u64 %rd0, [in];\n  ld.param.u64 %rd1, [out];\n  ld.param.u64 %rd2, [wide];\n"
                               "  mov.u32 %r0, %tid.x;\n  mul.wide.u32 %rd3, %r0, 4;\n  mul.wide.u32 %rd4, %r0, 8;\n"
                               "  add.u64 %rd5, %rd0, %rd3;\n  add.u64 %rd6, %rd1, %rd4;\n  add.u64 %rd7, %rd2, %rd4;\n"
                               "  ld.global.u32 %r1, [%rd5];\n"
                               "  cvt.rn.f64.u32 %fd0, %r1;\n  st.global.f64 [%rd6], %fd0;\n"
                               "  cvt.u64.u32 %rd8, %r1;\n  cvt.rn.f64.u64 %fd1, %rd8;\n  st.global.f64 [%rd7], %fd1;\n"
                               "  ret;\n}\n";

enum { NUMBERS = 1024 };

// How many numbers become others than themselves; both ways must agree.
static unsigned changed(uint64_t secret, uint32_t first, uint32_t step) {
    DeviceOptions options = {.threads = 1, .disturbance = secret};
    Machine machine = {.device = device_create(&options)};
    uint32_t in[NUMBERS];
    double out[NUMBERS], wide[NUMBERS];
    uint64_t addresses[3];
    unsigned sum = 0;
    for (unsigned i = 0; i < NUMBERS; i++) in[i] = first + i * step;
    machine_load(&machine, CONVERTS);
    for (unsigned n = 0; n < 3; n++) ck_assert_int_eq(device_malloc(machine.device, sizeof out, &addresses[n]), 0);
    ck_assert_int_eq(device_write(machine.device, addresses[0], in, sizeof in), 0);
    ck_assert_int_eq(
        machine_launch(&machine, "converts", (Dim3){1, 1, 1}, (Dim3){NUMBERS, 1, 1}, 0, addresses, sizeof addresses),
        0);
    ck_assert_int_eq(device_read(machine.device, out, addresses[1], sizeof out), 0);
    ck_assert_int_eq(device_read(machine.device, wide, addresses[2], sizeof wide), 0);
    ck_assert_mem_eq(out, wide, sizeof out);
    for (unsigned i = 0; i < NUMBERS; i++) {
        ck_assert(out[i] >= 0 && out[i] <= UINT32_MAX);
        sum += out[i] != in[i];
    }
    device_destroy(machine.device);
    return sum;
}

START_TEST(each_large_number_becomes_another) {
    ck_assert_uint_eq(changed(0x123456789abcdef1, 1u << 24, 4000037), NUMBERS);
    ck_assert_uint_eq(changed(77, 1u << 24, 4000037), NUMBERS);
}
END_TEST

START_TEST(counts_stay_what_they_are) { ck_assert_uint_eq(changed(77, 0, 16000), 0); }
END_TEST

START_TEST(without_a_secret_nothing_is_disturbed) { ck_assert_uint_eq(changed(0, 1u << 24, 4000037), 0); }
END_TEST

Suite *disturbed_suite(void) {
    Suite *suite = suite_create("disturbed");
    TCase *tests = tcase_create("disturbed");
    tcase_add_test(tests, only_roundings_of_whole_words_are_disturbed);
    tcase_add_test(tests, each_large_number_becomes_another);
    tcase_add_test(tests, counts_stay_what_they_are);
    tcase_add_test(tests, without_a_secret_nothing_is_disturbed);
    suite_add_tcase(suite, tests);
    return suite;
}

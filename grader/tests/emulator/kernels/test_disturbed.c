// test_disturbed.c - a device that draws other numbers: which conversions are disturbed, what becomes of them, and of
// those in blocks that were chosen.
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

START_TEST(counts_stay_what_they_are) { ck_assert_uint_eq(changed(77, 0, 1000), 0); }
END_TEST

START_TEST(without_a_secret_nothing_is_disturbed) { ck_assert_uint_eq(changed(0, 1u << 24, 4000037), 0); }
END_TEST

// out[block] = (double)(block + 2^24), but of block 0, whose number is small.
static const char BLOCK_CONVERTS[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry block_converts(.param .u64 out) {\n"
    "  .reg .b32 %r<4>;\n  .reg .b64 %rd<4>;\n  .reg .f64 %fd<2>;\n  .reg .pred %p;\n"
    "  ld.param.u64 %rd0, [out];\n  mov.u32 %r0, %ctaid.x;\n  mul.wide.u32 %rd1, %r0, 8;\n"
    "  add.u64 %rd2, %rd0, %rd1;\n  setp.ne.u32 %p, %r0, 0;\n  mov.u32 %r1, %r0;\n"
    "  @%p add.u32 %r1, %r0, 16777216;\n  cvt.rn.f64.u32 %fd0, %r1;\n  st.global.f64 [%rd2], %fd0;\n"
    "  ret;\n}\n";

enum { MOST_BLOCKS = 100, LAUNCHES = 3 };

// Launches it `LAUNCHES` times with that choice. Sets of each launch which blocks have the same number as all that were
// chosen.
static void choose(uint64_t choice, uint32_t blocks, bool same[LAUNCHES][MOST_BLOCKS]) {
    DeviceOptions options = {.threads = 1, .disturbance = 77, .choice = choice};
    Machine machine = {.device = device_create(&options)};
    double out[MOST_BLOCKS];
    uint64_t address;
    machine_load(&machine, BLOCK_CONVERTS);
    ck_assert_int_eq(device_malloc(machine.device, sizeof out, &address), 0);
    for (unsigned n = 0; n < LAUNCHES; n++) {
        size_t launches, chosen = 0;
        ck_assert_int_eq(machine_launch(&machine, "block_converts", (Dim3){blocks, 1, 1}, (Dim3){1, 1, 1}, 0, &address,
                                        sizeof address),
                         0);
        ck_assert_int_eq(device_read(machine.device, out, address, blocks * sizeof *out), 0);
        ck_assert_double_eq(out[0], 0);
        for (uint32_t b = 0; b < blocks; b++) chosen += same[n][b] = out[b] == 1u << 30;
        const LaunchWork *work = &device_launches(machine.device, &launches)[n].work;
        ck_assert_uint_eq(work->all.drawn, blocks - 1);
        ck_assert_uint_eq(work->busiest.drawn, blocks > 1);
        ck_assert_uint_eq(work->chosen.drawn, chosen);
    }
    device_destroy(machine.device);
}

START_TEST(two_fifths_of_the_blocks_are_chosen) {
    bool same[LAUNCHES][MOST_BLOCKS];
    for (uint32_t blocks = 1; blocks <= MOST_BLOCKS; blocks++) {
        uint32_t chosen = 0;
        choose(2 + 12345678910 * blocks, blocks, same);
        for (uint32_t b = 0; b < blocks; b++) chosen += same[0][b];
        ck_assert_uint_ge(chosen + 1, blocks * 2 / 5); // block 0 may be one, and its number stays
        ck_assert_uint_le(chosen, blocks * 2 / 5);
    }
}
END_TEST

START_TEST(no_block_is_chosen_more_often_than_others) {
    bool same[LAUNCHES][MOST_BLOCKS];
    unsigned times[MOST_BLOCKS] = {0};
    enum { BLOCKS = 14, CHOICES = 500 };
    for (uint64_t n = 1; n <= CHOICES; n++) {
        choose(n * 0x9E3779B97F4A7C15u, BLOCKS, same);
        for (unsigned b = 0; b < BLOCKS; b++) times[b] += same[0][b];
    }
    for (unsigned b = 1; b < BLOCKS; b++) { // 5 of 14, with a standard deviation of 11
        ck_assert_uint_ge(times[b], CHOICES * 5 / 14 - 55);
        ck_assert_uint_le(times[b], CHOICES * 5 / 14 + 55);
    }
}
END_TEST

START_TEST(an_odd_secret_chooses_anew_in_each_launch) {
    bool same[LAUNCHES][MOST_BLOCKS];
    choose(0x123456789abcdef0, MOST_BLOCKS, same);
    ck_assert_mem_eq(same[0], same[1], sizeof same[0]);
    ck_assert_mem_eq(same[0], same[2], sizeof same[0]);
    choose(0x123456789abcdef1, MOST_BLOCKS, same);
    ck_assert_mem_ne(same[0], same[1], sizeof same[0]);
    ck_assert_mem_ne(same[0], same[2], sizeof same[0]);
    ck_assert_mem_ne(same[1], same[2], sizeof same[0]);
}
END_TEST

Suite *disturbed_suite(void) {
    Suite *suite = suite_create("disturbed");
    TCase *tests = tcase_create("disturbed");
    tcase_add_test(tests, only_roundings_of_whole_words_are_disturbed);
    tcase_add_test(tests, each_large_number_becomes_another);
    tcase_add_test(tests, counts_stay_what_they_are);
    tcase_add_test(tests, without_a_secret_nothing_is_disturbed);
    tcase_add_test(tests, two_fifths_of_the_blocks_are_chosen);
    tcase_add_test(tests, no_block_is_chosen_more_often_than_others);
    tcase_add_test(tests, an_odd_secret_chooses_anew_in_each_launch);
    suite_add_tcase(suite, tests);
    return suite;
}

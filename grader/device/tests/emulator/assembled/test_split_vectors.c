// test_split_vectors.c - vector loads of which not all elements are used count for the loads that ptxas makes of them.
//
// The numbers of loads are those in the machine code of ptxas 13.0 -O3 for sm_90; sectors and passes follow from their
// addresses, and those of x_and_w were measured on an H200: two requests of 16 sectors, 4 passes for each load of words
// that lie 16 bytes apart.
#include "machine.h"
#include <check.h>
#include <stdio.h>

// By the elements that are used, a bit each.
static const unsigned LOADS[16] = {[1] = 1, [2] = 1,  [3] = 1,  [4] = 1,  [5] = 2,  [6] = 2,  [7] = 1, [8] = 1,
                                   [9] = 2, [10] = 2, [11] = 1, [12] = 1, [13] = 1, [14] = 1, [15] = 1};

// A warp's lanes load neighbouring vectors and store the sum of the elements that are used.
static Machine *run(unsigned used, bool shared) {
    char body[1200], sum[400] = "";
    size_t length = 0;
    for (unsigned n = 0; n < 4; n++)
        if (used >> n & 1) length += (size_t)sprintf(sum + length, "add.u32 %%r9, %%r9, %%r%u;\n", 10 + n);
    snprintf(body, sizeof body,
             ".shared .align 16 .b8 s[512];\n ld.param.u64 %%l0, [out];\n cvta.to.global.u64 %%l0, %%l0;\n"
             "mov.u32 %%r1, %%tid.x;\n mul.wide.u32 %%l1, %%r1, 16;\n add.u64 %%l2, %%l0, %%l1;\n"
             "mov.u32 %%r2, s;\n shl.b32 %%r3, %%r1, 4;\n add.u32 %%r4, %%r2, %%r3;\n"
             "st.shared.v4.u32 [%%r4], {%%r1, %%r1, %%r1, %%r1};\n st.global.v4.u32 [%%l2], {%%r1, %%r1, %%r1, %%r1};\n"
             "bar.sync 0;\n mov.u32 %%r9, 0;\n ld.%s.v4.u32 {%%r10, %%r11, %%r12, %%r13}, [%s];\n%s"
             "st.global.u32 [%%l2], %%r9;\n",
             shared ? "shared" : "global", shared ? "%r4" : "%l2", sum);
    uint32_t words[128] = {0};
    Machine *machine = machine_create(1, 0);
    machine_load_kernel(machine, "k", body);
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, 128), 0);
    for (unsigned lane = 0; lane < 32; lane++)
        ck_assert_uint_eq(words[4 * lane], lane * (unsigned)__builtin_popcount(used));
    return machine;
}

START_TEST(loads_from_global_memory_are_split_as_by_the_assembler) {
    unsigned used = (unsigned)_i;
    Machine *machine = run(used, false);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_global_load_requests), LOADS[used]);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_global_load_sectors), 16 * LOADS[used]);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_global_load_bytes), LOADS[used] == 2 ? 32 * 8 : 32 * 16);
    machine_free(machine);
}
END_TEST

START_TEST(loads_from_shared_memory_are_split_as_by_the_assembler) {
    unsigned used = (unsigned)_i;
    Machine *machine = run(used, true);
    bool split = LOADS[used] == 2, whole = __builtin_popcount(used) > 2;
    ck_assert_uint_eq(machine_counter(machine, COUNTER_shared_load_instructions), LOADS[used]);
    if (split || whole) { // whether ptxas loads less than the vector otherwise was not seen
        ck_assert_uint_eq(machine_counter(machine, COUNTER_shared_load_wavefronts), split ? 8 : 4);
        ck_assert_uint_eq(machine_counter(machine, COUNTER_shared_load_bank_conflicts), split ? 6 : 0);
    }
    machine_free(machine);
}
END_TEST

Suite *split_vectors_suite(void) {
    Suite *suite = suite_create("split_vectors");
    TCase *tests = tcase_create("split_vectors");
    tcase_add_loop_test(tests, loads_from_global_memory_are_split_as_by_the_assembler, 1, 16);
    tcase_add_loop_test(tests, loads_from_shared_memory_are_split_as_by_the_assembler, 1, 16);
    suite_add_tcase(suite, tests);
    return suite;
}

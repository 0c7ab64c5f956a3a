// test_block_work.c - how the work of a launch is shared out over its blocks.
#include "machine.h"

#include <check.h>
#include <stdio.h>

static Machine *machine;

static void setup(void) { machine = machine_create(2, 0); }
static void teardown(void) { machine_free(machine); }

// Each block runs a loop whose turns `turns` leaves in %r2; a turn stores a word of its own place in the grid.
static void load(const char *turns) {
    char body[1500];
    snprintf(body, sizeof body,
             "ld.param.u64 %%l0, [out]; ld.param.u32 %%r0, [n]; mov.u32 %%r1, %%ctaid.x;\n%s\n"
             "mov.u32 %%r3, %%tid.x; mov.u32 %%r4, %%ntid.x; mad.lo.u32 %%r5, %%r1, %%r4, %%r3;\n"
             "mul.wide.u32 %%l1, %%r5, 4; add.u64 %%l1, %%l0, %%l1; mov.u32 %%r6, 0;\n"
             "LOOP: setp.ge.u32 %%p0, %%r6, %%r2; @%%p0 bra DONE; st.global.u32 [%%l1], %%r6;\n"
             "add.u32 %%r6, %%r6, 1; bra LOOP;\nDONE: ret;",
             turns);
    machine_load_kernel(machine, "work", body);
}

static LaunchWork work_of(uint32_t blocks, uint32_t n) {
    uint32_t words[1024];
    size_t count;
    ck_assert_int_eq(machine_run(machine, "work", blocks, 64, n, words, 1024), 0);
    return device_launches(machine->device, &count)[0].work;
}

START_TEST(equal_blocks_share_the_work) {
    load("mov.u32 %r2, %r0;");
    LaunchWork work = work_of(8, 50);
    ck_assert_uint_eq(work.all.moved, 8 * 64 * 4 * 50);
    ck_assert_uint_eq(work.busiest.moved, 64 * 4 * 50);
    ck_assert_uint_eq(work.all.instructions, 8 * work.busiest.instructions);
}
END_TEST

START_TEST(one_block_that_works_is_the_busiest) {
    load("setp.eq.u32 %p1, %r1, 3; selp.u32 %r2, %r0, 0, %p1;");
    LaunchWork work = work_of(8, 500);
    ck_assert_uint_eq(work.all.moved, 64 * 4 * 500);
    ck_assert_uint_eq(work.busiest.moved, work.all.moved);
    ck_assert_uint_gt(work.busiest.instructions * 10, work.all.instructions * 9);
}
END_TEST

// A queue: each turn begins with an atomic that says which piece is next. A block that happens to get them all here
// would not on a GPU.
START_TEST(a_block_that_asks_for_pieces_counts_with_one_of_them) {
    machine_load_kernel(machine, "work",
                        "ld.param.u64 %l0, [out]; ld.param.u32 %r0, [n];\n"
                        "LOOP: atom.global.add.u32 %r1, [%l0], 1; setp.ge.u32 %p0, %r1, %r0; @%p0 bra DONE;\n"
                        "st.global.u32 [%l0+4], %r1; bra LOOP;\nDONE: ret;");
    uint32_t words[1024];
    size_t count;
    machine_run(machine, "work", 1, 1, 100, words, 2);
    LaunchWork work = device_launches(machine->device, &count)[0].work;
    ck_assert_uint_gt(work.all.moved, 100 * 4);
    ck_assert_uint_le(work.busiest.moved, 8);
}
END_TEST

Suite *block_work_suite(void);
Suite *block_work_suite(void) {
    Suite *suite = suite_create("block_work");
    TCase *tests = tcase_create("block_work");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, equal_blocks_share_the_work);
    tcase_add_test(tests, one_block_that_works_is_the_busiest);
    tcase_add_test(tests, a_block_that_asks_for_pieces_counts_with_one_of_them);
    suite_add_tcase(suite, tests);
    return suite;
}

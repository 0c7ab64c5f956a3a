// test_block_work.c - how the work of a launch is shared out over its blocks.
#include "machine.h"

#include <check.h>
#include <stdio.h>

static Machine *machine;

static void setup(void) { machine = machine_create(2, 0); }
static void teardown(void) { machine_free(machine); }

// Each block runs a loop, for which `turns` leaves the number of iterations in %r2. An iteration stores a word at the
// block's place in the grid.
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

// Block 0 stores a word for each of its 64 lanes; in all others the lanes load 16 bytes each, all of them the same.
START_TEST(lanes_that_load_the_same_move_a_sector) {
    machine_load_kernel(machine, "work",
                        "ld.param.u64 %l0, [out]; mov.u32 %r1, %ctaid.x; setp.ne.u32 %p0, %r1, 0; @%p0 bra OTHERS;\n"
                        "mov.u32 %r3, %tid.x; mul.wide.u32 %l1, %r3, 4; add.u64 %l1, %l0, %l1;\n"
                        "st.global.u32 [%l1+64], %r3; ret;\n"
                        "OTHERS: ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%l0]; ret;");
    LaunchWork work = work_of(4, 0);
    ck_assert_uint_eq(work.busiest.moved, 2 * 32 * 4);
    ck_assert_uint_eq(work.all.moved, 2 * 32 * 4 + 3 * 2 * 32);
}
END_TEST

// Each of 4 blocks loads 64 words: block 0 of memory that is given as an input, the others of other memory.
START_TEST(loads_of_inputs_are_counted_apart) {
    enum { BYTES = 64 * 4 };
    uint64_t given = 0, other = 0;
    ck_assert_int_eq(device_malloc(machine->device, BYTES, &given), 0);
    ck_assert_int_eq(device_malloc(machine->device, BYTES, &other), 0);
    ck_assert_int_eq(device_set(machine->device, given, 0, BYTES), 0);
    ck_assert_int_eq(device_set(machine->device, other, 0, BYTES), 0);
    memory_find(device_memory(machine->device), given)->given = true;
    machine_load(machine, ".version 8.0\n.target sm_90\n.address_size 64\n"
                          ".visible .entry k(.param .u64 a, .param .u64 b) {\n"
                          ".reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %l<9>;\n"
                          "ld.param.u64 %l0, [a]; ld.param.u64 %l1, [b]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x;\n"
                          "setp.eq.u32 %p0, %r1, 0; selp.b64 %l2, %l0, %l1, %p0; mul.wide.u32 %l3, %r2, 4;\n"
                          "add.u64 %l2, %l2, %l3; ld.global.u32 %r3, [%l2]; st.global.u32 [%l2], %r3; ret; }");
    uint64_t parameters[] = {given, other};
    ck_assert_int_eq(machine_launch(machine, "k", (Dim3){4, 1, 1}, (Dim3){64, 1, 1}, 0, parameters, sizeof parameters),
                     0);
    size_t count;
    LaunchWork work = device_launches(machine->device, &count)[0].work;
    ck_assert_uint_eq(work.all.moved, 4 * 2 * BYTES);
    ck_assert_uint_eq(work.all.given, BYTES);
    ck_assert_uint_eq(work.busiest.given, BYTES);
}
END_TEST

// A queue: each turn begins with an atomic that says which piece is next, until there are none. `who` sets %p1 in the
// blocks that store what they got.
static LaunchWork work_of_queue(const char *who, uint32_t blocks, uint32_t pieces) {
    char body[1000];
    uint32_t words[8];
    size_t count;
    snprintf(body, sizeof body,
             "ld.param.u64 %%l0, [out]; ld.param.u32 %%r0, [n]; mov.u32 %%r2, %%ctaid.x; %s\n"
             "LOOP: atom.global.add.u32 %%r1, [%%l0], 1; setp.ge.u32 %%p0, %%r1, %%r0; @%%p0 bra DONE;\n"
             "@%%p1 st.global.v4.u32 [%%l0+16], {%%r1, %%r1, %%r1, %%r1}; bra LOOP;\nDONE: ret;",
             who);
    machine_load_kernel(machine, "work", body);
    ck_assert_int_eq(machine_run(machine, "work", blocks, 1, pieces, words, 8), 0);
    return device_launches(machine->device, &count)[0].work;
}

START_TEST(blocks_that_ask_for_pieces_get_as_many_each) {
    LaunchWork work = work_of_queue("setp.eq.u32 %p1, %r2, %r2;", 8, 800);
    ck_assert_uint_eq(work.all.moved, 800 * (16 + 4) + 8 * 4); // each asks once more than it gets
    ck_assert_uint_eq(work.busiest.moved, 100 * (16 + 4) + 4);
}
END_TEST

// A grid larger than what a worker keeps begun at a time.
START_TEST(many_blocks_ask_and_none_gets_much) {
    LaunchWork work = work_of_queue("setp.eq.u32 %p1, %r2, %r2;", 1000, 5000);
    ck_assert_uint_eq(work.all.moved, 5000 * (16 + 4) + 1000 * 4);
    ck_assert_uint_lt(work.busiest.moved, work.all.moved / 30);
}
END_TEST

START_TEST(asking_does_not_share_out_what_one_block_does) {
    LaunchWork work = work_of_queue("setp.eq.u32 %p1, %r2, 0;", 8, 800);
    ck_assert_uint_eq(work.all.moved, 800 * 4 + 8 * 4 + 100 * 16);
    ck_assert_uint_eq(work.busiest.moved, 100 * (16 + 4) + 4);
}
END_TEST

Suite *block_work_suite(void);
Suite *block_work_suite(void) {
    Suite *suite = suite_create("block_work");
    TCase *tests = tcase_create("block_work");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, equal_blocks_share_the_work);
    tcase_add_test(tests, one_block_that_works_is_the_busiest);
    tcase_add_test(tests, lanes_that_load_the_same_move_a_sector);
    tcase_add_test(tests, loads_of_inputs_are_counted_apart);
    tcase_add_test(tests, blocks_that_ask_for_pieces_get_as_many_each);
    tcase_add_test(tests, many_blocks_ask_and_none_gets_much);
    tcase_add_test(tests, asking_does_not_share_out_what_one_block_does);
    suite_add_tcase(suite, tests);
    return suite;
}

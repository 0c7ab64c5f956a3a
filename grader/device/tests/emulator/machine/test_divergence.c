// test_divergence.c - lanes that diverge and reconverge, and lanes that wait for each other.
#include "machine.h"
#include <check.h>
#include <string.h>

static Machine *machine;
static uint32_t words[4096];

static void start(void) { machine = machine_create(1, 10000000); }
static void stop(void) { machine_free(machine); }

// Each thread's index in %r0, the address of its word in %l0.
#define INDEX                                                                                                          \
    "mov.u32 %r1, %tid.x;\n mov.u32 %r2, %ctaid.x;\n mov.u32 %r3, %ntid.x;\n mad.lo.s32 %r0, %r2, %r3, %r1;\n"         \
    "ld.param.u64 %l1, [out];\n ld.param.u32 %r4, [n];\n mul.wide.u32 %l0, %r0, 4;\n add.s64 %l0, %l1, %l0;\n"

START_TEST(both_sides_of_a_branch_run_and_the_join_runs_once) {
    machine_load_kernel(machine, "k",
                        INDEX "and.b32 %r5, %r1, 1;\n setp.eq.s32 %p0, %r5, 0;\n @%p0 bra EVEN;\n"
                              "mov.u32 %r6, 100;\n bra.uni JOIN;\n"
                              "EVEN: mov.u32 %r6, 200;\n"
                              "JOIN: st.global.u32 [%l0], %r6;\n ret;\n");
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, 32), 0);
    for (uint32_t n = 0; n < 32; n++) ck_assert_uint_eq(words[n], n % 2 ? 100 : 200);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_divergent_branches), 1);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_global_store_requests), 1);
}
END_TEST

// Lane l goes round l + 1 times; the warp as a whole 32 times, and all leave together (test_unrolled.c has loops of
// which the assembler makes several turns at a time).
START_TEST(a_loop_takes_as_long_as_its_longest_lane) {
    machine_load_kernel(
        machine, "k",
        INDEX "mov.u32 %r5, 0;\n"
              "LOOP: .pragma \"nounroll\";\n add.s32 %r5, %r5, 1;\n setp.le.u32 %p0, %r5, %r1;\n @%p0 bra LOOP;\n"
              "st.global.u32 [%l0], %r5;\n ret;\n");
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, 32), 0);
    for (uint32_t n = 0; n < 32; n++) ck_assert_uint_eq(words[n], n + 1);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_divergent_branches), 31);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_global_store_requests), 1);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_warp_instructions), 8 + 1 + 3 * 32 + 2);
}
END_TEST

// The rare side of a branch stands behind the loop in the text; lanes that take it must not be left behind.
START_TEST(rare_code_at_the_end_of_the_function_is_joined_within_the_loop) {
    machine_load_kernel(
        machine, "k",
        INDEX "mov.u32 %r5, 0;\n mov.u32 %r6, 0;\n"
              "LOOP: setp.eq.s32 %p0, %r5, %r1;\n @%p0 bra RARE;\n"
              "BACK: add.s32 %r6, %r6, 1;\n add.s32 %r5, %r5, 1;\n setp.lt.u32 %p1, %r5, 32;\n @%p1 bra LOOP;\n"
              "st.global.u32 [%l0], %r6;\n ret;\n"
              "RARE: add.s32 %r6, %r6, 1000;\n bra.uni BACK;\n");
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, 32), 0);
    for (uint32_t n = 0; n < 32; n++) ck_assert_uint_eq(words[n], 1032);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_global_store_requests), 1);
    // 32 rounds of 2 + 4 instructions, and in each one lane's 2 of the rare side
    ck_assert_uint_eq(machine_counter(machine, COUNTER_warp_instructions), 8 + 2 + 32 * 6 + 32 * 2 + 2);
}
END_TEST

// A loop with two ways back and its way out between them: who is out waits for all others.
START_TEST(lanes_that_leave_a_loop_in_its_middle_go_on_together) {
    machine_load_kernel(machine, "k",
                        INDEX "mov.u32 %r5, 0;\n mov.u32 %r6, 0;\n bra.uni HEAD;\n"
                              "NEXT: add.s32 %r6, %r6, 1;\n"
                              "HEAD: add.s32 %r5, %r5, 1;\n and.b32 %r7, %r5, 1;\n setp.eq.s32 %p0, %r7, 0;\n"
                              "@%p0 bra EVEN;\n bra.uni NEXT;\n"
                              "EVEN: setp.gt.u32 %p1, %r5, %r1;\n @%p1 bra OUT;\n"
                              "add.s32 %r6, %r6, 100;\n bra.uni HEAD;\n"
                              "OUT: add.s32 %r6, %r6, %r5;\n st.global.u32 [%l0], %r6;\n ret;\n");
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, 32), 0);
    for (uint32_t n = 0; n < 32; n++) { // n / 2 turns by EVEN, one more by NEXT, out at the next even number
        uint32_t turns = n / 2;
        ck_assert_uint_eq(words[n], 100 * turns + turns + 1 + 2 * (turns + 1));
    }
    ck_assert_uint_eq(machine_counter(machine, COUNTER_global_store_requests), 1);
}
END_TEST

// Every lane takes the lock in turn; the one that has it must run though the others spin at a lower place.
START_TEST(a_spin_lock_within_a_warp_makes_progress) {
    machine_load_kernel(
        machine, "k",
        INDEX "SPIN: atom.global.cas.b32 %r5, [%l1], 0, 1;\n setp.ne.s32 %p0, %r5, 0;\n @%p0 bra SPIN;\n"
              "ld.volatile.global.u32 %r6, [%l1+4];\n add.s32 %r6, %r6, 1;\n st.volatile.global.u32 [%l1+4], %r6;\n"
              "membar.gl;\n atom.global.exch.b32 %r7, [%l1], 0;\n st.global.u32 [%l1+8], %r7;\n ret;\n");
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, 3), 0);
    ck_assert_uint_eq(words[1], 32);
    ck_assert_int_eq(device_error(machine->device), 0);
}
END_TEST

START_TEST(a_warp_may_wait_for_a_later_warp_of_its_block) {
    machine_load_kernel(machine, "k",
                        INDEX "setp.ge.u32 %p0, %r1, 32;\n @%p0 bra PRODUCE;\n"
                              "WAIT: ld.volatile.global.u32 %r5, [%l1];\n setp.eq.s32 %p1, %r5, 0;\n @%p1 bra WAIT;\n"
                              "st.global.u32 [%l1+4], %r5;\n ret;\n"
                              "PRODUCE: st.volatile.global.u32 [%l1], 7;\n ret;\n");
    ck_assert_int_eq(machine_run(machine, "k", 1, 64, 0, words, 2), 0);
    ck_assert_uint_eq(words[1], 7);
}
END_TEST

START_TEST(a_block_may_wait_for_a_later_block) {
    machine_load_kernel(machine, "k",
                        INDEX "setp.eq.s32 %p0, %r2, 3;\n @%p0 bra PRODUCE;\n"
                              "WAIT: ld.volatile.global.u32 %r5, [%l1];\n setp.eq.s32 %p1, %r5, 0;\n @%p1 bra WAIT;\n"
                              "st.global.u32 [%l0+4], %r5;\n ret;\n"
                              "PRODUCE: st.volatile.global.u32 [%l1], 7;\n ret;\n");
    ck_assert_int_eq(machine_run(machine, "k", 4, 1, 0, words, 5), 0);
    for (int n = 1; n < 4; n++) ck_assert_uint_eq(words[n], 7);
}
END_TEST

START_TEST(a_loop_without_end_stops_at_the_budget_and_names_the_kernel) {
    machine_load_kernel(machine, "endless", INDEX "LOOP: bra.uni LOOP;\n ret;\n");
    ck_assert_int_eq(machine_run(machine, "endless", 1, 32, 0, words, 1), 0);
    ck_assert_int_eq(device_error(machine->device), 702);
    ck_assert_ptr_nonnull(machine_fault(machine));
    ck_assert_int_eq(machine_fault(machine)->kind, FAULT_TIMEOUT);
    ck_assert_str_eq(machine_fault(machine)->kernel, "endless");
}
END_TEST

// Threads of a jump table: four targets, lanes spread over them.
START_TEST(a_jump_table_sends_each_lane_to_its_target) {
    machine_load_kernel(machine, "k",
                        INDEX "and.b32 %r5, %r1, 3;\n"
                              "TABLE: .branchtargets A, B, C, D;\n brx.idx %r5, TABLE;\n"
                              "A: mov.u32 %r6, 10;\n bra.uni E;\n B: mov.u32 %r6, 11;\n bra.uni E;\n"
                              "C: mov.u32 %r6, 12;\n bra.uni E;\n D: mov.u32 %r6, 13;\n"
                              "E: st.global.u32 [%l0], %r6;\n ret;\n");
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, 32), 0);
    for (uint32_t n = 0; n < 32; n++) ck_assert_uint_eq(words[n], 10 + n % 4);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_global_store_requests), 1);
}
END_TEST

static const char CALLS[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".func (.param .b32 result) factorial(.param .b32 n)\n{\n .reg .b32 %r<8>;\n .reg .pred %p<2>;\n"
    " ld.param.u32 %r1, [n];\n mov.u32 %r2, 1;\n setp.lt.u32 %p1, %r1, 2;\n @%p1 bra DONE;\n"
    " add.s32 %r3, %r1, -1;\n { .param .b32 argument;\n .param .b32 back;\n st.param.b32 [argument], %r3;\n"
    " call.uni (back), factorial, (argument);\n ld.param.b32 %r4, [back]; }\n mul.lo.s32 %r2, %r1, %r4;\n"
    "DONE: st.param.b32 [result], %r2;\n ret;\n}\n"
    ".visible .entry k(.param .u64 out, .param .u32 n)\n{\n .reg .b32 %r<8>;\n .reg .b64 %l<4>;\n"
    " mov.u32 %r1, %tid.x;\n and.b32 %r1, %r1, 7;\n { .param .b32 argument;\n .param .b32 back;\n"
    " st.param.b32 [argument], %r1;\n call (back), factorial, (argument);\n ld.param.b32 %r2, [back]; }\n"
    " ld.param.u64 %l1, [out];\n mov.u32 %r3, %tid.x;\n mul.wide.u32 %l2, %r3, 4;\n add.s64 %l1, %l1, %l2;\n"
    " st.global.u32 [%l1], %r2;\n ret;\n}\n";

START_TEST(lanes_recurse_to_different_depths_and_return_together) {
    static const uint32_t FACTORIALS[8] = {1, 1, 2, 6, 24, 120, 720, 5040};
    machine_load(machine, CALLS);
    ck_assert_int_eq(machine_run(machine, "k", 1, 64, 0, words, 64), 0);
    for (uint32_t n = 0; n < 64; n++) ck_assert_uint_eq(words[n], FACTORIALS[n % 8]);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_global_store_requests), 2);
}
END_TEST

START_TEST(an_instruction_that_is_not_supported_is_refused_by_name) {
    machine_load_kernel(machine, "k", INDEX "tcgen05.fence::before_thread_sync;\n ret;\n");
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, 1), 801);
    const Fault *fault = machine_fault(machine);
    ck_assert_ptr_nonnull(fault);
    ck_assert_int_eq(fault->kind, FAULT_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(fault_says(fault), "tcgen05"));
}
END_TEST

// 100 blocks that each write and add: one, two and seven host threads must agree in every counter and word.
START_TEST(results_do_not_depend_on_the_number_of_threads) {
    static uint32_t first[4096];
    uint64_t counters[COUNTER_COUNT] = {0};
    for (unsigned threads = 1; threads <= 7; threads += threads == 1 ? 1 : 5) {
        Machine *other = machine_create(threads, 0);
        machine_load_kernel(
            other, "k",
            INDEX
            "red.global.add.u32 [%l1+12800], %r0;\n mul.lo.s32 %r5, %r0, %r0;\n st.global.u32 [%l0], %r5;\n ret;\n");
        ck_assert_int_eq(machine_run(other, "k", 100, 32, 0, threads == 1 ? first : words, 3201), 0);
        for (int n = 0; n < COUNTER_COUNT; n++) {
            if (threads > 1) ck_assert_uint_eq(counters[n], machine_counter(other, (Counter)n));
            counters[n] = machine_counter(other, (Counter)n);
        }
        if (threads > 1) ck_assert_mem_eq(first, words, 3201 * 4);
        machine_free(other);
    }
    ck_assert_uint_eq(first[3200], 3199u * 3200 / 2);
}
END_TEST

Suite *divergence_suite(void) {
    Suite *suite = suite_create("divergence");
    TCase *tests = tcase_create("divergence");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_test(tests, both_sides_of_a_branch_run_and_the_join_runs_once);
    tcase_add_test(tests, a_loop_takes_as_long_as_its_longest_lane);
    tcase_add_test(tests, rare_code_at_the_end_of_the_function_is_joined_within_the_loop);
    tcase_add_test(tests, lanes_that_leave_a_loop_in_its_middle_go_on_together);
    tcase_add_test(tests, a_spin_lock_within_a_warp_makes_progress);
    tcase_add_test(tests, a_warp_may_wait_for_a_later_warp_of_its_block);
    tcase_add_test(tests, a_block_may_wait_for_a_later_block);
    tcase_add_test(tests, a_loop_without_end_stops_at_the_budget_and_names_the_kernel);
    tcase_add_test(tests, a_jump_table_sends_each_lane_to_its_target);
    tcase_add_test(tests, lanes_recurse_to_different_depths_and_return_together);
    tcase_add_test(tests, an_instruction_that_is_not_supported_is_refused_by_name);
    tcase_add_test(tests, results_do_not_depend_on_the_number_of_threads);
    suite_add_tcase(suite, tests);
    return suite;
}

// test_warp_intrinsics.c - lanes that exchange values: by hand on one warp, and faults in whole kernels.
#include "machine.h"
#include "one_warp.h"
#include <check.h>
#include <stdio.h>
#include <string.h>

static OneWarp one;

static void begin(uint32_t mask, uint32_t members) {
    one_warp_begin(&one, mask);
    one.warp.live = mask;
    for (unsigned l = 0; l < WARP_LANES; l++) {
        one.words[0][l] = 1000 + l;
        one.words[1][l] = 100 + l;
        one.words[4][l] = members; // of shfl
    }
}
static void set(unsigned index, uint32_t value) {
    for (unsigned l = 0; l < WARP_LANES; l++) one.words[index][l] = value;
}

// ---- shfl -------------------------------------------------------------------------------------------------------

START_TEST(shuffles_read_the_lane_that_the_mode_names) {
    for (unsigned l = 0; l < WARP_LANES; l++) {
        begin(FULL_MASK, FULL_MASK);
        set(2, 3), set(3, 0);
        one_warp_run(&one, "shfl.sync.up.b32", 5);
        ck_assert_uint_eq(one.words[0][l], l < 3 ? 100 + l : 97 + l);
        ck_assert_uint_eq(one.predicates[ONE_WARP_PAIR], 0xfffffff8);
        set(3, 31);
        one_warp_run(&one, "shfl.sync.down.b32", 5);
        ck_assert_uint_eq(one.words[0][l], l > 28 ? 100 + l : 103 + l);
        ck_assert_uint_eq(one.predicates[ONE_WARP_PAIR], 0x1fffffff);
        one_warp_run(&one, "shfl.sync.bfly.b32", 5);
        ck_assert_uint_eq(one.words[0][l], 100 + (l ^ 3));
        one_warp_run(&one, "shfl.sync.idx.b32", 5);
        ck_assert_uint_eq(one.words[0][l], 103);
    }
}
END_TEST

// Width 8 is c = 0x181f: the segment mask ~7 in bits 8 to 12.
START_TEST(segments_of_a_shuffle_are_on_their_own) {
    begin(FULL_MASK, FULL_MASK);
    set(2, 5), set(3, 0x181f);
    one_warp_run(&one, "shfl.sync.down.b32", 5);
    ck_assert_uint_eq(one.words[0][2], 107);
    ck_assert_uint_eq(one.words[0][3], 103); // 8 is in the next segment
    ck_assert_uint_eq(one.predicates[ONE_WARP_PAIR], 0x07070707);
    one_warp_run(&one, "shfl.sync.idx.b32", 5);
    ck_assert_uint_eq(one.words[0][17], 121);
    set(3, 0x1800);
    one_warp_run(&one, "shfl.sync.up.b32", 5);
    ck_assert_uint_eq(one.words[0][13], 108);
    ck_assert_uint_eq(one.words[0][12], 112);
}
END_TEST

START_TEST(a_shuffle_in_place_reads_what_was_there_before) {
    begin(FULL_MASK, FULL_MASK);
    set(2, 1), set(3, 31);
    Operation operation;
    char reason[160];
    ck_assert(one_warp_find("shfl.sync.bfly.b32", 5, &operation, reason));
    Instruction in = {.extra = operation.extra,
                      .d = {.offset = 128},
                      .a = {.offset = 128},
                      .b = {.offset = 256},
                      .c = {.offset = 384},
                      .e = {.offset = 512},
                      .pair = {.bank = BANK_SINK}};
    operation.run(&one.warp, &in);
    for (unsigned l = 0; l < WARP_LANES; l++) ck_assert_uint_eq(one.words[1][l], 100 + (l ^ 1));
}
END_TEST

// ---- votes, matches, reductions -----------------------------------------------------------------------------------

static void vote(uint32_t members, uint32_t votes) {
    begin(0x0000ffff, members);
    set(2, members);
    one.predicates[1] = votes;
    one.predicates[0] = 0xabcd0000;
}

START_TEST(votes_are_over_the_members) {
    vote(0xffff, 0xfffffff0);
    one_warp_run(&one, "vote.sync.any.pred", 3);
    ck_assert_uint_eq(one.predicates[0], 0xabcdffff);
    one_warp_run(&one, "vote.sync.all.pred", 3);
    ck_assert_uint_eq(one.predicates[0], 0xabcd0000);
    one_warp_run(&one, "vote.sync.uni.pred", 3);
    ck_assert_uint_eq(one.predicates[0], 0xabcd0000);
    one_warp_run(&one, "vote.sync.ballot.b32", 3);
    ck_assert_uint_eq(one.words[0][15], 0xfff0);
    ck_assert_uint_eq(one.words[0][16], 1016);
    vote(0xffff, 0xffff0000);
    one_warp_run(&one, "vote.sync.uni.pred", 3);
    ck_assert_uint_eq(one.predicates[0], 0xabcdffff);
}
END_TEST

// Two tiles run one instruction together, each with its own mask.
START_TEST(groups_of_equal_masks_are_on_their_own) {
    begin(FULL_MASK, 0);
    for (unsigned l = 0; l < WARP_LANES; l++) one.words[2][l] = l & 1 ? 0xaaaaaaaa : 0x55555555;
    one.predicates[1] = 0x55555555;
    one_warp_run(&one, "vote.sync.all.pred", 3);
    ck_assert_uint_eq(one.predicates[0], 0x55555555);
    one_warp_run(&one, "vote.sync.ballot.b32", 3);
    ck_assert_uint_eq(one.words[0][0], 0x55555555);
    ck_assert_uint_eq(one.words[0][1], 0);
    one_warp_run(&one, "redux.sync.add.u32", 3);
    ck_assert_uint_eq(one.words[0][2], 16 * 100 + 2 * (15 * 16 / 2));
    ck_assert_uint_eq(one.words[0][3], 16 * 101 + 2 * (15 * 16 / 2));
}
END_TEST

START_TEST(matches_find_equal_values) {
    begin(0x000000ff, 0);
    set(2, 0xff);
    for (unsigned l = 0; l < WARP_LANES; l++) one.words[1][l] = l % 3, one.longs[1][l] = (uint64_t)(l / 4) << 40;
    one_warp_run(&one, "match.any.sync.b32", 3);
    ck_assert_uint_eq(one.words[0][0], 0x49);
    ck_assert_uint_eq(one.words[0][4], 0x92);
    ck_assert_uint_eq(one.words[0][8], 1008);
    one_warp_run(&one, "match.any.sync.b64", 3);
    ck_assert_uint_eq(one.words[0][5], 0xf0);
    one_warp_run(&one, "match.all.sync.b32", 3);
    ck_assert_uint_eq(one.words[0][5], 0);
    ck_assert_uint_eq(one.predicates[ONE_WARP_PAIR], 0);
    set(1, 7);
    one_warp_run(&one, "match.all.sync.b32", 3);
    ck_assert_uint_eq(one.words[0][5], 0xff);
    ck_assert_uint_eq(one.predicates[ONE_WARP_PAIR], 0xff);
}
END_TEST

START_TEST(reductions_combine_the_members_values) {
    static const struct {
        const char *words;
        uint32_t result;
    } CASES[] = {
        {"redux.sync.add.u32", 0x80000006}, {"redux.sync.min.u32", 1},          {"redux.sync.max.u32", 0x80000000},
        {"redux.sync.min.s32", 0x80000000}, {"redux.sync.max.s32", 3},          {"redux.sync.or.b32", 0x80000003},
        {"redux.sync.and.b32", 0},          {"redux.sync.xor.b32", 0x80000000}, {"redux.sync.min.f32", 0x80000000},
        {"redux.sync.max.f32", 3},          {"redux.sync.max.abs.f32", 3}};
    for (unsigned n = 0; n < sizeof CASES / sizeof *CASES; n++) {
        begin(0x0000000f, 0);
        set(2, 0xf);
        one.words[1][0] = 1, one.words[1][1] = 2, one.words[1][2] = 3, one.words[1][3] = 0x80000000;
        one_warp_run(&one, CASES[n].words, 3);
        ck_assert_msg(one.words[0][2] == CASES[n].result, "%s is 0x%x", CASES[n].words, one.words[0][2]);
        ck_assert_uint_eq(one.words[0][4], 1004);
    }
}
END_TEST

START_TEST(the_lowest_lane_is_elected) {
    begin(0xfffffff0, 0);
    set(1, 0xfffffff0);
    one_warp_run(&one, "elect.sync", 2);
    ck_assert_uint_eq(one.words[0][20], 4);
    ck_assert_uint_eq(one.predicates[ONE_WARP_PAIR], 0x10);
}
END_TEST

START_TEST(the_active_mask_is_the_lanes_that_run) {
    begin(0x00f0f000, 0);
    one_warp_run(&one, "activemask.b32", 1);
    ck_assert_uint_eq(one.words[0][12], 0x00f0f000);
    ck_assert_uint_eq(one.words[0][0], 1000);
}
END_TEST

START_TEST(a_warp_barrier_begins_a_new_epoch) {
    begin(FULL_MASK, 0);
    set(1, FULL_MASK);
    one_warp_run(&one, "bar.warp.sync", 1);
    ck_assert_uint_eq(one.warp.sync_epoch, 1);
}
END_TEST

// ---- faults -----------------------------------------------------------------------------------------------------

static uint32_t words[64];

static const Fault *fault_of(Machine *machine, const char *body) {
    machine_load_kernel(machine, "k", body);
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, 32), 0);
    return machine_fault(machine);
}

#define STORE_R6                                                                                                       \
    "ld.param.u64 %l1, [out];\n mul.wide.u32 %l0, %r1, 4;\n add.s64 %l0, %l1, %l0;\n"                                  \
    "st.global.u32 [%l0], %r6;\n ret;\n"

START_TEST(reading_a_lane_outside_the_mask_is_a_fault_and_gives_the_own_value) {
    Machine *machine = machine_create(1, 1000000);
    const Fault *fault = fault_of(machine, "mov.u32 %r1, %tid.x;\n mov.u32 %r6, %r1;\n setp.gt.u32 %p0, %r1, 15;\n"
                                           "@%p0 bra DONE;\n shfl.sync.down.b32 %r6, %r1, 1, 31, 0xffff;\n"
                                           "DONE:\n" STORE_R6);
    ck_assert_ptr_nonnull(fault);
    ck_assert_int_eq(fault->kind, FAULT_MISSING_LANES);
    ck_assert_uint_eq(fault->thread.thread, 15);
    ck_assert_ptr_nonnull(strstr(fault_says(fault), "a lane that is not in the member mask"));
    ck_assert_uint_eq(words[14], 15);
    ck_assert_uint_eq(words[15], 15);
    machine_free(machine);
}
END_TEST

// The last warp of a block whose threads are no multiple of 32.
START_TEST(reading_a_lane_past_the_last_thread_is_told_as_that) {
#define DOWN_BY_ONE(mask) "mov.u32 %r1, %tid.x;\n shfl.sync.down.b32 %r6, %r1, 1, 31, " mask ";\n" STORE_R6
    static const char *const bodies[] = {DOWN_BY_ONE("0xffffffff"), DOWN_BY_ONE("0xfffff")};
    Machine *machine = machine_create(1, 1000000);
    machine_load_kernel(machine, "k", bodies[_i]);
    ck_assert_int_eq(machine_run(machine, "k", 1, 20, 0, words, 20), 0);
    const Fault *fault = machine_fault(machine);
    ck_assert_ptr_nonnull(fault);
    ck_assert_ptr_nonnull(
        strstr(fault_says(fault), "stores the shuffled value of a lane that is no thread of the block"));
    machine_free(machine);
}
END_TEST

#define STORE_R6_BEHIND(guard)                                                                                         \
    "ld.param.u64 %l1, [out];\n mul.wide.u32 %l0, %r1, 4;\n add.s64 %l0, %l1, %l0;\n" guard                            \
    " st.global.u32 [%l0], %r6;\n ret;\n"

// Lane 19 reads from lane 20, which is not there, and is the only one that does not store.
START_TEST(undefined_value_that_nobody_uses_is_no_fault) {
    Machine *machine = machine_create(1, 1000000);
    machine_load_kernel(
        machine, "k",
        "mov.u32 %r1, %tid.x;\n setp.lt.u32 %p0, %r1, 19;\n shfl.sync.down.b32 %r6, %r1, 1, 31, -1;\n" STORE_R6_BEHIND(
            "@%p0"));
    ck_assert_int_eq(machine_run(machine, "k", 1, 20, 0, words, 20), 0);
    ck_assert_ptr_null(machine_fault(machine));
    ck_assert_uint_eq(words[18], 19);
    machine_free(machine);
}
END_TEST

// Lanes 16 to 31 have left, and lane 15 reads from lane 16.
START_TEST(value_of_a_lane_that_has_left_is_undefined) {
    static const char *const stores[] = {STORE_R6_BEHIND("@%p1"), STORE_R6_BEHIND("")};
    char body[600];
    Machine *machine = machine_create(1, 1000000);
    snprintf(body, sizeof body,
             "mov.u32 %%r1, %%tid.x;\n setp.gt.u32 %%p0, %%r1, 15;\n @%%p0 ret;\n setp.lt.u32 %%p1, %%r1, 15;\n"
             "shfl.sync.down.b32 %%r6, %%r1, 1, 31, -1;\n%s",
             stores[_i]);
    const Fault *fault = fault_of(machine, body);
    if (!_i) ck_assert_ptr_null(fault);
    else {
        ck_assert_ptr_nonnull(fault);
        ck_assert_int_eq(fault->kind, FAULT_MISSING_LANES);
        ck_assert_uint_eq(fault->thread.thread, 15);
        ck_assert_ptr_nonnull(strstr(fault_says(fault), "a lane that does not execute the shuffle"));
    }
    machine_free(machine);
}
END_TEST

// The upper lanes wait for what the lower ones store, so those are at the shuffle first. Its result is its source.
START_TEST(lanes_that_are_still_to_come_are_no_absent_ones) {
    Machine *machine = machine_create(1, 1000000);
    const Fault *fault =
        fault_of(machine, ".shared .u32 flag;\n mov.u32 %r1, %tid.x;\n mov.u32 %r6, %r1;\n setp.lt.u32 %p0, %r1, 16;\n"
                          "st.shared.u32 [flag], 0;\n bar.warp.sync -1;\n @%p0 bra LOWER;\n"
                          "SPIN:\n atom.shared.or.b32 %r3, [flag], 0;\n setp.eq.u32 %p1, %r3, 0;\n @%p1 bra SPIN;\n"
                          "bra MEET;\nLOWER:\n atom.shared.or.b32 %r3, [flag], 1;\nMEET:\n"
                          "shfl.sync.bfly.b32 %r6, %r6, 16, 31, -1;\n" STORE_R6);
    ck_assert_msg(!fault, "%s", fault_says(fault));
    ck_assert_uint_eq(words[3], 19);
    ck_assert_uint_eq(words[19], 3);
    machine_free(machine);
}
END_TEST

START_TEST(a_shuffle_within_its_members_is_no_fault) {
    Machine *machine = machine_create(1, 1000000);
    ck_assert_ptr_null(
        fault_of(machine, "mov.u32 %r1, %tid.x;\n shfl.sync.bfly.b32 %r6|%p0, %r1, 16, 31, -1;\n" STORE_R6));
    ck_assert_uint_eq(words[3], 19);
    machine_free(machine);
}
END_TEST

START_TEST(a_lane_that_its_own_mask_does_not_name_is_a_fault) {
    Machine *machine = machine_create(1, 1000000);
    const Fault *fault = fault_of(machine, "mov.u32 %r1, %tid.x;\n setp.eq.u32 %p0, %r1, 0;\n"
                                           "vote.sync.ballot.b32 %r6, %p0, 0x0000ffff;\n" STORE_R6);
    ck_assert_ptr_nonnull(fault);
    ck_assert_int_eq(fault->kind, FAULT_MISSING_LANES);
    ck_assert_uint_eq(fault->thread.thread, 16);
    machine_free(machine);
}
END_TEST

// Whatever tells lanes what others have is a pass to those who count passes, each in one counter.
START_TEST(each_way_to_tell_other_lanes_is_counted) {
    static const struct {
        const char *body;
        unsigned shuffles, exchanges, barriers;
    } WAYS[] = {
        {"mov.u32 %r6, 1;", 0, 0, 0},
        {"shfl.sync.bfly.b32 %r6, %r1, 16, 31, -1;", 1, 0, 0},
        {"vote.sync.any.pred %p1, %p0, -1;", 0, 1, 0},
        {"vote.sync.ballot.b32 %r6, %p0, -1;", 0, 1, 0},
        {"match.any.sync.b32 %r6, %r1, -1;", 0, 1, 0},
        {"redux.sync.or.b32 %r6, %r1, -1;", 0, 1, 0},
        {"activemask.b32 %r6;", 0, 1, 0},
        {"elect.sync %r6|%p1, -1;", 0, 1, 0},
        {"bar.sync 0;", 0, 0, 1},
        {"bar.red.popc.u32 %r6, 0, %p0;", 0, 1, 1},
        {"barrier.sync.aligned 0;", 0, 0, 1},
        {"barrier.red.or.pred %p1, 0, %p0;", 0, 1, 1},
    };
    for (size_t n = 0; n < sizeof WAYS / sizeof *WAYS; n++) {
        char text[256];
        Machine *machine = machine_create(1, 1000000);
        snprintf(text, sizeof text, "mov.u32 %%r1, %%tid.x;\n setp.eq.u32 %%p0, %%r1, 3;\n %s\n ret;\n", WAYS[n].body);
        ck_assert_ptr_null(fault_of(machine, text));
        bool right = machine_counter(machine, COUNTER_shuffles) == WAYS[n].shuffles &&
                     machine_counter(machine, COUNTER_exchanges) == WAYS[n].exchanges &&
                     machine_counter(machine, COUNTER_barriers) == WAYS[n].barriers;
        ck_assert_msg(right, "%s", WAYS[n].body);
        machine_free(machine);
    }
}
END_TEST

Suite *warp_intrinsics_suite(void) {
    Suite *suite = suite_create("warp_intrinsics");
    TCase *tests = tcase_create("warp_intrinsics");
    tcase_add_test(tests, shuffles_read_the_lane_that_the_mode_names);
    tcase_add_test(tests, segments_of_a_shuffle_are_on_their_own);
    tcase_add_test(tests, a_shuffle_in_place_reads_what_was_there_before);
    tcase_add_test(tests, votes_are_over_the_members);
    tcase_add_test(tests, groups_of_equal_masks_are_on_their_own);
    tcase_add_test(tests, matches_find_equal_values);
    tcase_add_test(tests, reductions_combine_the_members_values);
    tcase_add_test(tests, the_lowest_lane_is_elected);
    tcase_add_test(tests, the_active_mask_is_the_lanes_that_run);
    tcase_add_test(tests, a_warp_barrier_begins_a_new_epoch);
    tcase_add_test(tests, reading_a_lane_outside_the_mask_is_a_fault_and_gives_the_own_value);
    tcase_add_loop_test(tests, reading_a_lane_past_the_last_thread_is_told_as_that, 0, 2);
    tcase_add_test(tests, undefined_value_that_nobody_uses_is_no_fault);
    tcase_add_loop_test(tests, value_of_a_lane_that_has_left_is_undefined, 0, 2);
    tcase_add_test(tests, lanes_that_are_still_to_come_are_no_absent_ones);
    tcase_add_test(tests, a_shuffle_within_its_members_is_no_fault);
    tcase_add_test(tests, a_lane_that_its_own_mask_does_not_name_is_a_fault);
    tcase_add_test(tests, each_way_to_tell_other_lanes_is_counted);
    suite_add_tcase(suite, tests);
    return suite;
}

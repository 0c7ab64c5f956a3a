// test_race_copies.c - asynchronous copies to shared memory race with all that comes before their thread has waited.
#include "machine.h"
#include "one_block.h"

#include <check.h>
#include <string.h>

static OneBlock one;

static void setup(void) { one_block_begin(&one, 1024); }
static void teardown(void) { one_block_free(&one); }

// Lane l of the warp copies 4 bytes to offset + 4 * l, at source line `line`.
static void copy(unsigned warp, uint64_t offset, uint32_t line) {
    uint32_t values[WARP_LANES] = {0};
    Access store = {.instruction = &one.instructions[line],
                    .kind = ACCESS_STORE,
                    .space = SPACE_SHARED,
                    .bytes = 4,
                    .mask = FULL_MASK,
                    .values = values,
                    .counts = &one.counts};
    for (unsigned lane = 0; lane < WARP_LANES; lane++) store.address[lane] = offset + 4 * lane;
    access_observe(&one.warps[warp], &store);
    race_copy_begin(&one.warps[warp], &store);
}

static void read_at(unsigned warp, uint64_t offset, uint32_t line) {
    one.location = line;
    one_block_strided(&one, warp, SPACE_SHARED, ACCESS_LOAD, offset, 4);
}
static void write_at(unsigned warp, uint64_t offset, uint32_t line) {
    one.location = line;
    one_block_strided(&one, warp, SPACE_SHARED, ACCESS_STORE, offset, 4);
}
static void commit(unsigned warp) { race_copies_commit(&one.warps[warp]); }
static void wait_for_all_but(unsigned warp, uint32_t groups) { race_copies_wait(&one.warps[warp], groups); }

static const Fault *only_race(uint64_t occurrences) {
    size_t count;
    const Fault *faults = one_block_faults(&one, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_int_eq(faults[0].kind, FAULT_RACE_SHARED);
    ck_assert_uint_eq(faults[0].count, occurrences);
    return faults;
}
static void no_race(void) {
    size_t count;
    const Fault *faults = one_block_faults(&one, &count);
    ck_assert_msg(count == 0, "%s: %s", fault_name(faults[0].kind), fault_says(&faults[0]));
}

START_TEST(even_the_own_thread_must_wait) {
    copy(0, 0, 5);
    commit(0);
    read_at(0, 0, 6);
    const Fault *fault = only_race(32);
    ck_assert(fault->location == 6 && fault->other_location == 5 && fault->other_is_write);
    ck_assert_uint_eq(fault->thread.thread, fault->other.thread);
}
END_TEST

START_TEST(the_own_thread_reads_after_waiting) {
    copy(0, 0, 5);
    commit(0);
    wait_for_all_but(0, 0);
    read_at(0, 0, 6);
    no_race();
}
END_TEST

START_TEST(what_is_not_committed_is_not_waited_for) {
    copy(0, 0, 5);
    wait_for_all_but(0, 0);
    read_at(0, 0, 6);
    only_race(32);
}
END_TEST

START_TEST(waiting_for_all_needs_no_commit) {
    copy(0, 0, 5);
    wait_for_all_but(0, COPIES_NONE);
    read_at(0, 0, 6);
    no_race();
}
END_TEST

START_TEST(others_need_a_barrier_after_the_wait) {
    copy(0, 0, 5);
    commit(0);
    one_block_barrier(&one);
    wait_for_all_but(0, 0);
    read_at(1, 0, 6);
    const Fault *fault = only_race(32);
    ck_assert(fault->location == 6 && fault->other_location == 5 && fault->other.thread < 32);
}
END_TEST

START_TEST(a_barrier_after_the_wait_orders) {
    copy(0, 0, 5);
    commit(0);
    wait_for_all_but(0, 0);
    one_block_barrier(&one);
    read_at(1, 0, 6);
    write_at(1, 0, 7);
    no_race();
}
END_TEST

START_TEST(a_barrier_before_the_wait_does_not) {
    copy(0, 0, 5);
    commit(0);
    one_block_barrier(&one);
    read_at(1, 0, 6);
    only_race(32);
}
END_TEST

START_TEST(the_last_groups_may_be_on_their_way) {
    copy(0, 0, 5);
    commit(0);
    copy(0, 128, 5);
    commit(0);
    wait_for_all_but(0, 1);
    read_at(0, 0, 6);
    no_race();
}
END_TEST

START_TEST(the_last_groups_are_not_waited_for) {
    copy(0, 0, 5);
    commit(0);
    copy(0, 128, 5);
    commit(0);
    wait_for_all_but(0, 1);
    read_at(0, 128, 6);
    only_race(32);
}
END_TEST

START_TEST(an_empty_group_counts) {
    copy(0, 0, 5);
    commit(0);
    commit(0);
    wait_for_all_but(0, 1);
    read_at(0, 0, 6);
    no_race();
}
END_TEST

START_TEST(each_lane_waits_for_its_own) {
    copy(0, 0, 5);
    commit(0);
    one.warps[0].mask = 0xff;
    wait_for_all_but(0, 0);
    one.warps[0].mask = FULL_MASK;
    read_at(0, 0, 6);
    ck_assert_uint_eq(only_race(24)->thread.thread, 8);
}
END_TEST

START_TEST(another_warps_wait_is_not_enough) {
    copy(0, 0, 5);
    commit(0);
    wait_for_all_but(1, 0);
    read_at(0, 0, 6);
    only_race(32);
}
END_TEST

START_TEST(a_store_to_the_same_place_races) {
    copy(0, 0, 5);
    commit(0);
    write_at(0, 64, 6); // half of its lanes hit the copy's second half
    ck_assert(only_race(16)->is_write);
}
END_TEST

START_TEST(lanes_beside_a_copy_are_checked_as_ever) {
    copy(0, 0, 5);
    commit(0);
    one_block_barrier(&one);
    write_at(1, 128, 6);
    read_at(2, 64, 7); // 16 lanes meet the copy, 16 the store
    size_t count;
    const Fault *faults = one_block_faults(&one, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert(faults[0].count == 16 && faults[0].other_location == 5);
    ck_assert(faults[1].count == 16 && faults[1].other_location == 6);
}
END_TEST

START_TEST(the_next_block_has_no_copies) {
    copy(0, 0, 5);
    commit(0);
    checks_block_end(&one.block);
    checks_block_begin(&one.block);
    write_at(1, 0, 6);
    one_block_barrier(&one);
    read_at(0, 0, 7);
    no_race();
}
END_TEST

Suite *race_copies_suite(void) {
    Suite *suite = suite_create("race_copies");
    TCase *rules = tcase_create("rules");
    tcase_add_checked_fixture(rules, setup, teardown);
    tcase_add_test(rules, even_the_own_thread_must_wait);
    tcase_add_test(rules, the_own_thread_reads_after_waiting);
    tcase_add_test(rules, what_is_not_committed_is_not_waited_for);
    tcase_add_test(rules, waiting_for_all_needs_no_commit);
    tcase_add_test(rules, others_need_a_barrier_after_the_wait);
    tcase_add_test(rules, a_barrier_after_the_wait_orders);
    tcase_add_test(rules, a_barrier_before_the_wait_does_not);
    tcase_add_test(rules, the_last_groups_may_be_on_their_way);
    tcase_add_test(rules, the_last_groups_are_not_waited_for);
    tcase_add_test(rules, an_empty_group_counts);
    tcase_add_test(rules, each_lane_waits_for_its_own);
    tcase_add_test(rules, another_warps_wait_is_not_enough);
    tcase_add_test(rules, a_store_to_the_same_place_races);
    tcase_add_test(rules, lanes_beside_a_copy_are_checked_as_ever);
    tcase_add_test(rules, the_next_block_has_no_copies);
    suite_add_tcase(suite, rules);
    return suite;
}

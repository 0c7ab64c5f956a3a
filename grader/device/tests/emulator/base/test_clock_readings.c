// test_clock_readings.c - readings of the clock are found by block, warp and order, whatever the order they were noted
// in.
#include "emulator/base/clock_readings.h"
#include <check.h>

static ClockReadings readings;

static void start(void) { readings = (ClockReadings){0}; }
static void stop(void) { clock_readings_clear(&readings); }

static void expect(uint64_t block, uint32_t warp, size_t n, uint64_t expected) {
    uint64_t clock = 0;
    ck_assert(clock_readings_find(&readings, block, warp, n, &clock));
    ck_assert_uint_eq(clock, expected);
}
static void expect_none(uint64_t block, uint32_t warp, size_t n) {
    uint64_t clock;
    ck_assert(!clock_readings_find(&readings, block, warp, n, &clock));
}

START_TEST(without_notes_nothing_is_found) { expect_none(0, 0, 0); }
END_TEST

START_TEST(readings_of_a_warp_keep_their_order) {
    clock_readings_note(&readings, 7, 1, 30);
    clock_readings_note(&readings, 7, 0, 20);
    clock_readings_note(&readings, 2, 0, 10);
    clock_readings_note(&readings, 7, 0, 15); // noted later: the second reading, whatever it says
    clock_readings_sort(&readings);
    expect(2, 0, 0, 10);
    expect(7, 0, 0, 20);
    expect(7, 0, 1, 15);
    expect(7, 1, 0, 30);
    expect_none(7, 0, 2);
    expect_none(7, 2, 0);
    expect_none(2, 1, 0);
}
END_TEST

START_TEST(block_that_was_not_modelled_has_its_neighbour_s) {
    clock_readings_note(&readings, 4, 0, 40);
    clock_readings_note(&readings, 9, 0, 90);
    clock_readings_sort(&readings);
    expect(0, 0, 0, 40);
    expect(8, 0, 0, 40);
    expect(9, 0, 0, 90);
    expect(UINT64_MAX - 1, 0, 0, 90);
}
END_TEST

START_TEST(what_does_not_fit_is_left_out) {
    for (uint64_t n = 0; n < 3000000; n++) clock_readings_note(&readings, n, 0, n);
    clock_readings_sort(&readings);
    expect(1000, 0, 0, 1000);
    ck_assert_uint_lt(readings.count, 3000000);
    expect(2999999, 0, 0, readings.count - 1);
}
END_TEST

Suite *clock_readings_suite(void) {
    Suite *suite = suite_create("clock_readings");
    TCase *tests = tcase_create("clock_readings");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_test(tests, without_notes_nothing_is_found);
    tcase_add_test(tests, readings_of_a_warp_keep_their_order);
    tcase_add_test(tests, block_that_was_not_modelled_has_its_neighbour_s);
    tcase_add_test(tests, what_does_not_fit_is_left_out);
    suite_add_tcase(suite, tests);
    return suite;
}

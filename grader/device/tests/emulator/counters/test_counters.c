// test_counters.c - what counters mean.
#include "emulator/counters/counters.h"
#include "emulator/machine/instruction.h"
#include <check.h>

START_TEST(a_site_feeds_the_counters_of_its_class_and_space) {
    Counters counters = {{0}};
    SiteCounts counts = {
        .warps = 3, .threads = 90, .requests = 2, .sectors = 7, .wavefronts = 5, .conflicts = 4, .bytes = 360};
    counters_add_site(&counters, &counts, CLASS_LOAD, SITE_GLOBAL);
    counters_add_site(&counters, &counts, CLASS_STORE, SITE_SHARED);
    counters_add_site(&counters, &counts, CLASS_REDUCTION, SITE_GLOBAL);
    ck_assert_uint_eq(counters.value[COUNTER_global_load_requests], 2);
    ck_assert_uint_eq(counters.value[COUNTER_global_load_sectors], 7);
    ck_assert_uint_eq(counters.value[COUNTER_shared_store_instructions], 3);
    ck_assert_uint_eq(counters.value[COUNTER_shared_store_wavefronts], 5);
    ck_assert_uint_eq(counters.value[COUNTER_shared_store_bank_conflicts], 4);
    ck_assert_uint_eq(counters.value[COUNTER_global_red_sectors], 7);
    ck_assert_uint_eq(counters.value[COUNTER_global_atom_sectors], 0);
    ck_assert_uint_eq(counters.value[COUNTER_warp_instructions], 9);
    ck_assert_uint_eq(counters.value[COUNTER_thread_instructions], 270);
}
END_TEST

START_TEST(a_pair_of_halves_is_two_operations) {
    Counters counters = {{0}};
    SiteCounts counts = {.warps = 1, .threads = 32};
    counters_add_site(&counters, &counts, CLASS_HFMA2, SITE_GLOBAL);
    counters_add_site(&counters, &counts, CLASS_FFMA, SITE_GLOBAL);
    ck_assert_uint_eq(counters.value[COUNTER_hfma], 64);
    ck_assert_uint_eq(counters.value[COUNTER_ffma], 32);
}
END_TEST

START_TEST(every_counter_has_a_name_a_unit_and_a_description) {
    for (Counter counter = 0; counter < COUNTER_COUNT; counter++)
        ck_assert(*counter_name(counter) && *counter_unit(counter) && *counter_description(counter));
    ck_assert_str_eq(counter_name(COUNTER_global_load_sectors), "global_load_sectors");
}
END_TEST

Suite *counters_suite(void) {
    Suite *suite = suite_create("counters");
    TCase *tests = tcase_create("counters");
    tcase_add_test(tests, a_site_feeds_the_counters_of_its_class_and_space);
    tcase_add_test(tests, a_pair_of_halves_is_two_operations);
    tcase_add_test(tests, every_counter_has_a_name_a_unit_and_a_description);
    suite_add_tcase(suite, tests);
    return suite;
}

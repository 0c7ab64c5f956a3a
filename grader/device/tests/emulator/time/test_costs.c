// test_costs.c - what an experiment says that a cost is worth, held against a kernel that does not have it.
#include "emulator/time/cost_gains.h"
#include "jobs.h"
#include <check.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static json_t *launches;

static void report_make(void) {
    char emulate[JOB_PATH], path[JOB_PATH], json[JOB_PATH];
    Job job = {.arguments = {build_path(emulate, "emulate"), "--sample", "--costs", "--no-checks", "--quiet", "--json",
                             build_path(json, "test_costs.json"), build_path(path, "programs/cost_kernels")}};
    build_path(job.output, "test_costs.txt");
    jobs_run(&job, 1);
    ck_assert_int_eq(job.status, 0);
    json_t *report = json_load_file(json, 0, NULL);
    launches = json_incref(json_object_get(report, "launches"));
    json_decref(report);
}

static void report_free_all(void) { json_decref(launches); }

// The estimate of the nth launch of the kernel.
static const json_t *estimate_of(const char *kernel, unsigned nth) {
    size_t n;
    json_t *launch;
    json_array_foreach(launches, n, launch) {
        if (strstr(json_string_value(json_object_get(launch, "kernel")), kernel) && !nth--)
            return json_object_get(launch, "estimate");
    }
    ck_abort_msg("%s was not launched so often", kernel);
    return NULL;
}

static double number(const json_t *object, const char *name) {
    return json_number_value(json_object_get(object, name));
}
static double time_of(const char *kernel, unsigned nth) { return number(estimate_of(kernel, nth), "microseconds"); }

// What is said of the cost; NULL: nothing, because it gains too little.
static const json_t *cost_of(const char *kernel, unsigned nth, const char *cost) {
    size_t n;
    json_t *entry;
    json_array_foreach(json_object_get(estimate_of(kernel, nth), "costs"), n, entry) {
        if (!strcmp(json_string_value(json_object_get(entry, "cost")), cost)) return entry;
    }
    return NULL;
}

static void gains(const char *kernel, unsigned nth, const char *cost, double expected) {
    double gain = number(cost_of(kernel, nth, cost), "gain");
    ck_assert_msg(fabs(gain / expected - 1) < 0.1, "%s of %s: %.2f us, and not %.2f", cost, kernel, gain, expected);
}

START_TEST(conflicts_are_worth_what_padding_gains) {
    gains("transpose<0>", 0, "bank_conflicts", time_of("transpose<0>", 0) - time_of("transpose<1>", 0));
    ck_assert_ptr_null(cost_of("transpose<1>", 0, "bank_conflicts"));
}
END_TEST

START_TEST(conflicts_belong_to_their_line) {
    const json_t *cost = cost_of("transpose<0>", 0, "bank_conflicts"), *lines = json_object_get(cost, "lines");
    ck_assert_uint_eq(json_array_size(lines), 1);
    ck_assert_int_eq((int)number(json_array_get(lines, 0), "line"), 25);
    ck_assert_ptr_nonnull(strstr(json_string_value(json_object_get(estimate_of("transpose<0>", 0), "reason")),
                                 "line 25's bank conflicts cost "));
}
END_TEST

START_TEST(unused_bytes_are_worth_what_a_stride_of_one_gains) {
    gains("every<8>", 0, "wasted_sectors", time_of("every<8>", 0) - time_of("every<1>", 0));
    ck_assert_ptr_null(cost_of("every<1>", 0, "wasted_sectors"));
}
END_TEST

START_TEST(contention_is_worth_what_words_apart_gain) {
    gains("count", 0, "atomics", time_of("count", 0) - time_of("count", 1));
    ck_assert_ptr_null(cost_of("count", 1, "bank_conflicts"));
}
END_TEST

// 2000 loads hit the L1, whose latency is 32 clocks; two of them go by until the load has passed the L1.
START_TEST(a_chain_of_loads_is_worth_their_latency) {
    gains("chase", 0, "load_latency", 2000 * 30 / 1980.0);
    ck_assert_ptr_nonnull(cost_of("chase", 0, "idle"));
}
END_TEST

// Shared memory and the pipe for special functions are busy nearly all the time: without one of them, the other still
// is.
START_TEST(costs_that_hide_each_other_are_named_together) {
    const json_t *estimate = estimate_of("two_resources", 0), *hidden = json_object_get(estimate, "hidden"), *names;
    ck_assert_ptr_nonnull(hidden);
    names = json_object_get(hidden, "costs");
    ck_assert_str_eq(json_string_value(json_array_get(names, 0)), "bank_conflicts");
    ck_assert_str_eq(json_string_value(json_array_get(names, 1)), "special");
    ck_assert_double_gt(number(hidden, "gain"), 0.5 * number(estimate, "microseconds"));
    ck_assert_double_lt(number(cost_of("two_resources", 0, "special"), "gain"), 0.25 * number(hidden, "gain"));
    ck_assert_double_lt(number(cost_of("two_resources", 0, "bank_conflicts"), "gain"), 0.25 * number(hidden, "gain"));
}
END_TEST

// Four warps of a scheduler issue a product each in the four clocks of its latency. A turn has 128 of them, and adds,
// compares and branches.
START_TEST(blocks_of_many_instructions_go_on_as_they_began) {
    double expected = 8192 * (128 + 3) * 4 / 1980.0, found = time_of("long_chains", 0) - 3.1;
    ck_assert_msg(fabs(found / expected - 1) < 0.05, "%.0f us, and not %.0f", found, expected);
}
END_TEST

START_TEST(a_warp_that_sleeps_takes_that_time) {
    ck_assert_double_gt(time_of("naps", 0), 20);
    ck_assert_double_lt(time_of("naps", 0), 25);
}
END_TEST

// At each barrier the last block adds to a word in the L2, and the others read it there: twice the latency of 257
// clocks, at least.
START_TEST(barriers_of_the_grid_take_the_way_to_the_l2_and_back) {
    ck_assert_double_gt(time_of("grid_barriers", 0), 20 * 2 * 257 / 1980.0);
}
END_TEST

START_TEST(no_cost_below_three_percent_is_named) {
    size_t n, m;
    json_t *launch, *entry;
    json_array_foreach(launches, n, launch) {
        const json_t *estimate = json_object_get(launch, "estimate");
        json_array_foreach(json_object_get(estimate, "costs"), m, entry)
            ck_assert_double_ge(number(entry, "gain"), 0.03 * number(estimate, "microseconds"));
    }
}
END_TEST

START_TEST(a_gain_without_a_place_is_the_most_of_the_others) {
    static const Cost NINE[] = {
        COST_bank_conflicts, COST_wasted_sectors, COST_load_latency, COST_atomics, COST_barriers,
        COST_issue,          COST_integer,        COST_fma,          COST_half};
    CostGains gains = {.most_of_others = 1};
    for (unsigned n = 0; n < 9; n++) cost_gains_put(&gains, (CostGain){.cost = NINE[n], .gain = 10 + (5 * n + 3) % 9});
    ck_assert_uint_eq(gains.count, COST_GAINS_MOST);
    for (unsigned n = 0; n < COST_GAINS_MOST; n++) ck_assert_double_eq(gains.gains[n].gain, 18 - n);
    ck_assert_double_eq(gains.most_of_others, 10);                         // the least of 10 to 18
    cost_gains_put(&gains, (CostGain){.cost = COST_launch, .gain = 10.5}); // a roof cannot be avoided
    ck_assert_double_eq(gains.most_of_others, 10);
}
END_TEST

Suite *costs_suite(void) {
    Suite *suite = suite_create("costs");
    TCase *tests = tcase_create("experiments");
    tcase_add_unchecked_fixture(tests, report_make, report_free_all);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, conflicts_are_worth_what_padding_gains);
    tcase_add_test(tests, conflicts_belong_to_their_line);
    tcase_add_test(tests, unused_bytes_are_worth_what_a_stride_of_one_gains);
    tcase_add_test(tests, contention_is_worth_what_words_apart_gain);
    tcase_add_test(tests, a_chain_of_loads_is_worth_their_latency);
    tcase_add_test(tests, costs_that_hide_each_other_are_named_together);
    tcase_add_test(tests, blocks_of_many_instructions_go_on_as_they_began);
    tcase_add_test(tests, a_warp_that_sleeps_takes_that_time);
    tcase_add_test(tests, barriers_of_the_grid_take_the_way_to_the_l2_and_back);
    tcase_add_test(tests, no_cost_below_three_percent_is_named);
    tcase_add_test(tests, a_gain_without_a_place_is_the_most_of_the_others);
    suite_add_tcase(suite, tests);
    return suite;
}

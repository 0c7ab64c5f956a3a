// test_limits.c - how far a miss of a limit costs points, and that no limit is met without the work.
#include "grading/run.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- points fall off ----

static const Bounds shapes[] = {
    {.most = 4, .slack = 1 / 16., .plain = 32},
    {.most = 0, .plain = 31 * 1024},
    {.least = 2 << 20, .most = INFINITY, .plain = 1 << 20},
    {.least = 4, .most = 1000, .plain = 0},
    {.least = 1, .most = 1, .plain = 2},
    {.least = 100, .most = INFINITY, .plain = 50},
};

// From the limit to plain in `steps` steps.
static double value_at(const Bounds *bounds, int step, int steps) {
    double limit = bounds->plain > bounds->most ? bounds->most : bounds->least;
    return limit + (bounds->plain - limit) * step / steps;
}

START_TEST(points_fall_from_all_at_the_limit_to_none_at_plain) {
    const Bounds *bounds = &shapes[_i];
    double before = 1;
    ck_assert_double_eq(limit_share(bounds, value_at(bounds, 0, 1000)), 1);
    for (int step = 1; step < 1000; step++) {
        double share = limit_share(bounds, value_at(bounds, step, 1000));
        ck_assert_msg(share <= before && share > 0 && before - share < 0.03, "step %d: %g after %g", step, share,
                      before);
        before = share;
    }
    ck_assert_double_eq(limit_share(bounds, value_at(bounds, 1000, 1000)), 0);
    ck_assert_double_eq(limit_share(bounds, value_at(bounds, 2000, 1000)), 0);
}
END_TEST

START_TEST(slack_is_on_the_side_of_plain) {
    const Bounds sectors = {.least = 4, .most = 4, .slack = 0.25, .plain = 32};
    ck_assert_double_eq(limit_share(&sectors, 5), 1);
    ck_assert_double_lt(limit_share(&sectors, 5.01), 1);
    ck_assert_double_eq(limit_share(&sectors, 3.99), 0);
}
END_TEST

START_TEST(share_of_no_number_is_none) {
    ck_assert_double_eq(limit_share(&shapes[0], NAN), 0);
    ck_assert_double_eq(limit_share(&shapes[2], NAN), 0);
    ck_assert_double_eq(limit_share(&(Bounds){.most = 4}, 4.1), 0); // without plain
}
END_TEST

// ---- the work ----

// What a run says that does none of the work, or a little of it.
static const char *const idle_launches[] = {
    // no kernel
    "",
    // kernels that do nothing
    "{\"kernel\":\"k()\",\"grid\":[1000,1,1],\"block\":[256,1,1],\"occupancy\":{\"percent\":100},\"counters\":{}}",
    // a warp that loads and stores once
    "{\"kernel\":\"k()\",\"grid\":[1,1,1],\"block\":[32,1,1],\"occupancy\":{\"percent\":100},\"busiest_warp_loads\":1,"
    "\"busiest_warp_waits\":1,\"in_flight\":{\"warps\":1},\"counters\":{\"global_load_requests\":1,"
    "\"global_load_sectors\":4,\"global_load_bytes\":128,\"global_store_requests\":1,\"global_store_sectors\":4,"
    "\"global_store_bytes\":128,\"load_waits\":1,\"load_wait_bytes\":128,\"warp_instructions\":10,"
    "\"thread_instructions\":320}}",
    // one that loads with all its might, and stores nothing
    "{\"kernel\":\"k()\",\"grid\":[1000,1,1],\"block\":[256,1,1],\"occupancy\":{\"percent\":100},"
    "\"in_flight\":{\"warps\":8448},\"counters\":{\"global_load_requests\":8000000,\"global_load_sectors\":1000,"
    "\"global_load_bytes\":1000000000,\"load_waits\":8000,\"load_wait_bytes\":1000000000,\"ffma\":1000000,"
    "\"dfma\":1000000,\"warp_instructions\":1000,\"thread_instructions\":32000}}",
};

static DeviceReport *idle_report(const char *launch) {
    char text[2000], error[200];
    int length =
        snprintf(text, sizeof text, "{\"schema\":1,\"launches\":[%s],\"faults\":[],\"api_errors\":[]}", launch);
    DeviceReport *report = report_read(text, (size_t)length, error);
    ck_assert_msg(report != NULL, "%s", error);
    return report;
}

static void judge_idle_case(const Exercise *exercise, unsigned index, DeviceReport *report) {
    CaseRun run = {.started = true, .seed = index + 1, .report = report};
    CaseFile input = {0};
    run.spec = run_case_spec(exercise, index, run.seed);
    if (exercise_is_function(exercise)) ck_assert(exercise->make(&run.spec, run.seed, &input));
    run.work = limit_work(exercise, &run.spec, &input);
    for (unsigned p = 0; p < exercise->part_count; p++) {
        VerdictCounter counter = {0};
        if (exercise->parts[p].kind != PART_LIMIT || !exercise->parts[p].points) continue;
        judge_limit(exercise, p, &run, &counter);
        ck_assert_msg(counter.measured && !counter.met && counter.share == 0, "%s: \"%s\" is met by no work: %g",
                      exercise->name, exercise->parts[p].label, counter.value);
        ck_assert(counter.uncounted[0] || counter.advice[0]);
    }
    case_file_free(&input);
}

START_TEST(no_limit_of_any_exercise_is_met_without_the_work) {
    DeviceReport *report = idle_report(idle_launches[_i]);
    for (unsigned e = 0; e < exercise_count; e++)
        for (unsigned i = 0; i < exercises[e]->case_count; i++)
            if (exercises[e]->cases[i].measured) judge_idle_case(exercises[e], i, report);
    report_free(report);
}
END_TEST

Suite *limits_suite(void) {
    Suite *suite = suite_create("limits");
    TCase *tests = tcase_create("limits");
    tcase_set_timeout(tests, 60); // the inputs of all exercises are drawn
    tcase_add_loop_test(tests, points_fall_from_all_at_the_limit_to_none_at_plain, 0, sizeof shapes / sizeof *shapes);
    tcase_add_test(tests, slack_is_on_the_side_of_plain);
    tcase_add_test(tests, share_of_no_number_is_none);
    tcase_add_loop_test(tests, no_limit_of_any_exercise_is_met_without_the_work, 0,
                        sizeof idle_launches / sizeof *idle_launches);
    suite_add_tcase(suite, tests);
    return suite;
}

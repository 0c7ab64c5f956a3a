// test_limits.c - how far a miss of a limit costs points, and that no limit is met without the work.
#include "grading/points.h"
#include "system/text.h"

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
    run.work = exercise_work(exercise, &run.spec, &input);
    for (unsigned p = 0; p < exercise->part_count; p++) {
        VerdictCounter counter = {0};
        if (exercise->parts[p].kind != PART_LIMIT || !exercise->parts[p].points) continue;
        counter = judge_limit(exercise, p, &run);
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

// ---- how the work is shared out ----

// Two launches, and the share of the work that their busiest blocks do, in per cent.
// 21 % are beyond 1 / 8 and the slack of 1 / 2 by a factor 1.12, of the 4 / 3 to 1 / 4: 39 % of the way.
typedef struct {
    int instructions[2], bytes[2];
    bool hidden;
    double blocks, share; // of the points
} Balance;

static const Balance balances[] = {
    {{100, 100}, {100, 100}, true, 100, 0},  // one block does everything
    {{5, 5}, {5, 5}, true, 100, 1},          // twenty share it
    {{12, 12}, {12, 12}, true, 100, 1},      // eight are enough
    {{21, 21}, {21, 21}, true, 100, 0.3674}, // five earn something
    {{25, 25}, {25, 25}, true, 100, 0},      // four earn nothing
    {{100, 1}, {100, 1}, true, 100, 0},      // one block, and a kernel that copies its results
    {{1, 1}, {100, 100}, true, 100, 0},      // others only compute
    {{100, 100}, {1, 1}, true, 100, 0},      // others only load
    {{25, 25}, {25, 25}, true, 4, 1},        {{50, 50}, {50, 50}, true, 4, 0},     // four are asked for
    {{50, 50}, {50, 50}, true, 2, 1},        {{100, 100}, {100, 100}, true, 1, 1}, // a small case
    {{100, 100}, {100, 100}, false, 100, 1},                                       // visible cases are small
};

static const Balance *balance; // the row at hand, for blocks()
static double balance_blocks(const CaseSpec *spec) { return (void)spec, balance->blocks; }

static DeviceReport *balance_report(void) {
    char launches[2][300], both[700];
    for (int i = 0; i < 2; i++)
        snprintf(
            launches[i], sizeof launches[i],
            "{\"kernel\":\"k()\",\"counters\":{\"thread_instructions\":1000},\"all_blocks\":{\"instructions\":1000,"
            "\"moved_bytes\":2000000},\"busiest_block\":{\"instructions\":%d,\"moved_bytes\":%d}}",
            10 * balance->instructions[i], 20000 * balance->bytes[i]);
    snprintf(both, sizeof both, "%s,%s", launches[0], launches[1]);
    return idle_report(both);
}

START_TEST(the_busiest_block_may_do_a_share_of_the_work_and_no_more) {
    static const Part parts[] = {
        {.label = "few", .points = 100, .kind = PART_LIMIT, .counts = "loads", .counter = LOAD_REQUESTS, .most = 1}};
    const Exercise exercise = {.name = "balance", .parts = parts, .part_count = 1, .blocks = balance_blocks};
    balance = &balances[_i];
    CaseRun run = {.started = true, .spec.hidden = balance->hidden, .report = balance_report()};
    VerdictCounter counter = {0};
    counter = judge_limit(&exercise, 0, &run);
    ck_assert_double_eq_tol(counter.share, balance->share, 0.001);
    ck_assert(counter.met == (balance->share == 1));
    ck_assert((strstr(counter.uncounted, "spread it over more blocks") != NULL) == !counter.met);
    report_free(run.report);
}
END_TEST

START_TEST(numbers_that_few_blocks_draw_or_that_do_not_count_meet_no_limit) {
    static const Part parts[] = {
        {.label = "few", .points = 100, .kind = PART_LIMIT, .counts = "loads", .counter = LOAD_REQUESTS, .most = 1}};
    static const Balance even = {{1, 1}, {1, 1}, true, 100, 1};
    static const struct {
        double drawn_by_busiest;
        bool for_show;
        double share;
        const char *says;
    } rows[] = {{0.18, false, 1, ""},
                {0.25, false, 0, "the busiest block did 25 %"},
                {0.02, true, 0, "the result depends on the random numbers of few blocks"}};
    const Exercise exercise = {.name = "balance", .parts = parts, .part_count = 1, .blocks = balance_blocks};
    balance = &even;
    CaseRun run = {.started = true,
                   .spec.hidden = true,
                   .drawn_by_busiest = rows[_i].drawn_by_busiest,
                   .drawn_for_show = rows[_i].for_show,
                   .report = balance_report()};
    VerdictCounter counter = judge_limit(&exercise, 0, &run);
    ck_assert_double_eq(counter.share, rows[_i].share);
    ck_assert_msg(strstr(counter.uncounted, rows[_i].says) != NULL, "%s", counter.uncounted);
    report_free(run.report);
}
END_TEST

// One block moves all 20,000 bytes, and others only compute.
START_TEST(bytes_count_where_arrays_are_small_but_not_where_there_are_next_to_none) {
    static const Part parts[] = {
        {.label = "few", .points = 100, .kind = PART_LIMIT, .counts = "loads", .counter = LOAD_REQUESTS, .most = 1}};
    static const Balance many = {.blocks = 100};
    static const double stored[] = {20000, 1000}, shares[] = {0, 1};
    const Exercise exercise = {.name = "balance", .parts = parts, .part_count = 1, .blocks = balance_blocks};
    balance = &many;
    CaseRun run = {.started = true, .spec.hidden = true, .work.stored = stored[_i]};
    VerdictCounter counter = {0};
    run.report = idle_report("{\"kernel\":\"k()\",\"counters\":{\"global_store_bytes\":20000},"
                             "\"all_blocks\":{\"instructions\":1000,\"moved_bytes\":20000},"
                             "\"busiest_block\":{\"instructions\":10,\"moved_bytes\":20000}}");
    counter = judge_limit(&exercise, 0, &run);
    ck_assert_double_eq(counter.share, shares[_i]);
    report_free(run.report);
}
END_TEST

// A launch whose other blocks compute and move a hundred times as much as the busiest one, which counts by what it has
// of the results and by what it loads of the inputs.
typedef struct {
    Work work;
    int owned, given; // by the busiest block, in thousandths of 2,000,000 bytes
    double loads_each, share;
} Decoys;

static const Decoys decoys[] = {
    {{.loaded = 2e6, .stored = 2e6}, 1000, 1, 1, 0},        // all results are one block's
    {{.loaded = 2e6, .stored = 2e6}, 100, 100, 1, 1},       // one of ten
    {{.loaded = 2e6, .stored = 2e6}, 250, 1, 1, 0},         // one of four
    {{.loaded = 2e6, .stored = 2e6}, 1, 1000, 1, 0},        // it leaves the results to others
    {{.loaded = 2e6, .stored = 2e6}, 1, 300, 2, 1},         // inputs are loaded twice
    {{.loaded = 2e6, .stored = 2e6}, 1, 1000, INFINITY, 1}, // loads say nothing
    {{.loaded = 2e6, .stored = 1000}, 1000, 100, 1, 1},     // results are few, and one block adds them up
    {{.loaded = 2e6, .stored = 1000}, 1, 250, 1, 0},        // one of four
};

START_TEST(blocks_that_work_for_show_do_not_make_the_busiest_share_smaller) {
    static const Part parts[] = {
        {.label = "few", .points = 100, .kind = PART_LIMIT, .counts = "loads", .counter = LOAD_REQUESTS, .most = 1}};
    const Decoys *row = &decoys[_i];
    const Exercise exercise = {.name = "balance", .parts = parts, .part_count = 1, .loads_each = row->loads_each};
    char text[800], error[200];
    int length = snprintf(
        text, sizeof text,
        "{\"schema\":1,\"launches\":[{\"kernel\":\"k()\",\"counters\":{\"global_load_bytes\":100000000,"
        "\"global_store_bytes\":100000000},\"all_blocks\":{\"instructions\":1000000,\"moved_bytes\":200000000},"
        "\"busiest_block\":{\"instructions\":10000,\"moved_bytes\":2000000,\"given_bytes\":%d}}],\"faults\":[],"
        "\"api_errors\":[],\"results\":{\"sectors\":62500,\"of_busiest_blocks\":%g},\"input_bytes\":2000000}",
        2000 * row->given, 62.5 * row->owned);
    CaseRun run = {.started = true, .spec.hidden = true, .work = row->work};
    run.report = report_read(text, (size_t)length, error);
    ck_assert_msg(run.report != NULL, "%s", error);
    VerdictCounter counter = judge_limit(&exercise, 0, &run);
    ck_assert_double_eq(counter.share, row->share);
    ck_assert(counter.crowded == (row->share < 1));
    report_free(run.report);
}
END_TEST

// Three limits, which are met, missed, or spoilt by few blocks, wholly or in part.
static const struct {
    const char *limits; // 'm'et, 'o'ver, 'c'rowded, 'C'rowded so much that nothing is earned
    int first;          // whose advice comes first; -1: none
} advice_orders[] = {{"mmm", -1}, {"com", 1}, {"ccm", 0}, {"cmo", 2}, {"cCo", 1}, {"oco", 0}, {"Com", 0}, {"mcm", 1}};

START_TEST(advice_on_blocks_comes_after_that_of_a_missed_limit) {
    static const Part parts[] = {{.label = "a", .points = 40, .kind = PART_LIMIT},
                                 {.label = "b", .points = 40, .kind = PART_LIMIT},
                                 {.label = "c", .points = 20, .kind = PART_LIMIT}};
    const Exercise exercise = {.name = "order", .parts = parts, .part_count = 3};
    VerdictCounter counters[3];
    for (unsigned p = 0; p < 3; p++) {
        char limit = advice_orders[_i].limits[p];
        counters[p] = (VerdictCounter){.part = p,
                                       .met = limit == 'm',
                                       .crowded = limit == 'c' || limit == 'C',
                                       .share = limit == 'm'   ? 1
                                                : limit == 'C' ? 0
                                                               : 0.5};
    }
    const Verdict verdict = {.exercise = &exercise, .counters = counters, .counter_count = 3};
    int first = advice_orders[_i].first;
    ck_assert_ptr_eq(verdict_missed(&verdict), first < 0 ? NULL : &counters[first]);
}
END_TEST

// The busiest block takes 10,000 instructions of warps; its loads and results say nothing.
static const struct { double plain_steps, share; } steps_of_plain[] = {{100000, 1}, {60000, 1}, {40000, 0}, {5000, 0}};

static unsigned steps_row; // the row at hand, for plain_steps()
static double plain_steps(const CaseSpec *spec) { return (void)spec, steps_of_plain[steps_row].plain_steps; }

START_TEST(what_other_blocks_do_makes_no_share_of_the_plain_instructions_smaller) {
    static const Part parts[] = {
        {.label = "few", .points = 100, .kind = PART_LIMIT, .counts = "loads", .counter = LOAD_REQUESTS, .most = 1}};
    const Exercise exercise = {
        .name = "balance", .parts = parts, .part_count = 1, .loads_each = INFINITY, .plain_steps = plain_steps};
    CaseRun run = {.started = true, .spec.hidden = true, .work = {.loaded = 2e6, .stored = 2e6}};
    steps_row = (unsigned)_i;
    run.report = idle_report("{\"kernel\":\"k()\",\"counters\":{\"global_load_bytes\":2000000,"
                             "\"global_store_bytes\":2000000},\"all_blocks\":{\"instructions\":1000000,"
                             "\"moved_bytes\":4000000},\"busiest_block\":{\"instructions\":10000,\"moved_bytes\":4}}");
    VerdictCounter counter = judge_limit(&exercise, 0, &run);
    ck_assert_double_eq(counter.share, steps_of_plain[_i].share);
    ck_assert(counter.crowded == (counter.share < 1));
    report_free(run.report);
}
END_TEST

START_TEST(a_case_asks_for_as_many_blocks_as_its_arrays_fill) {
    const Exercise exercise = {.name = "balance"};
    const CaseSpec hidden = {.hidden = true};
    ck_assert_double_eq(limit_balance(&exercise, &hidden, &(Work){.loaded = 1000, .stored = 1000}).most, 1);
    ck_assert_double_eq(limit_balance(&exercise, &hidden, &(Work){.loaded = 65536, .stored = 65536}).most, 1 / 2.);
    ck_assert_double_eq(limit_balance(&exercise, &hidden, &(Work){.loaded = 1e9, .stored = 1e9}).most, 1 / 8.);
    // four tiles of 128 x 128 results, whatever their inputs; and as many pieces of an input
    ck_assert_double_eq(limit_balance(&exercise, &hidden, &(Work){.loaded = 1e6, .stored = 262144}).most, 1 / 4.);
    ck_assert_double_eq(limit_balance(&exercise, &hidden, &(Work){.loaded = 5 * 65536, .stored = 4}).most, 1 / 5.);
}
END_TEST

// The busiest block's largest share in a case that is run as if it had been drawn.
static double share_allowed(const Exercise *exercise, unsigned index, uint64_t seed) {
    CaseFile input = {0};
    CaseSpec spec = run_case_spec(exercise, index, seed);
    if (exercise_is_function(exercise)) ck_assert(exercise->make(&spec, seed, &input));
    Work work = exercise_work(exercise, &spec, &input);
    bool known = work.loaded + work.stored > 0 || exercise->blocks;
    double most = known ? limit_balance(exercise, &spec, &work).most : 0;
    case_file_free(&input);
    return most;
}

// A rule that no case is large enough for would be none. One hidden case of an exercise is enough for it. The first
// programs of chapter 00 are launched as one block or two.
START_TEST(a_hidden_measured_case_has_work_for_many_blocks) {
    for (unsigned e = 0; e < exercise_count; e++) {
        const Exercise *exercise = exercises[e];
        double least = 1;
        bool any = false;
        if (text_begins(exercise->chapter, "00_")) continue;
        for (unsigned i = 0; i < exercise->case_count; i++) {
            if (!exercise->cases[i].measured || !exercise->cases[i].hidden) continue;
            least = fmin(least, share_allowed(exercise, i, 100 + i));
            any = true;
        }
        ck_assert_msg(!any || least < 0.6, "%s: %g", exercise->name, least);
    }
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
    tcase_add_loop_test(tests, the_busiest_block_may_do_a_share_of_the_work_and_no_more, 0,
                        sizeof balances / sizeof *balances);
    tcase_add_loop_test(tests, bytes_count_where_arrays_are_small_but_not_where_there_are_next_to_none, 0, 2);
    tcase_add_loop_test(tests, numbers_that_few_blocks_draw_or_that_do_not_count_meet_no_limit, 0, 3);
    tcase_add_loop_test(tests, blocks_that_work_for_show_do_not_make_the_busiest_share_smaller, 0,
                        sizeof decoys / sizeof *decoys);
    tcase_add_loop_test(tests, what_other_blocks_do_makes_no_share_of_the_plain_instructions_smaller, 0,
                        sizeof steps_of_plain / sizeof *steps_of_plain);
    tcase_add_loop_test(tests, advice_on_blocks_comes_after_that_of_a_missed_limit, 0,
                        sizeof advice_orders / sizeof *advice_orders);
    tcase_add_test(tests, a_case_asks_for_as_many_blocks_as_its_arrays_fill);
    tcase_add_test(tests, a_hidden_measured_case_has_work_for_many_blocks);
    suite_add_tcase(suite, tests);
    return suite;
}

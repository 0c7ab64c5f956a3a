// test_judge.c - the rules by which runs become states and points.
#include "causes/summary.h"
#include "grading/points.h"
#include "verdict/judged.h"
#include "verdict/one_case.h"

#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const CaseSpec cases[] = {
    {.label = "first"},
    {.label = "second", .measured = true},
    {.label = "third", .hidden = true},
    {.label = "fourth"},
};
static double ten(const CaseSpec *spec) { return spec->size[0] + 10.0; }

static const Part parts[] = {{.label = "right results", .points = 50, .kind = PART_CASES},
                             {.label = "no faults", .points = 20, .kind = PART_CLEAN},
                             {.label = "coalesced",
                              .points = 30,
                              .kind = PART_LIMIT,
                              .counts = "sectors per ten",
                              .counter = "sectors",
                              .per = ten,
                              .most = 4.5,
                              .plain = 9,
                              .advice = "rows"}};

static void agree(const Outcome *outcomes, const CaseResult *results, unsigned count, CaseResult *result) {
    (void)results, (void)count;
    result->passed = strcmp(outcomes[0].text, "differ") != 0;
    snprintf(result->message, sizeof result->message, "they differ");
}

static const Exercise plain = {.name = "toy",
                               .chapter = "00_toys",
                               .title = "A toy",
                               .checklist = "tiling",
                               .cases = cases,
                               .case_count = 4,
                               .parts = parts,
                               .part_count = 3};
static Exercise together;

static CaseRun runs[4];
static Verdict verdict;

static DeviceReport *report(const char *sectors, const char *faults, const char *api_errors) {
    char text[2000], error[200];
    snprintf(text, sizeof text,
             "{\"schema\":1,\"gpu_name\":\"G\",\"program\":{\"exit\":0,\"signal\":0},\"faults\":[%s],"
             "\"api_errors\":[%s],\"launches\":[{\"counters\":{\"sectors\":%s,\"requests\":10}}]}",
             faults, api_errors, sectors);
    DeviceReport *made = report_read(text, strlen(text), error);
    ck_assert_ptr_nonnull(made);
    return made;
}

static void setup(void) {
    for (int i = 0; i < 4; i++) {
        runs[i] = (CaseRun){.started = true, .spec = cases[i], .result.passed = true, .report = report("40", "", "")};
        runs[i].text = strdup("");
    }
    verdict = (Verdict){.exercise = &plain};
    together = plain;
    together.check_all = agree;
}

static void teardown(void) {
    for (int i = 0; i < 4; i++) {
        report_free(runs[i].report);
        free(runs[i].text);
    }
    verdict_free(&verdict);
}

static void set_report(unsigned index, const char *sectors, const char *faults, const char *api_errors) {
    report_free(runs[index].report);
    runs[index].report = report(sectors, faults, api_errors);
}

static void judge(void) {
    for (int i = 0; i < 4; i++) run_conclude(&runs[i]);
    ck_assert(judge_runs(runs, 4, &verdict));
    verdict.points = judge_points(&verdict, verdict.parts);
    summarise(&verdict);
}

static const char race[] =
    "{\"kind\":\"race_shared\",\"message\":\"a race\",\"file\":\"toy.cu\",\"line\":12,\"count\":3}";

START_TEST(everything_right_is_passed_with_all_points) {
    judge();
    ck_assert_int_eq(verdict.state, STATE_passed);
    ck_assert_int_eq(verdict.points, 100);
    ck_assert_int_eq(verdict.max_points, 100);
    ck_assert_uint_eq(verdict.cases_passed, 4);
}
END_TEST

START_TEST(wrong_case_costs_its_share_and_all_limits) {
    runs[0].result = (CaseResult){.passed = false, .total = 9, .wrong_count = 2, .message = "C[0][1] is 0, expected 1"};
    judge();
    ck_assert_int_eq(verdict.state, STATE_wrong);
    ck_assert_int_eq(verdict.parts[0].points, 37); // 3 of 4 of 50, rounded down
    ck_assert_int_eq(verdict.parts[1].points, 20);
    ck_assert_int_eq(verdict.parts[2].points, 0);
    ck_assert_ptr_nonnull(strstr(verdict.summary, "C[0][1] is 0, expected 1"));
}
END_TEST

START_TEST(hidden_case_shows_no_values) {
    runs[2].result = (CaseResult){.has_element = true,
                                  .index = {3, 17},
                                  .index_count = 2,
                                  .array = "C",
                                  .expected = 1.25,
                                  .got = 7.5,
                                  .total = 9,
                                  .wrong_count = 2,
                                  .message = "C[3][17] is 7.5, expected 1.25"};
    judge();
    const CaseResult *shown = &verdict.cases[2].result;
    ck_assert(!shown->has_element);
    ck_assert_double_eq(shown->expected, 0);
    ck_assert_double_eq(shown->got, 0);
    ck_assert_str_eq(shown->message, "results are wrong, in a hidden case");
}
END_TEST

START_TEST(limit_is_judged_on_measured_cases_alone) {
    set_report(0, "320", "", "");
    judge();
    ck_assert_int_eq(verdict.state, STATE_passed);
    ck_assert_uint_eq(verdict.counter_count, 1);
    ck_assert_double_eq(verdict.counters[0].value, 4);
}
END_TEST

START_TEST(over_a_limit_keeps_the_points_for_results) {
    set_report(1, "90", "", "");
    judge();
    ck_assert_int_eq(verdict.state, STATE_limit);
    ck_assert_int_eq(verdict.points, 70);
    ck_assert_ptr_nonnull(strstr(verdict.summary, "sectors per ten: 9, at most 4.5 allowed: rows"));
}
END_TEST

START_TEST(near_miss_costs_little_and_is_over_a_limit) {
    set_report(1, "46", "", "");
    judge();
    ck_assert_int_eq(verdict.state, STATE_limit);
    ck_assert_int_eq(verdict.parts[2].points, 28);
    ck_assert_ptr_nonnull(strstr(verdict.summary, "4.6, at most 4.5 allowed, which earns 28 of 30 points"));
}
END_TEST

START_TEST(miss_that_costs_no_whole_point_is_met) {
    set_report(1, "45.2", "", "");
    judge();
    ck_assert_int_eq(verdict.state, STATE_passed);
    ck_assert_int_eq(verdict.points, 100);
    ck_assert(verdict.counters[0].met && verdict.counters[0].share < 1);
}
END_TEST

// The value itself is met; the part it comes after earned some of its points.
START_TEST(part_after_a_near_miss_earns_the_same_share) {
    static const Part chain[] = {
        {.label = "results", .points = 40, .kind = PART_CASES},
        {.label = "first",
         .points = 30,
         .kind = PART_LIMIT,
         .counts = "c",
         .counter = "sectors",
         .most = 20,
         .plain = 80},
        {.label = "second",
         .points = 30,
         .kind = PART_LIMIT,
         .counts = "c",
         .counter = "sectors",
         .most = 40,
         .after = "first"},
    };
    Exercise chained = plain;
    chained.parts = chain;
    chained.part_count = 3;
    verdict.exercise = &chained;
    judge(); // 40 sectors: half the way (in powers of two) from 20 to 80; a quarter is left
    ck_assert_int_eq(verdict.parts[1].points, 8);
    ck_assert_int_eq(verdict.parts[2].points, 8);
    ck_assert_str_eq(verdict.parts[2].why, "counts as far as \"first\" does");
    verdict_free(&verdict);
    verdict = (Verdict){.exercise = &plain};
}
END_TEST

START_TEST(over_a_limit_tells_value_and_limit) {
    set_report(1, "85", "", "");
    judge();
    ck_assert_int_eq(verdict.state, STATE_limit);
    ck_assert_ptr_nonnull(strstr(verdict.summary, "8.5"));
    ck_assert_ptr_nonnull(strstr(verdict.summary, "4.5"));
}
END_TEST

static double hundred(const DeviceReport *counted, const CaseSpec *spec) {
    (void)counted, (void)spec;
    return 100;
}

// The last part is met, but comes after one that is met and comes after one that is not.
START_TEST(part_after_one_that_does_not_count_earns_nothing) {
    static const Part chain[] = {
        {.label = "results", .points = 40, .kind = PART_CASES},
        {.label = "first", .points = 20, .kind = PART_LIMIT, .counts = "c", .measure = hundred, .most = 99},
        {.label = "second",
         .points = 20,
         .kind = PART_LIMIT,
         .counts = "c",
         .measure = hundred,
         .most = 100,
         .after = "first"},
        {.label = "third",
         .points = 20,
         .kind = PART_LIMIT,
         .counts = "c",
         .measure = hundred,
         .most = 100,
         .after = "second"},
    };
    Exercise chained = plain;
    chained.parts = chain;
    chained.part_count = 4;
    verdict.exercise = &chained;
    judge();
    ck_assert_int_eq(verdict.points, 40);
    ck_assert_str_eq(verdict.parts[3].why, "counts once \"second\" does");
    verdict_free(&verdict);
    verdict = (Verdict){.exercise = &plain};
}
END_TEST

START_TEST(missed_part_after_one_with_some_points_says_both) {
    static const Part chain[] = {
        {.label = "results", .points = 40, .kind = PART_CASES},
        {.label = "first",
         .points = 20,
         .kind = PART_LIMIT,
         .counts = "c",
         .measure = hundred,
         .most = 99,
         .plain = 101},
        {.label = "second",
         .points = 20,
         .kind = PART_LIMIT,
         .counts = "c",
         .measure = hundred,
         .most = 98,
         .plain = 102,
         .after = "first"},
    };
    Exercise chained = plain;
    chained.parts = chain;
    chained.part_count = 3;
    verdict.exercise = &chained;
    judge();
    ck_assert_str_eq(verdict.parts[2].why, "c: 100, at most 98 allowed; it counts as far as \"first\" does");
    verdict_free(&verdict);
    verdict = (Verdict){.exercise = &plain};
}
END_TEST

START_TEST(value_at_the_limit_is_met) {
    set_report(1, "45", "", "");
    judge();
    ck_assert_int_eq(verdict.state, STATE_passed);
}
END_TEST

START_TEST(fault_outranks_wrong_results) {
    set_report(1, "40", race, "");
    runs[0].result.passed = false;
    judge();
    ck_assert_int_eq(verdict.state, STATE_fault);
    ck_assert_int_eq(verdict.parts[1].points, 0);
    ck_assert_uint_eq(verdict.fault_count, 1);
    ck_assert_str_eq(verdict.faults[0].case_label, "second");
    ck_assert_ptr_nonnull(strstr(verdict.summary, "toy.cu line 12"));
}
END_TEST

START_TEST(same_fault_in_two_cases_is_one_row) {
    set_report(0, "40", race, "");
    set_report(1, "40", race, "");
    judge();
    ck_assert_uint_eq(verdict.fault_count, 1);
    ck_assert_uint_eq(verdict.faults[0].count, 6);
    ck_assert_str_eq(verdict.faults[0].case_label, "first");
}
END_TEST

static const char leak[] = "{\"kind\":\"leak\",\"message\":\"never freed\",\"count\":1,\"allocation_bytes\":400}";

START_TEST(leak_is_no_fault_and_is_mentioned) {
    set_report(0, "40", leak, "");
    set_report(1, "40", leak, "");
    judge();
    ck_assert_int_eq(verdict.state, STATE_passed);
    ck_assert_int_eq(verdict.points, 100);
    ck_assert_uint_eq(verdict.fault_count, 0);
    ck_assert_uint_eq(verdict.leaks.count, 1); // those of one case
    ck_assert_uint_eq(verdict.leaks.bytes, 400);
    ck_assert_str_eq(verdict.leaks.case_label, "first");
}
END_TEST

START_TEST(leak_of_a_hidden_case_or_of_a_program_that_was_stopped_is_not_mentioned) {
    set_report(0, "40", leak, "");
    set_report(2, "40", leak, "");
    runs[0].signal = SIGSEGV;
    judge();
    ck_assert_uint_eq(verdict.leaks.count, 0);
}
END_TEST

START_TEST(results_after_a_fault_are_not_judged) {
    set_report(1, "40", race, "");
    snprintf(runs[1].result.cause, sizeof runs[1].result.cause, "turned");
    judge();
    ck_assert(verdict.cases[1].spoilt && !verdict.cases[1].result.passed);
    ck_assert_ptr_nonnull(strstr(verdict.cases[1].result.message, "not judged"));
    ck_assert_str_eq(verdict.cases[1].result.cause, "turned");
    ck_assert_uint_eq(verdict.cases_passed, 3);
    ck_assert_int_eq(verdict.parts[0].points, 37);
    ck_assert_str_eq(verdict.parts[0].why, "3 of 4 cases right, 1 not judged after a fault");
    ck_assert_int_eq(verdict.parts[1].points, 0);
    ck_assert_str_eq(verdict.parts[2].why, "counts once there are no faults");
}
END_TEST

// Nothing was changed by such a call.
START_TEST(results_beside_a_refused_call_are_judged) {
    static const char *const refused[] = {"invalid_launch", "copy_out_of_bounds", "double_free", "wrong_memory"};
    char fault[100];
    snprintf(fault, sizeof fault, "{\"kind\":\"%s\",\"message\":\"no\",\"count\":1}", refused[_i]);
    set_report(1, "40", fault, "");
    judge();
    ck_assert_int_eq(verdict.state, STATE_fault);
    ck_assert(!verdict.cases[1].spoilt && verdict.cases[1].result.passed);
    ck_assert_int_eq(verdict.parts[0].points, 50);
    ck_assert_int_eq(verdict.parts[2].points, 0);
}
END_TEST

START_TEST(code_that_the_device_refuses_is_a_fault) {
    char error[200];
    const char text[] = "{\"schema\":1,\"program\":{\"exit\":1,\"signal\":0},\"refusals\":[\"no such instruction\"]}";
    report_free(runs[0].report);
    runs[0].report = report_read(text, strlen(text), error);
    runs[0].exit_status = 1;
    runs[0].result.passed = false;
    judge();
    ck_assert_int_eq(verdict.state, STATE_fault);
    ck_assert_str_eq(verdict.faults[0].sentence, "no such instruction");
}
END_TEST

START_TEST(crash_after_a_right_result_is_a_crash) {
    runs[3].exit_status = 1;
    judge();
    ck_assert_int_eq(verdict.state, STATE_crash);
    ck_assert_uint_eq(verdict.cases_passed, 3);
}
END_TEST

START_TEST(signal_is_a_crash) {
    runs[0].signal = SIGSEGV;
    judge();
    ck_assert_int_eq(verdict.state, STATE_crash);
    ck_assert_ptr_nonnull(strstr(verdict.summary, "signal 11"));
}
END_TEST

START_TEST(stopping_after_a_device_fault_is_the_fault) {
    set_report(0, "40", race, "");
    runs[0].exit_status = 1;
    runs[0].result.passed = false;
    judge();
    ck_assert_int_eq(verdict.state, STATE_fault);
}
END_TEST

START_TEST(stopping_after_a_refused_call_is_a_wrong_result) {
    set_report(0, "40", "", "{\"call\":\"cudaMemcpy\",\"name\":\"cudaErrorInvalidValue\",\"follows_fault\":false}");
    runs[0].exit_status = 1;
    runs[0].result.passed = false;
    snprintf(runs[0].said, sizeof runs[0].said, "invalid argument");
    judge();
    ck_assert_int_eq(verdict.state, STATE_wrong);
    ck_assert_ptr_nonnull(strstr(verdict.summary, "invalid argument"));
}
END_TEST

START_TEST(device_without_memory_left_is_memory) {
    set_report(0, "40", "", "{\"call\":\"cudaMalloc\",\"name\":\"cudaErrorMemoryAllocation\"}");
    runs[0].exit_status = 1;
    runs[0].result.passed = false;
    judge();
    ck_assert_int_eq(verdict.state, STATE_memory);
}
END_TEST

START_TEST(endless_kernel_is_a_timeout_with_its_line) {
    set_report(0, "40",
               "{\"kind\":\"timeout\",\"message\":\"kernel exceeded its budget\",\"file\":\"toy.cu\",\"line\":7}", "");
    runs[0].exit_status = 1;
    judge();
    ck_assert_int_eq(verdict.state, STATE_timeout);
    ck_assert_ptr_nonnull(strstr(verdict.summary, "line 7"));
}
END_TEST

static const struct {
    ProcessEnd end;
    VerdictState state;
    const char *cause;
} ends[] = {{PROCESS_TIMEOUT, STATE_timeout, "did not end in time"},
            {PROCESS_TOO_MANY, STATE_timeout, "fork bomb"},
            {PROCESS_MEMORY, STATE_memory, "took all memory of the host"},
            {PROCESS_OUTPUT, STATE_output, "MiB and was still printing"},
            {PROCESS_DISK, STATE_disk, "wrote more to disk"}};

START_TEST(every_way_of_being_stopped_has_its_state_and_cause) {
    report_free(runs[0].report);
    runs[0].report = NULL;
    runs[0].end = ends[_i].end;
    runs[0].result.passed = false;
    judge();
    ck_assert_int_eq(verdict.state, ends[_i].state);
    ck_assert_msg(strstr(verdict.summary, ends[_i].cause) != NULL, "%s", verdict.summary);
    ck_assert_uint_eq(verdict.cases_passed, 3);
}
END_TEST

START_TEST(timeout_outranks_everything) {
    runs[0].signal = SIGSEGV;
    set_report(1, "40", race, "");
    for (int i = 2; i < 4; i++) {
        report_free(runs[i].report);
        runs[i].report = NULL;
        runs[i].result.passed = false;
    }
    runs[2].end = PROCESS_TIMEOUT;
    runs[3].started = false;
    judge();
    ck_assert_int_eq(verdict.state, STATE_timeout);
    ck_assert(!verdict.cases[3].ran);
    ck_assert_ptr_nonnull(strstr(verdict.cases[3].result.message, "not run"));
}
END_TEST

START_TEST(no_right_case_earns_no_clean_points) {
    for (int i = 0; i < 4; i++) runs[i].result.passed = false;
    judge();
    ck_assert_int_eq(verdict.points, 0);
}
END_TEST

START_TEST(cases_together_can_be_wrong) {
    verdict.exercise = &together;
    free(runs[0].text);
    runs[0].text = strdup("differ");
    judge();
    ck_assert_int_eq(verdict.state, STATE_wrong);
    ck_assert_uint_eq(verdict.case_count, 5);
    ck_assert_uint_eq(verdict.cases_passed, 4);
    ck_assert_str_eq(verdict.cases[4].result.message, "they differ");
}
END_TEST

START_TEST(cases_together_are_not_judged_after_a_wrong_one) {
    verdict.exercise = &together;
    runs[0].result.passed = false;
    judge();
    ck_assert_int_eq(verdict.state, STATE_wrong);
    ck_assert(!verdict.cases[4].ran);
}
END_TEST

START_TEST(unrun_verdict_earns_nothing_of_everything) {
    ck_assert(judge_unrun(&verdict, STATE_build, "error"));
    ck_assert_int_eq(verdict.points, 0);
    ck_assert_int_eq(verdict.max_points, 100);
    ck_assert_uint_eq(verdict.case_count, 4);
    ck_assert_uint_eq(verdict.cases_passed, 0);
}
END_TEST

START_TEST(report_of_an_unknown_schema_is_refused) {
    char error[200] = "";
    ck_assert_ptr_null(report_read("{\"schema\":2}", 12, error));
    ck_assert_ptr_null(report_read("{", 1, error));
    ck_assert_ptr_null(report_read("", 0, error));
    ck_assert_str_ne(error, "");
}
END_TEST

START_TEST(counters_are_summed_over_launches) {
    const char text[] = "{\"schema\":1,\"launches\":[{\"grid\":[2,3,1],\"block\":[32,2,1],\"counters\":{\"a\":5}},"
                        "{\"grid\":[1,1,1],\"block\":[7,1,1],\"counters\":{\"a\":6}}]}";
    char error[200];
    DeviceReport *two = report_read(text, strlen(text), error);
    ck_assert_double_eq(report_counter(two, "a"), 11);
    ck_assert_double_eq(report_counter(two, "b"), 0);
    ck_assert_uint_eq(report_launches(two), 2);
    ck_assert_uint_eq(report_threads(two), 2 * 3 * 64 + 7);
    report_free(two);
}
END_TEST

Suite *judge_suite(void) {
    Suite *suite = suite_create("judge");
    TCase *group = tcase_create("judge");
    tcase_add_checked_fixture(group, setup, teardown);
    tcase_add_test(group, everything_right_is_passed_with_all_points);
    tcase_add_test(group, wrong_case_costs_its_share_and_all_limits);
    tcase_add_test(group, hidden_case_shows_no_values);
    tcase_add_test(group, limit_is_judged_on_measured_cases_alone);
    tcase_add_test(group, over_a_limit_keeps_the_points_for_results);
    tcase_add_test(group, over_a_limit_tells_value_and_limit);
    tcase_add_test(group, near_miss_costs_little_and_is_over_a_limit);
    tcase_add_test(group, miss_that_costs_no_whole_point_is_met);
    tcase_add_test(group, part_after_a_near_miss_earns_the_same_share);
    tcase_add_test(group, part_after_one_that_does_not_count_earns_nothing);
    tcase_add_test(group, missed_part_after_one_with_some_points_says_both);
    tcase_add_test(group, value_at_the_limit_is_met);
    tcase_add_test(group, fault_outranks_wrong_results);
    tcase_add_test(group, same_fault_in_two_cases_is_one_row);
    tcase_add_test(group, leak_is_no_fault_and_is_mentioned);
    tcase_add_test(group, leak_of_a_hidden_case_or_of_a_program_that_was_stopped_is_not_mentioned);
    tcase_add_test(group, results_after_a_fault_are_not_judged);
    tcase_add_loop_test(group, results_beside_a_refused_call_are_judged, 0, 3);
    tcase_add_test(group, code_that_the_device_refuses_is_a_fault);
    tcase_add_test(group, crash_after_a_right_result_is_a_crash);
    tcase_add_test(group, signal_is_a_crash);
    tcase_add_test(group, stopping_after_a_device_fault_is_the_fault);
    tcase_add_test(group, stopping_after_a_refused_call_is_a_wrong_result);
    tcase_add_test(group, device_without_memory_left_is_memory);
    tcase_add_test(group, endless_kernel_is_a_timeout_with_its_line);
    tcase_add_loop_test(group, every_way_of_being_stopped_has_its_state_and_cause, 0, sizeof ends / sizeof *ends);
    tcase_add_test(group, timeout_outranks_everything);
    tcase_add_test(group, no_right_case_earns_no_clean_points);
    tcase_add_test(group, cases_together_can_be_wrong);
    tcase_add_test(group, cases_together_are_not_judged_after_a_wrong_one);
    tcase_add_test(group, unrun_verdict_earns_nothing_of_everything);
    tcase_add_test(group, report_of_an_unknown_schema_is_refused);
    tcase_add_test(group, counters_are_summed_over_launches);
    suite_add_tcase(suite, group);
    return suite;
}

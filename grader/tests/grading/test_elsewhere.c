// test_elsewhere.c - which cases run once more on a device that draws other numbers.
//
// What the experiment finds is shown by the wrong answers of the exercises that draw. Here nothing can run, so a case
// that is tried fails for the grader, and one that is not is left as it was.
#include "scratch.h"
#include "verdict/one_case.h"

#include <check.h>
#include <string.h>

static bool is_left_alone(const Exercise *exercise, unsigned index, bool passed) {
    char error[200] = "", folder[SCRATCH_BYTES];
    scratch_folder(folder, "elsewhere");
    Paths paths = {.root = "/nonexistent"};
    RunPlan plan = {.paths = &paths, .exercise = exercise, .program = "/nonexistent", .folder = folder};
    CaseRun run = {.started = true, .seed = 7, .spec = exercise->cases[index], .result.passed = passed};
    bool worked = run_elsewhere(&plan, index, &run, error);
    ck_assert(worked == !error[0]);
    ck_assert(run.result.passed == passed);
    ck_assert_ptr_null(run.on_host);
    return worked;
}

// Inputs of a function's visible cases differ from machine to machine, a program's arguments do not.
START_TEST(cases_whose_results_may_be_known_beforehand_are_tried) {
    unsigned tried = 0;
    for (unsigned e = 0; e < exercise_count; e++)
        for (unsigned i = 0; i < exercises[e]->case_count; i++) {
            const CaseSpec *spec = &exercises[e]->cases[i];
            bool known = spec->hidden ? spec->measured : exercise_is_program(exercises[e]);
            bool is_tried = exercises[e]->key == KEY_PER_CASE && known;
            ck_assert_msg(is_left_alone(exercises[e], i, true) == !is_tried, "%s, case %u", exercises[e]->name, i);
            tried += is_tried;
        }
    ck_assert_uint_ge(tried, 5); // one of curand_states and of distributions, three of pi_monte_carlo
}
END_TEST

START_TEST(a_case_that_is_wrong_already_is_not_tried) {
    const Exercise *pi = exercise_named("pi_monte_carlo");
    for (unsigned i = 0; i < pi->case_count; i++) ck_assert(is_left_alone(pi, i, false));
}
END_TEST

Suite *elsewhere_suite(void);
Suite *elsewhere_suite(void) {
    Suite *suite = suite_create("elsewhere");
    TCase *tests = tcase_create("elsewhere");
    tcase_add_test(tests, cases_whose_results_may_be_known_beforehand_are_tried);
    tcase_add_test(tests, a_case_that_is_wrong_already_is_not_tried);
    suite_add_tcase(suite, tests);
    return suite;
}

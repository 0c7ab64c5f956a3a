// invariants.c - what holds for every exercise of the repository, graded as a student's file would be.
//
// Its solution passes, its skeleton is not started, a skeleton that was touched builds and is not passed, and every
// wrong answer gets its state and names its cause. All are graded at once before the first test; the tests look at the
// results. (What parts an exercise must have: suite exercises.)
#include "author/author.h"
#include "jobs.h"
#include <check.h>
#include <glob.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What every exercise's files must get, found by the same code as `make check`.
static Trials trials;
static char folder[PATH_BYTES];
static Paths paths;
static Job run_of_all; // of the exercises as they stand in exercises/

static void collect_trials(void) {
    char error[200];
    need(paths_find(&paths, error), error);
    need(paths_work_folder(&paths, folder, error), error);
    for (unsigned i = 0; i < exercise_count; i++)
        need(trials_collect(&paths, exercises[i], folder, &trials, error), error);
}

static void grade_everything(void) {
    static char grade[JOB_PATH], record[JOB_PATH];
    char invariants[JOB_PATH];
    need(folder_make(build_path(invariants, "invariants")),
         "the folder invariants/ cannot be made in the build folder");
    trials_run(&paths, &trials, (unsigned)sysconf(_SC_NPROCESSORS_ONLN), NULL);
    run_of_all =
        (Job){.arguments = {build_path(grade, "grade"), "run", "--json", build_path(record, "invariants/all.json")}};
    build_path(run_of_all.output, "invariants/all.txt");
    jobs_run(&run_of_all, 1);
}

static void remove_files(void) { folder_remove(folder); }

START_TEST(graded_file_gets_what_it_must) {
    const Trial *trial = &trials.trials[_i];
    ck_assert_msg(!trial->problem[0], "%s: %s", trial->shown, trial->problem);
}
END_TEST

START_TEST(record_has_its_schema) {
    static const struct {
        const char *name;
        json_type type;
    } FIELDS[] = {{"exercise", JSON_STRING},    {"chapter", JSON_STRING}, {"state", JSON_STRING},
                  {"points", JSON_INTEGER},     {"cases", JSON_ARRAY},    {"faults", JSON_ARRAY},
                  {"max_points", JSON_INTEGER}, {"counters", JSON_ARRAY}, {"time", JSON_OBJECT},
                  {"answers", JSON_ARRAY}};
    json_error_t error;
    json_t *root = json_load_file(run_of_all.arguments[3], JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(root != NULL, "exit status %d, see %s: %s", run_of_all.status, run_of_all.output, error.text);
    json_t *verdict = json_array_get(json_object_get(root, "verdicts"), (size_t)_i);
    ck_assert_int_eq(json_integer_value(json_object_get(root, "schema")), 1);
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++) {
        const json_t *field = json_object_get(verdict, FIELDS[i].name);
        ck_assert_msg(field && json_typeof(field) == FIELDS[i].type, "%s: %s is missing or of another type",
                      exercises[_i]->name, FIELDS[i].name);
    }
    ck_assert_str_eq(json_string_value(json_object_get(verdict, "exercise")), exercises[_i]->name);
    ck_assert_str_eq(json_string_value(json_object_get(verdict, "state")), "not_started");
    json_decref(root);
}
END_TEST

START_TEST(one_run_grades_every_exercise) {
    json_error_t error;
    json_t *root = json_load_file(run_of_all.arguments[3], JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(root != NULL, "exit status %d, see %s: %s", run_of_all.status, run_of_all.output, error.text);
    ck_assert_int_eq(run_of_all.status, 1);
    ck_assert_uint_eq(json_array_size(json_object_get(root, "verdicts")), exercise_count);
    json_decref(root);
}
END_TEST

START_TEST(every_test_file_is_run) {
    glob_t files = {0};
    char *suites = text_read("grader/tests/suites.def");
    const char *patterns[] = {"grader/tests/test_*.c", "grader/tests/*/test_*.c", "grader/tests/*/*/test_*.c"};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        glob(patterns[i], i ? GLOB_APPEND : 0, NULL, &files);
    ck_assert_uint_gt(files.gl_pathc, 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        const char *name = strstr(files.gl_pathv[i], "/test_") + strlen("/test_");
        char row[128];
        snprintf(row, sizeof row, "SUITE(%.*s)\n", (int)strcspn(name, "."), name);
        ck_assert_msg(strstr(suites, row) != NULL, "%s is not in grader/tests/suites.def", files.gl_pathv[i]);
    }
    globfree(&files);
    free(suites);
}
END_TEST

Suite *invariants_suite(void) {
    Suite *suite = suite_create("invariants");
    TCase *repository = tcase_create("repository"), *grading = tcase_create("grading");
    collect_trials();
    tcase_add_test(repository, every_test_file_is_run);
    tcase_add_unchecked_fixture(grading, grade_everything, remove_files);
    tcase_add_loop_test(grading, graded_file_gets_what_it_must, 0, (int)trials.count);
    tcase_add_loop_test(grading, record_has_its_schema, 0, (int)exercise_count);
    tcase_add_test(grading, one_run_grades_every_exercise);
    suite_add_tcase(suite, repository);
    suite_add_tcase(suite, grading);
    return suite;
}

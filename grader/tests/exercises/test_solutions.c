// test_solutions.c - what shows a user that grading works here: every solution passes with all points, every skeleton
// is not started, and one run grades them all.
#include "author/author.h"
#include "jobs.h"
#include <check.h>
#include <jansson.h>
#include <unistd.h>

static Trials trials;
static Paths paths;
static Job run_of_all; // of the exercises as they stand in exercises/

static void collect_trials(void) {
    char error[200];
    need(paths_find(&paths, error), error);
    for (unsigned i = 0; i < exercise_count; i++) trials_collect_plain(&paths, exercises[i], &trials);
}

static void grade_everything(void) {
    static char grade[JOB_PATH], record[JOB_PATH];
    char folder[JOB_PATH];
    need(folder_make(build_path(folder, "solutions")), "the folder solutions/ cannot be made in the build folder");
    trials_run(&paths, &trials, (unsigned)sysconf(_SC_NPROCESSORS_ONLN), NULL);
    run_of_all =
        (Job){.arguments = {build_path(grade, "grade"), "run", "--json", build_path(record, "solutions/all.json")}};
    build_path(run_of_all.output, "solutions/all.txt");
    jobs_run(&run_of_all, 1);
}

START_TEST(solution_passes_and_skeleton_is_not_started) {
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

Suite *solutions_suite(void) {
    Suite *suite = suite_create("solutions");
    TCase *grading = tcase_create("grading");
    collect_trials();
    tcase_add_unchecked_fixture(grading, grade_everything, NULL);
    tcase_add_loop_test(grading, solution_passes_and_skeleton_is_not_started, 0, (int)trials.count);
    tcase_add_loop_test(grading, record_has_its_schema, 0, (int)exercise_count);
    tcase_add_test(grading, one_run_grades_every_exercise);
    suite_add_tcase(suite, grading);
    return suite;
}

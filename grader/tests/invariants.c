// invariants.c - what holds for every exercise of the repository, graded as a student's file would be.
//
// Every exercise has its lesson, skeleton, solution, hints and known-wrong answers. Its solution passes, its skeleton
// is not started, a skeleton that was touched builds and is not passed, and every grader/wrong/NAME/STATE-what.cu gets
// STATE. All are graded at once before the first test; the tests look at the records.
#include "../report/verdict.h"
#include "../system/files.h"
#include "jobs.h"
#include <check.h>
#include <glob.h>
#include <jansson.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SUBMISSIONS = 1000 };

typedef struct {
    const Exercise *exercise;
    char file[JOB_PATH];
    char record[JOB_PATH]; // verdict as JSON
    char expected[32];     // state; "" for any but passed and build
} Submission;

static Submission submissions[MAX_SUBMISSIONS];
static Job jobs[MAX_SUBMISSIONS];
static size_t submission_count;
static Job run_of_all; // of the exercises as they stand in exercises/

static void submission_add(const Exercise *exercise, const char *file, const char *expected) {
    need(submission_count < MAX_SUBMISSIONS, "too many submissions for MAX_SUBMISSIONS");
    Submission *submission = &submissions[submission_count];
    char name[64];
    snprintf(name, sizeof name, "invariants/%zu.json", submission_count++);
    submission->exercise = exercise;
    snprintf(submission->file, sizeof submission->file, "%s", file);
    snprintf(submission->expected, sizeof submission->expected, "%s", expected);
    build_path(submission->record, name);
}

static char *exercise_path(char *path, const char *room, const Exercise *exercise) {
    snprintf(path, JOB_PATH, "%s/%s/%s.cu", room, exercise->chapter, exercise->name);
    return path;
}

static char *skeleton_path(char *path, const Exercise *exercise) {
    snprintf(path, JOB_PATH, "grader/skeletons/%s.cu", exercise->name);
    return path;
}

static void wrong_answers(const Exercise *exercise, glob_t *found) {
    char pattern[JOB_PATH];
    snprintf(pattern, sizeof pattern, "grader/wrong/%s/*.cu", exercise->name);
    if (glob(pattern, 0, NULL, found) != 0) found->gl_pathc = 0;
}

static void submissions_of(const Exercise *exercise) {
    char path[JOB_PATH], name[128], state[32];
    glob_t wrong = {0};
    submission_add(exercise, exercise_path(path, "exercises", exercise), "not_started");
    submission_add(exercise, exercise_path(path, "solutions", exercise), "passed");
    snprintf(name, sizeof name, "invariants/%s.cu", exercise->name);
    submission_add(exercise, build_path(path, name), "");
    wrong_answers(exercise, &wrong);
    for (size_t i = 0; i < wrong.gl_pathc; i++) {
        snprintf(state, sizeof state, "%s", basename(wrong.gl_pathv[i]));
        state[strcspn(state, "-")] = '\0';
        submission_add(exercise, wrong.gl_pathv[i], state);
    }
    globfree(&wrong);
}

static void touch_skeleton(const Exercise *exercise) {
    char path[JOB_PATH], name[128], error[200];
    char *skeleton = text_read(skeleton_path(path, exercise));
    size_t length = strlen(skeleton) + 32;
    char *touched = malloc(length);
    need(touched != NULL, "out of memory");
    snprintf(touched, length, "%s// touched\n", skeleton);
    snprintf(name, sizeof name, "invariants/%s.cu", exercise->name);
    need(file_write(build_path(path, name), touched, strlen(touched), error), error);
    free(touched);
    free(skeleton);
}

static void grade_everything(void) {
    static char grade[JOB_PATH];
    char folder[JOB_PATH];
    need(folder_make(build_path(folder, "invariants")), "the folder invariants/ cannot be made in the build folder");
    for (unsigned i = 0; i < exercise_count; i++) touch_skeleton(exercises[i]);
    for (size_t i = 0; i < submission_count; i++) {
        const Submission *one = &submissions[i];
        remove(one->record);
        jobs[i] = (Job){.arguments = {build_path(grade, "grade"), "run", "--exercise", one->exercise->name, one->file,
                                      "--json", one->record}};
        snprintf(jobs[i].output, sizeof jobs[i].output, "%.500s.txt", one->record);
    }
    jobs_run(jobs, submission_count);
    static char record[JOB_PATH];
    run_of_all = (Job){.arguments = {grade, "run", "--json", build_path(record, "invariants/all.json")}};
    build_path(run_of_all.output, "invariants/all.txt");
    jobs_run(&run_of_all, 1);
}

// The verdict of submission i, with the whole record in *root (to be released).
static json_t *verdict_of(int i, json_t **root) {
    json_error_t error;
    *root = json_load_file(submissions[i].record, JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(*root != NULL, "%s: no record (exit status %d, see %s): %s", submissions[i].file, jobs[i].status,
                  jobs[i].output, error.text);
    json_t *verdict = json_array_get(json_object_get(*root, "verdicts"), 0);
    ck_assert_msg(json_is_object(verdict), "%s: the record has no verdict", submissions[i].file);
    return verdict;
}

START_TEST(submission_gets_its_named_state) {
    const Submission *one = &submissions[_i];
    json_t *root, *verdict = verdict_of(_i, &root);
    const char *state = json_string_value(json_object_get(verdict, "state"));
    const char *summary = json_string_value(json_object_get(verdict, "summary"));
    ck_assert_ptr_nonnull(state);
    if (*one->expected)
        ck_assert_msg(strcmp(state, one->expected) == 0, "%s: %s expected, got %s (%s)", one->file, one->expected,
                      state, summary ? summary : "");
    else
        ck_assert_msg(strcmp(state, "passed") != 0 && strcmp(state, "build") != 0, "%s: a touched skeleton is %s",
                      one->file, state);
    ck_assert_msg(jobs[_i].status == (strcmp(state, "passed") == 0 ? 0 : 1), "%s: %s, but exit status %d", one->file,
                  state, jobs[_i].status);
    json_decref(root);
}
END_TEST

START_TEST(record_has_its_schema) {
    static const struct {
        const char *name;
        json_type type;
    } FIELDS[] = {{"exercise", JSON_STRING},    {"chapter", JSON_STRING}, {"state", JSON_STRING},
                  {"points", JSON_INTEGER},     {"cases", JSON_ARRAY},    {"faults", JSON_ARRAY},
                  {"max_points", JSON_INTEGER}, {"counters", JSON_ARRAY}, {"time", JSON_OBJECT}};
    json_t *root, *verdict = verdict_of(_i, &root);
    ck_assert_int_eq(json_integer_value(json_object_get(root, "schema")), 1);
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++) {
        const json_t *field = json_object_get(verdict, FIELDS[i].name);
        ck_assert_msg(field && json_typeof(field) == FIELDS[i].type, "%s: %s is missing or of another type",
                      submissions[_i].file, FIELDS[i].name);
    }
    json_int_t points = json_integer_value(json_object_get(verdict, "points"));
    ck_assert_int_ge(points, 0);
    ck_assert_int_le(points, json_integer_value(json_object_get(verdict, "max_points")));
    ck_assert_str_eq(json_string_value(json_object_get(verdict, "exercise")), submissions[_i].exercise->name);
    json_decref(root);
}
END_TEST

START_TEST(one_run_grades_every_exercise) {
    json_error_t error;
    json_t *root = json_load_file(run_of_all.arguments[3], JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(root != NULL, "exit status %d, see %s: %s", run_of_all.status, run_of_all.output, error.text);
    json_t *verdicts = json_object_get(root, "verdicts");
    ck_assert_int_eq(run_of_all.status, 1);
    ck_assert_uint_eq(json_array_size(verdicts), exercise_count);
    for (unsigned i = 0; i < exercise_count; i++)
        ck_assert_str_eq(json_string_value(json_object_get(json_array_get(verdicts, i), "exercise")),
                         exercises[i]->name);
    json_decref(root);
}
END_TEST

START_TEST(named_states_are_states) {
#define STATE(name, words) #name,
    static const char *const STATES[] = {VERDICT_STATES(STATE)};
#undef STATE
    for (size_t i = 0; i < submission_count; i++) {
        bool known = *submissions[i].expected == '\0';
        for (size_t s = 0; s < STATE_COUNT; s++) known = known || strcmp(submissions[i].expected, STATES[s]) == 0;
        ck_assert_msg(known, "%s is not named for a state", submissions[i].file);
    }
}
END_TEST

START_TEST(exercise_is_complete) {
    const Exercise *exercise = exercises[_i];
    char path[JOB_PATH];
    ck_assert_msg(file_is_plain(exercise_path(path, "exercises", exercise)), "%s is missing", path);
    ck_assert_msg(file_is_plain(exercise_path(path, "solutions", exercise)), "%s is missing", path);
    ck_assert_msg(file_is_plain(skeleton_path(path, exercise)), "%s is missing", path);
    snprintf(path, sizeof path, "chapters/%s/README.md", exercise->chapter);
    ck_assert_msg(file_is_plain(path), "%s is missing", path);
    snprintf(path, sizeof path, "exercises/%s/Makefile", exercise->chapter);
    ck_assert_msg(file_is_plain(path), "%s is missing", path);
    glob_t wrong = {0};
    wrong_answers(exercise, &wrong);
    ck_assert_msg(wrong.gl_pathc > 0, "%s has no known-wrong answers", exercise->name);
    globfree(&wrong);
}
END_TEST

START_TEST(lesson_names_its_exercise) {
    char path[JOB_PATH];
    snprintf(path, sizeof path, "chapters/%s/README.md", exercises[_i]->chapter);
    char *lesson = text_read(path);
    ck_assert_msg(strstr(lesson, exercises[_i]->name) != NULL, "%s says nothing of %s", path, exercises[_i]->name);
    free(lesson);
}
END_TEST

START_TEST(definition_is_complete) {
    const Exercise *exercise = exercises[_i];
    int points = 0;
    for (unsigned i = 0; i < exercise->part_count; i++) points += exercise->parts[i].points;
    ck_assert_int_eq(points, 100);
    for (size_t i = 0; i < 3; i++) ck_assert_msg(exercise->hints[i] && *exercise->hints[i], "hint %zu is missing", i);
    ck_assert_uint_ge(exercise->case_count, 1);
    ck_assert(exercise->check != NULL);
    ck_assert_ptr_eq(exercise_named(exercise->name), exercise);
}
END_TEST

START_TEST(exercise_to_edit_is_the_skeleton) {
    char path[JOB_PATH];
    char *skeleton = text_read(skeleton_path(path, exercises[_i]));
    char *file = text_read(exercise_path(path, "exercises", exercises[_i]));
    ck_assert_msg(strcmp(file, skeleton) == 0, "%s differs from its skeleton; make reset EXERCISE=%s restores it", path,
                  exercises[_i]->name);
    free(file);
    free(skeleton);
}
END_TEST

START_TEST(every_test_file_is_run) {
    glob_t files = {0};
    char *suites = text_read("grader/tests/suites.def");
    ck_assert_int_eq(glob("grader/tests/test_*.c", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        const char *name = strchr(files.gl_pathv[i], '_') + 1;
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
    int count = (int)exercise_count;
    for (unsigned i = 0; i < exercise_count; i++) submissions_of(exercises[i]);
    tcase_add_test(repository, every_test_file_is_run);
    tcase_add_test(repository, named_states_are_states);
    tcase_add_loop_test(repository, exercise_is_complete, 0, count);
    tcase_add_loop_test(repository, lesson_names_its_exercise, 0, count);
    tcase_add_loop_test(repository, definition_is_complete, 0, count);
    tcase_add_loop_test(repository, exercise_to_edit_is_the_skeleton, 0, count);
    tcase_add_unchecked_fixture(grading, grade_everything, NULL);
    tcase_add_loop_test(grading, submission_gets_its_named_state, 0, (int)submission_count);
    tcase_add_loop_test(grading, record_has_its_schema, 0, (int)submission_count);
    tcase_add_test(grading, one_run_grades_every_exercise);
    suite_add_tcase(suite, repository);
    suite_add_tcase(suite, grading);
    return suite;
}

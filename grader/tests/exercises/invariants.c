// invariants.c - what holds for every exercise of the repository, graded as a student's file would be.
//
// A skeleton that was touched builds and is not passed, every right answer passes, and every wrong answer gets its
// state and names its cause. All are graded at once before the first test; the tests look at the results. (Skeletons
// and solutions alone: suite solutions. What parts an exercise must have: suite exercises.)
#include "author/author.h"
#include "jobs.h"
#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What every exercise's files must get, found by the same code as `make check`.
static Trials trials;
static char folder[PATH_BYTES];
static Paths paths;

static void collect_trials(void) {
    char error[200];
    need(paths_find(&paths, error), error);
    need(paths_work_folder(&paths, folder, error), error);
    for (unsigned i = 0; i < exercise_count; i++)
        need(trials_collect(&paths, exercises[i], folder, &trials, error), error);
}

static void grade_everything(void) { trials_run(&paths, &trials, (unsigned)sysconf(_SC_NPROCESSORS_ONLN), NULL); }

static void remove_files(void) { folder_remove(folder); }

START_TEST(graded_file_gets_what_it_must) {
    const Trial *trial = &trials.trials[_i];
    ck_assert_msg(!trial->problem[0], "%s: %s", trial->shown, trial->problem);
}
END_TEST

START_TEST(every_test_file_is_run) {
    static const char *const folders[] = {"grader/tests", "grader/device/tests"}, *const depths[] = {"", "*/", "*/*/"};
    glob_t files;
    for (size_t folder = 0; folder < 2; folder++) {
        char path[100], row[128];
        snprintf(path, sizeof path, "%s/suites.def", folders[folder]);
        char *suites = text_read(path);
        for (size_t depth = 0; depth < 3; depth++) {
            snprintf(path, sizeof path, "%s/%stest_*.c", folders[folder], depths[depth]);
            glob(path, depth ? GLOB_APPEND : 0, NULL, &files);
        }
        ck_assert_uint_gt(files.gl_pathc, 0);
        for (size_t i = 0; i < files.gl_pathc; i++) {
            const char *name = strstr(files.gl_pathv[i], "/test_") + strlen("/test_");
            snprintf(row, sizeof row, "SUITE(%.*s, ", (int)strcspn(name, "."), name);
            ck_assert_msg(strstr(suites, row) != NULL, "%s is not in %s/suites.def", files.gl_pathv[i],
                          folders[folder]);
        }
        globfree(&files);
        free(suites);
    }
}
END_TEST

Suite *invariants_suite(void) {
    Suite *suite = suite_create("invariants");
    TCase *repository = tcase_create("repository"), *grading = tcase_create("grading");
    collect_trials();
    tcase_add_test(repository, every_test_file_is_run);
    tcase_add_unchecked_fixture(grading, grade_everything, remove_files);
    tcase_add_loop_test(grading, graded_file_gets_what_it_must, 0, (int)trials.count);
    suite_add_tcase(suite, repository);
    suite_add_tcase(suite, grading);
    return suite;
}

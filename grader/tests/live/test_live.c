// test_live.c - live figures and exercises count in a page what they count on this machine, and exercises earn there
// what the grader gives (check_live.py, check_playground.py, check_listings.py and check_points.py do the work).
#include "jobs.h"
#include "scratch.h"
#include "system/files.h"
#include "system/paths.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

static Paths paths;

static void setup(void) {
    char error[200];
    ck_assert_msg(paths_find(&paths, error), "%s", error);
}

static bool is_built(const char *name) {
    char path[PATH_BYTES + 32];
    snprintf(path, sizeof path, "%s/%s", paths.build, name);
    return file_exists(path);
}

// Without a compiler for WebAssembly or without a browser there is nothing to compare.
static bool can_run(void) {
    if (!is_built("web/core.wasm")) return false;
    return system("command -v chromium chromium-browser google-chrome >/dev/null 2>&1") == 0;
}

static void check(const char *script) {
    char folder[SCRATCH_BYTES];
    scratch_folder(folder, "live");
    Job job = {.arguments = {"python3", "-B", script, paths.build}};
    snprintf(job.output, sizeof job.output, "%s/printed", folder);
    jobs_run(&job, 1);
    char *printed = text_read(job.output);
    ck_assert_msg(job.status == 0, "%s", printed);
    free(printed);
}

START_TEST(every_position_of_every_knob_counts_the_same) {
    if (can_run()) check("grader/tests/live/check_live.py");
}
END_TEST

START_TEST(an_exercise_is_edited_run_and_stopped_in_the_page) {
    if (can_run()) check("grader/tests/live/check_playground.py");
}
END_TEST

START_TEST(listings_of_lessons_are_opened_edited_and_run) {
    if (can_run()) check("grader/tests/live/check_listings.py");
}
END_TEST

START_TEST(the_page_gives_the_points_of_the_grader) {
    if (is_built("playground")) check("grader/tests/live/check_points.py");
}
END_TEST

Suite *live_suite(void) {
    Suite *suite = suite_create("live");
    TCase *tests = tcase_create("live");
    tcase_set_timeout(tests, 300);
    tcase_add_unchecked_fixture(tests, setup, NULL);
    tcase_add_test(tests, every_position_of_every_knob_counts_the_same);
    tcase_add_test(tests, an_exercise_is_edited_run_and_stopped_in_the_page);
    tcase_add_test(tests, listings_of_lessons_are_opened_edited_and_run);
    suite_add_tcase(suite, tests);
    TCase *points = tcase_create("points");
    tcase_set_timeout(points, 3600);
    tcase_add_unchecked_fixture(points, setup, NULL);
    tcase_add_test(points, the_page_gives_the_points_of_the_grader);
    suite_add_tcase(suite, points);
    return suite;
}

// test_live.c - live figures count in a page what they count on this machine (check_live.py does the work).
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

// Without a compiler for WebAssembly or without a browser there is nothing to compare.
static bool can_run(void) {
    char core[PATH_BYTES + 32];
    snprintf(core, sizeof core, "%s/web/core.wasm", paths.build);
    if (!file_exists(core)) return false;
    return system("command -v chromium chromium-browser google-chrome >/dev/null 2>&1") == 0;
}

START_TEST(every_position_of_every_knob_counts_the_same) {
    if (!can_run()) return;
    char folder[SCRATCH_BYTES];
    scratch_folder(folder, "live");
    Job job = {.arguments = {"python3", "-B", "grader/tests/live/check_live.py", paths.build}};
    snprintf(job.output, sizeof job.output, "%s/printed", folder);
    jobs_run(&job, 1);
    char *printed = text_read(job.output);
    ck_assert_msg(job.status == 0, "%s", printed);
    free(printed);
}
END_TEST

Suite *live_suite(void) {
    Suite *suite = suite_create("live");
    TCase *tests = tcase_create("live");
    tcase_set_timeout(tests, 300);
    tcase_add_unchecked_fixture(tests, setup, NULL);
    tcase_add_test(tests, every_position_of_every_knob_counts_the_same);
    suite_add_tcase(suite, tests);
    return suite;
}

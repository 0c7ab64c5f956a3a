// test_page.c - the page of make live refuses what is not its reader's, and loses no save (check_page.py does the
// work).
#include "jobs.h"
#include "scratch.h"

#include "system/paths.h"
#include "watch/page.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(strangers_are_refused_and_no_save_is_lost) {
    Paths paths;
    char error[200], folder[SCRATCH_BYTES];
    ck_assert_msg(paths_find(&paths, error), "%s", error);
    scratch_folder(folder, "page");
    Page *page = page_open(&paths, 0, error);
    if (!page && strstr(error, "libmicrohttpd")) return; // this build has no server, and says what it lacks
    ck_assert_msg(page != NULL, "%s", error);
    page_close(page);
    Job job = {.arguments = {"python3", "-B", "grader/tests/live/check_page.py", paths.build, folder}};
    snprintf(job.output, sizeof job.output, "%s/printed", folder);
    jobs_run(&job, 1);
    char *printed = text_read(job.output);
    ck_assert_msg(job.status == 0, "%s", printed);
    free(printed);
}
END_TEST

Suite *page_suite(void) {
    Suite *suite = suite_create("page");
    TCase *tests = tcase_create("page");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, strangers_are_refused_and_no_save_is_lost);
    suite_add_tcase(suite, tests);
    return suite;
}

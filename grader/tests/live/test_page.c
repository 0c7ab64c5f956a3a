// test_page.c - the page of make live refuses what is not its reader's, and loses no save (check_page.py does the
// work).
#include "jobs.h"
#include "scratch.h"

#include "system/files.h"
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

// The server's file as it is compiled where the library is missing.
START_TEST(a_build_without_a_server_says_what_to_install) {
    static const char source[] =
        "#include \"watch/http.h\"\n#include <stdio.h>\n"
        "int main(void) { char error[200]; if (!http_open(0, NULL, NULL, error)) puts(error); }\n";
    char folder[SCRATCH_BYTES], path[SCRATCH_BYTES + 32], command[8 * SCRATCH_BYTES], error[200];
    scratch_folder(folder, "no_server");
    snprintf(path, sizeof path, "%s/main.c", folder);
    ck_assert_msg(file_write(path, source, strlen(source), error), "%s", error);
    snprintf(command, sizeof command,
             "cc -std=gnu17 -Igrader -o %s/program %s grader/watch/http.c grader/device/system/text.c -lm && "
             "%s/program >%s/said",
             folder, path, folder, folder);
    ck_assert_int_eq(system(command), 0);
    snprintf(path, sizeof path, "%s/said", folder);
    char *said = text_read(path);
    ck_assert_msg(strstr(said, "apt-get install libmicrohttpd-dev") != NULL, "%s", said);
    free(said);
}
END_TEST

Suite *page_suite(void) {
    Suite *suite = suite_create("page");
    TCase *tests = tcase_create("page");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, strangers_are_refused_and_no_save_is_lost);
    suite_add_tcase(suite, tests);
    tests = tcase_create("no_server");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, a_build_without_a_server_says_what_to_install);
    suite_add_tcase(suite, tests);
    return suite;
}

// test_compile.c - build/compile gives what nvcc gives (check_compile.py does the work), and uses what was prepared.
#define _GNU_SOURCE // memmem
#include "jobs.h"
#include "scratch.h"

#include "system/files.h"
#include "system/paths.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Paths paths;
static char folder[SCRATCH_BYTES];

static void setup(void) {
    char error[200];
    ck_assert_msg(paths_find(&paths, error), "%s", error);
    scratch_folder(folder, "compile");
}

static char *check(const char *build) {
    Job job = {.arguments = {"python3", "-B", "grader/tests/compiler/check_compile.py", build, folder}};
    snprintf(job.output, sizeof job.output, "%s/printed", folder);
    jobs_run(&job, 1);
    char *printed = text_read(job.output);
    ck_assert_msg(job.status == 0, "%s", printed);
    return printed;
}

// The host's code of the last program was compiled early, and with the precompiled header: the program names the file
// with what is not in it.
static bool header_was_used(void) {
    char path[SCRATCH_BYTES + 64];
    size_t length;
    snprintf(path, sizeof path, "%s/compiled/program", folder);
    char *program = file_read(path, 64 << 20, &length, NULL);
    ck_assert_ptr_nonnull(program);
    bool used = memmem(program, length, "early/rest.cpp", strlen("early/rest.cpp"));
    free(program);
    return used;
}

START_TEST(programs_and_messages_are_those_of_nvcc) {
    free(check(paths.build));
    ck_assert(header_was_used());
}
END_TEST

// A build directory whose prepared headers are older than the headers: all is read again, with the same result.
START_TEST(changed_headers_are_read_again) {
    char command[8 * PATH_BYTES], build[PATH_BYTES];
    snprintf(build, sizeof build, "%s/build", folder);
    snprintf(
        command, sizeof command,
        "mkdir %s && cp -r %s/compiler %s/compile %s && ln -s %s/interfaces %s && sed -i '3s/^/1/' %s/compiler/*.files",
        build, paths.build, paths.build, build, paths.build, build, build);
    ck_assert_int_eq(system(command), 0);
    free(check(build));
    ck_assert(!header_was_used());
}
END_TEST

Suite *compile_suite(void) {
    Suite *suite = suite_create("compile");
    TCase *tests = tcase_create("compile");
    tcase_set_timeout(tests, 200);
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, programs_and_messages_are_those_of_nvcc);
    tcase_add_test(tests, changed_headers_are_read_again);
    suite_add_tcase(suite, tests);
    return suite;
}

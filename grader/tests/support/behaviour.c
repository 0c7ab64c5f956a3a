// behaviour.c - what a program printed on hardware, as a file *.expected beside it records it.
#include "behaviour.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *expected_behaviour(const char *program, const char *name) {
    char path[200], heading[64];
    snprintf(path, sizeof path, "%s.expected", program);
    snprintf(heading, sizeof heading, "### %s\n", name);
    char *text = text_read(path), *part = strstr(text, heading);
    ck_assert_msg(part != NULL, "nothing is expected of %s", name);
    part = strdup(part + strlen(heading));
    free(text);
    char *end = strstr(part, "### ");
    if (end) *end = 0;
    return part;
}

void behaviour_check(const Job *job, const char *program, const char *name) {
    char *expected = expected_behaviour(program, name), *got = text_read(job->output), *rest = got, *next = expected;
    while (next && *next) {
        const char *want = strsep(&next, "\n"), *line = rest ? strsep(&rest, "\n") : "";
        ck_assert_str_eq(line, want);
    }
    ck_assert_msg(!rest || !*rest, "more was printed: %s", rest);
    ck_assert_int_eq(job->status, 0);
    free(expected);
    free(got);
}

void claims_check(const Job *job, const char *program) {
    char *printed = text_read(job->output), *failed = strstr(printed, "FAIL ");
    ck_assert_msg(!failed, "%s: %.300s", program, failed);
    ck_assert_msg(job->status == 0, "%s ended with %d: %.500s", program, job->status, printed);
    ck_assert_msg(strncmp(printed, "ok ", 3) == 0 || strstr(printed, "\nok "), "%s claims nothing", program);
    free(printed);
}

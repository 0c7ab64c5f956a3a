// behaviour.c - what a program printed on hardware, as a file *.expected beside it records it.
#include "behaviour.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OWN_WORDS "emulated GPU: " // begins what no program printed

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
        while (rest && strncmp(line, OWN_WORDS, strlen(OWN_WORDS)) == 0) line = strsep(&rest, "\n");
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

void program_claims_check(const char *program) {
    char emulate[JOB_PATH], path[JOB_PATH], name[100];
    snprintf(name, sizeof name, "programs/%s", program);
    Job job = {.arguments = {build_path(emulate, "emulate"), "--error-exitcode", "9", build_path(path, name)}};
    snprintf(name, sizeof name, "programs/%s.txt", program);
    build_path(job.output, name);
    jobs_run(&job, 1);
    claims_check(&job, program);
}

void mistake_check(const Mistake *mistake) {
    char emulate[JOB_PATH], program[JOB_PATH], name[100];
    snprintf(name, sizeof name, "programs/%s", mistake->program);
    Job job = {.arguments = {build_path(emulate, "emulate"), "--error-exitcode", "9", build_path(program, name),
                             mistake->name}};
    snprintf(name, sizeof name, "programs/%s.%s.txt", mistake->program, mistake->name);
    build_path(job.output, name);
    jobs_run(&job, 1);
    char *printed = text_read(job.output);
    const char *fault = mistake->fault ? mistake->fault : "";
    ck_assert_int_eq(job.status, mistake->fault ? 9 : 0);
    ck_assert_msg(strstr(printed, mistake->error) != NULL, "%s is not in %.700s", mistake->error, printed);
    ck_assert_msg(strstr(printed, fault) != NULL, "%s is not in %.700s", fault, printed);
    free(printed);
}

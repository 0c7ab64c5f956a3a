// test_programs.c - CUDA programs that check themselves on the emulated GPU, and what it refuses.
//
// Each program prints `ok NAME` or `FAIL NAME why` for each of its claims (programs/claims.cuh). All of them were run
// on an H200 too, where every claim holds.
#include "jobs.h"
#include <check.h>
#include <stdio.h>
#include <string.h>

// What only programs that are not race-free need: progress.cu waits in loops for values of other threads.
static const struct {
    const char *name, *option;
} PROGRAMS[] = {
    {"atomics", NULL},        {"barriers", NULL},        {"cub_blocks", NULL},    {"matrices", NULL},
    {"functions", NULL},      {"groups", NULL},          {"halves", NULL},        {"integers", NULL},
    {"maths", NULL},          {"memory_accesses", NULL}, {"printing", NULL},      {"progress", "--no-checks"},
    {"random_numbers", NULL}, {"rounding", NULL},        {"shared_memory", NULL}, {"times", NULL},
    {"variables", NULL},      {"warps", NULL},
};
enum { PROGRAM_COUNT = sizeof PROGRAMS / sizeof *PROGRAMS };

static Job jobs[PROGRAM_COUNT];

static void run_programs(void) {
    static char emulate[JOB_PATH], programs[PROGRAM_COUNT][JOB_PATH];
    build_path(emulate, "emulate");
    for (int i = 0; i < PROGRAM_COUNT; i++) {
        char name[100];
        snprintf(name, sizeof name, "programs/%s", PROGRAMS[i].name);
        build_path(programs[i], name);
        jobs[i] = (Job){.arguments = {emulate, "--error-exitcode", "9", programs[i]}};
        if (PROGRAMS[i].option) jobs[i].arguments[3] = PROGRAMS[i].option, jobs[i].arguments[4] = programs[i];
        snprintf(name, sizeof name, "programs/%s.txt", PROGRAMS[i].name);
        build_path(jobs[i].output, name);
    }
    jobs_run(jobs, PROGRAM_COUNT);
}

START_TEST(every_claim_of_the_program_holds) {
    const char *printed = text_read(jobs[_i].output), *failed = strstr(printed, "FAIL ");
    ck_assert_msg(!failed, "%s: %.300s", PROGRAMS[_i].name, failed);
    ck_assert_msg(jobs[_i].status == 0, "%s ended with %d: %.500s", PROGRAMS[_i].name, jobs[_i].status, printed);
    ck_assert_msg(strncmp(printed, "ok ", 3) == 0, "%s claims nothing", PROGRAMS[_i].name);
}
END_TEST

// What is not supported is refused by instruction, kernel and line, and nothing else suffers.
static const struct {
    const char *name, *instruction;
    int line;
} REFUSED[] = {{"texture", "tex.", 8}, {"surface", "sust.", 11}, {"cluster", "barrier.cluster", 15}};

START_TEST(unsupported_instruction_is_refused_by_name_and_line) {
    char emulate[JOB_PATH], program[JOB_PATH], wanted[100];
    Job job = {.arguments = {build_path(emulate, "emulate"), "--error-exitcode", "9",
                             build_path(program, "programs/refused"), REFUSED[_i].name}};
    snprintf(wanted, sizeof wanted, "programs/refused.%s.txt", REFUSED[_i].name);
    build_path(job.output, wanted);
    jobs_run(&job, 1);
    const char *printed = text_read(job.output);
    ck_assert_int_eq(job.status, 9);
    ck_assert_msg(strstr(printed, "cudaErrorNotSupported\nthen 7\n") != NULL, "%.500s", printed);
    snprintf(wanted, sizeof wanted, "unsupported in %s(", REFUSED[_i].name);
    ck_assert_msg(strstr(printed, wanted) != NULL, "%.500s", printed);
    snprintf(wanted, sizeof wanted, "at refused.cu:%d: %s", REFUSED[_i].line, REFUSED[_i].instruction);
    ck_assert_msg(strstr(printed, wanted) != NULL, "%s is not in %.500s", wanted, printed);
}
END_TEST

Suite *programs_suite(void) {
    Suite *suite = suite_create("programs");
    TCase *programs = tcase_create("programs");
    tcase_add_unchecked_fixture(programs, run_programs, NULL);
    tcase_add_loop_test(programs, every_claim_of_the_program_holds, 0, PROGRAM_COUNT);
    suite_add_tcase(suite, programs);
    TCase *refused = tcase_create("refused");
    tcase_add_loop_test(refused, unsupported_instruction_is_refused_by_name_and_line, 0,
                        sizeof REFUSED / sizeof *REFUSED);
    suite_add_tcase(suite, refused);
    return suite;
}

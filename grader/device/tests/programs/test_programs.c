// test_programs.c - CUDA programs that check themselves on the emulated GPU, and what it refuses.
//
// Each program prints `ok NAME` or `FAIL NAME why` for each of its claims (programs/claims.cuh). All but
// host_threads.cu and host_functions.cu were run on an H200 too (driver 580.159.04, CUDA 13.0, 2026-11-23), where every
// claim holds; of host_threads.cu, a shorter version ran on an H100 (2026-11-24).
#include "behaviour.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What only programs that are not race-free need: progress.cu waits in loops for values of other threads, and in
// left_open.cu several lanes store to one place.
static const struct {
    const char *name, *option;
} PROGRAMS[] = {
    {"advice", NULL},          {"atomics", NULL},     {"barriers", NULL},           {"blas", NULL},
    {"clocks", "--estimate"},  {"cub_blocks", NULL},  {"functions", NULL},          {"groups", NULL},
    {"halves", NULL},          {"hip", NULL},         {"host_functions", NULL},     {"host_threads", NULL},
    {"integers", NULL},        {"language", NULL},    {"left_open", "--no-checks"}, {"maths", NULL},
    {"memory_accesses", NULL}, {"printing", NULL},    {"progress", "--no-checks"},  {"properties", NULL},
    {"ptx_forms", NULL},       {"random_host", NULL}, {"random_numbers", NULL},     {"rounding", NULL},
    {"shared_memory", NULL},   {"times", NULL},       {"variables", NULL},          {"warps", NULL},
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

START_TEST(every_claim_of_the_program_holds) { claims_check(&jobs[_i], PROGRAMS[_i].name); }
END_TEST

// What is not supported is refused by instruction, kernel and line, and nothing else suffers.
static const struct {
    const char *name, *instruction;
    int line;
    const char *reason;
} REFUSED[] = {{"tensor", "cp.reduce.async.bulk.tensor", 8,
                "with .reduce are not supported: copy boxes of a tiled map without it\n"},
               {"multimem", "multimem.red", 12, ""},
               {"sparse", "mma.sp", 18, ""}};

START_TEST(unsupported_instruction_is_refused_by_name_and_line) {
    char emulate[JOB_PATH], program[JOB_PATH], wanted[100];
    Job job = {.arguments = {build_path(emulate, "emulate"), "--error-exitcode", "9",
                             build_path(program, "programs/refused"), REFUSED[_i].name}};
    snprintf(wanted, sizeof wanted, "programs/refused.%s.txt", REFUSED[_i].name);
    build_path(job.output, wanted);
    jobs_run(&job, 1);
    char *printed = text_read(job.output);
    ck_assert_int_eq(job.status, 9);
    ck_assert_msg(strstr(printed, "cudaErrorNotSupported\nthen 7\n") != NULL, "%.500s", printed);
    snprintf(wanted, sizeof wanted, "unsupported in %s(", REFUSED[_i].name);
    ck_assert_msg(strstr(printed, wanted) != NULL, "%.500s", printed);
    snprintf(wanted, sizeof wanted, "at refused.cu:%d: %s", REFUSED[_i].line, REFUSED[_i].instruction);
    ck_assert_msg(strstr(printed, wanted) != NULL, "%s is not in %.500s", wanted, printed);
    ck_assert_msg(strstr(printed, REFUSED[_i].reason) != NULL, "%s is not in %.500s", REFUSED[_i].reason, printed);
    free(printed);
}
END_TEST

// Its reads are mistakes, so it has faults; it must come to its end all the same.
START_TEST(threads_that_touch_memory_in_flight_do_not_stop_each_other) {
    char emulate[JOB_PATH], program[JOB_PATH];
    Job job = {.arguments = {build_path(emulate, "emulate"), build_path(program, "programs/touching_threads")}};
    build_path(job.output, "programs/touching_threads.txt");
    jobs_run(&job, 1);
    claims_check(&job, "touching_threads");
    char *printed = text_read(job.output);
    ck_assert_msg(strstr(printed, "host_order") != NULL, "%s", printed);
    free(printed);
}
END_TEST

Suite *programs_suite(void) {
    Suite *suite = suite_create("programs");
    TCase *programs = tcase_create("programs");
    tcase_add_unchecked_fixture(programs, run_programs, NULL);
    tcase_add_loop_test(programs, every_claim_of_the_program_holds, 0, PROGRAM_COUNT);
    suite_add_tcase(suite, programs);
    TCase *refused = tcase_create("refused");
    tcase_add_test(refused, threads_that_touch_memory_in_flight_do_not_stop_each_other);
    tcase_add_loop_test(refused, unsupported_instruction_is_refused_by_name_and_line, 0,
                        sizeof REFUSED / sizeof *REFUSED);
    suite_add_tcase(suite, refused);
    return suite;
}

// test_programs.c - CUDA programs that check themselves on the emulated GPU, and what it refuses.
//
// Each program prints `ok NAME` or `FAIL NAME why` for each of its claims (programs/claims.cuh). All but
// language.cu were run on an H200 too (driver 580.159.04, 2026-11-21), where every claim holds that is made here now.
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
    {"advice", NULL},
    {"atomics", NULL},
    {"barriers", NULL},
    {"blas", NULL},
    {"clusters", NULL},
    {"cub_blocks", NULL},
    {"dynamic_parallelism", NULL},
    {"functions", NULL},
    {"groups", NULL},
    {"halves", NULL},
    {"hip", NULL},
    {"integers", NULL},
    {"language", NULL},
    {"left_open", "--no-checks"},
    {"maths", NULL},
    {"memory_accesses", NULL},
    {"printing", NULL},
    {"progress", "--no-checks"},
    {"properties", NULL},
    {"ptx_forms", NULL},
    {"random_host", NULL},
    {"random_numbers", NULL},
    {"rounding", NULL},
    {"shared_memory", NULL},
    {"tensors", NULL},
    {"times", NULL},
    {"variables", NULL},
    {"warps", NULL},
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
} REFUSED[] = {
    {"tensor", "cp.reduce.async.bulk.tensor", 8}, {"multimem", "multimem.red", 12}, {"sparse", "mma.sp", 18}};

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
    free(printed);
}
END_TEST

// What is wrong in clusters and in launches from the device is found, at its line (NULL: nothing is), and the program
// is told what an H200 told it. Two differ: hardware does not see that `overflow` stores past an allocation, and would
// wait for ever in `deadlock`.
static const struct {
    const char *program, *name, *error, *fault;
} FAULTS[] = {
    {"cluster_faults", "race", "cudaSuccess",
     "race_shared in race(int*) at cluster_faults.cu:12: two blocks of a cluster"},
    {"cluster_faults", "race", "cudaSuccess",
     "at cluster_faults.cu:12: uses shared memory of a block of the cluster that"},
    {"cluster_faults", "ended", "cudaErrorLaunchFailure",
     "cluster_memory in ended(int*) at cluster_faults.cu:22: shared memory of a block of the cluster that has ended"},
    {"cluster_faults", "may_end", "cudaErrorLaunchFailure",
     "cluster_memory in may_end(int*) at cluster_faults.cu:31: uses shared memory of a block of the cluster"},
    {"cluster_faults", "stores", "cudaSuccess",
     "cluster_memory in stores(int*) at cluster_faults.cu:42: uses shared memory"},
    {"cluster_faults", "outside", "cudaErrorLaunchFailure", "at cluster_faults.cu:49: reads 4 bytes just past the end"},
    {"cluster_faults", "unwritten", "cudaSuccess", "uninitialised_shared in unwritten(int*) at cluster_faults.cu:57"},
    {"cluster_faults", "deadlock", "cudaErrorLaunchTimeout", "barrier_deadlock in deadlock(int*)"},
    {"cluster_faults", "twice", "cudaSuccess", "divergent_barrier in twice(int*) at cluster_faults.cu:68"},
    {"cluster_faults", "nine_blocks", "cudaErrorInvalidClusterSize", "a cluster of 9x1x1 blocks: at most 8"},
    {"cluster_faults", "half_a_cluster", "cudaErrorInvalidClusterSize", "5x1x1 blocks in clusters of 2x1x1"},
    {"cluster_faults", "no_such_block", "cudaErrorLaunchFailure", "of a block that the cluster does not have"},
    {"child_faults", "shape", "cudaErrorInvalidConfiguration", "invalid_launch in shape(int*) at child_faults.cu:9"},
    {"child_faults", "overflow", "cudaErrorIllegalAddress", "out_of_bounds in child(int*) at child_faults.cu:6"},
    {"child_faults", "pending", "cudaSuccess 5000", NULL},
    {"child_faults", "limit", "cudaSuccess 5000", NULL},
    {"child_faults", "deep", "cudaErrorLaunchPendingCountExceeded 2049", "invalid_launch in deep(int*, int)"},
    {"child_faults", "deep_with_tails", "cudaErrorLaunchPendingCountExceeded 2008", "at child_faults.cu:48"},
    {"child_faults", "tails", "cudaSuccess 5000", NULL},
    {"child_faults", "set", "cudaSuccess 0", "lost_set in set(int*) at child_faults.cu:35"},
    {"tensors", "misaligned_box", "cudaErrorIllegalInstruction", "tensor_box in load_box("},
};

START_TEST(fault_is_found_where_it_is) {
    char emulate[JOB_PATH], program[JOB_PATH], name[100];
    snprintf(name, sizeof name, "programs/%s", FAULTS[_i].program);
    Job job = {.arguments = {build_path(emulate, "emulate"), "--error-exitcode", "9", build_path(program, name),
                             FAULTS[_i].name}};
    snprintf(name, sizeof name, "programs/%s.%s.txt", FAULTS[_i].program, FAULTS[_i].name);
    build_path(job.output, name);
    jobs_run(&job, 1);
    char *printed = text_read(job.output);
    const char *fault = FAULTS[_i].fault ? FAULTS[_i].fault : "";
    ck_assert_int_eq(job.status, FAULTS[_i].fault ? 9 : 0);
    ck_assert_msg(strstr(printed, FAULTS[_i].error) != NULL, "%s is not in %.700s", FAULTS[_i].error, printed);
    ck_assert_msg(strstr(printed, fault) != NULL, "%s is not in %.700s", fault, printed);
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
    TCase *faults = tcase_create("faults");
    tcase_add_loop_test(faults, fault_is_found_where_it_is, 0, sizeof FAULTS / sizeof *FAULTS);
    suite_add_tcase(suite, faults);
    return suite;
}

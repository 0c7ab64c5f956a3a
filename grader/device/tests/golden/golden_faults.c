// golden_faults.c - every case of golden/buggy_kernels.cu gets its fault at its line, and the error a GPU gives.
//
// What the program prints is what it printed on an H200. Three cases differ there: a GPU does not notice an access that
// lands in a neighbouring or freed allocation, and runs an endless kernel for ever.
#include "jobs.h"
#include <check.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name, *kind; // of the case, of its fault: NULL for none
    int line;                // in buggy_kernels.cu, 0: not on the device
    const char *printed;
} Case;

static const char WELL[] = "launch cudaSuccess sync cudaSuccess\n";
static const char REFUSED[] = "launch cudaErrorInvalidValue sync cudaSuccess\n";
static const char ILLEGAL[] = "launch cudaSuccess sync cudaErrorIllegalAddress\n";

static const Case CASES[] = {
    {"clean", NULL, 0, WELL},
    {"oob_read", "out_of_bounds", 7, ILLEGAL},
    {"oob_write", "out_of_bounds", 8, ILLEGAL},
    {"oob_shared", "out_of_bounds", 9, ILLEGAL},
    {"misaligned", "misaligned", 10, "launch cudaSuccess sync cudaErrorMisalignedAddress\n"},
    {"null_write", "null_pointer", 11, ILLEGAL},
    {"host_pointer", "host_pointer", 12, ILLEGAL},
    {"uninit_global", "uninitialised_global", 13, WELL},
    {"race_missing_sync", "race_shared", 14, WELL},
    {"race_missing_second_sync", "race_shared", 16, WELL},
    {"race_same_word", "race_shared", 17, WELL},
    {"race_reduction", "race_shared", 18, WELL},
    {"divergent_barrier", "divergent_barrier", 19, WELL},
    {"early_return_barrier", "divergent_barrier", 20, WELL},
    {"use_after_free", "use_after_free", 21, ILLEGAL},
    {"infinite", "timeout", 23, "launch cudaSuccess sync cudaErrorLaunchTimeout\n"},
    {"shfl_missing_lanes", "missing_lanes", 24, WELL},
    {"trap", "trap", 25, "launch cudaSuccess sync cudaErrorLaunchFailure\n"},
    {"double_free", "double_free", 0, "double free: cudaErrorInvalidValue\n"},
    {"leak", "leak", 0, WELL},
    {"memcpy_overrun", "copy_out_of_bounds", 0, "overrun: cudaErrorInvalidValue\n"},
    {"too_many_threads", "invalid_launch", 0, REFUSED},
    {"zero_grid", "invalid_launch", 0, REFUSED},
    {"too_much_shared", "invalid_launch", 0, REFUSED},
};
enum { CASE_COUNT = sizeof CASES / sizeof *CASES };

static Job runs[CASE_COUNT];
static char reports[CASE_COUNT][JOB_PATH];

static void run_all_cases(void) {
    static char emulate[JOB_PATH], program[JOB_PATH];
    build_path(emulate, "emulate");
    build_path(program, "programs/buggy_kernels");
    for (int i = 0; i < CASE_COUNT; i++) {
        char name[64];
        snprintf(name, sizeof name, "buggy_%s.json", CASES[i].name);
        runs[i] = (Job){.arguments = {emulate, "--json", build_path(reports[i], name), "--max-instructions", "1000000",
                                      program, CASES[i].name}};
        snprintf(name, sizeof name, "buggy_%s.txt", CASES[i].name);
        build_path(runs[i].output, name);
    }
    jobs_run(runs, CASE_COUNT);
}

START_TEST(buggy_kernel_gets_its_fault) {
    const Case *expected = &CASES[_i];
    json_t *root = job_report(&runs[_i], reports[_i]), *faults = json_object_get(root, "faults"), *fault;
    char seen[1000] = "";
    bool found = expected->kind == NULL && json_array_size(faults) == 0;
    size_t index;
    json_array_foreach(faults, index, fault) {
        const char *kind = json_string_value(json_object_get(fault, "kind"));
        int line = (int)json_integer_value(json_object_get(fault, "line"));
        ck_assert_ptr_nonnull(kind);
        if (expected->kind && strcmp(kind, expected->kind) == 0 && line == expected->line) found = true;
        if (strlen(seen) < 900) snprintf(seen + strlen(seen), 100, " %s:%d", kind, line);
    }
    ck_assert_msg(found, "%s: %s at line %d expected, found:%s", expected->name,
                  expected->kind ? expected->kind : "nothing", expected->line, *seen ? seen : " nothing");
    json_decref(root);
}
END_TEST

START_TEST(program_sees_the_gpus_error) {
    char *printed = text_read(runs[_i].output);
    ck_assert_msg(strstr(printed, CASES[_i].printed) != NULL, "%s: %s expected, printed: %s", CASES[_i].name,
                  CASES[_i].printed, printed);
    free(printed);
}
END_TEST

Suite *golden_faults_suite(void) {
    Suite *suite = suite_create("golden_faults");
    TCase *buggy = tcase_create("buggy_kernels");
    tcase_add_unchecked_fixture(buggy, run_all_cases, NULL);
    tcase_add_loop_test(buggy, buggy_kernel_gets_its_fault, 0, CASE_COUNT);
    tcase_add_loop_test(buggy, program_sees_the_gpus_error, 0, CASE_COUNT);
    suite_add_tcase(suite, buggy);
    return suite;
}

// test_cuda_compare.c - every solution, and two thousand random kernels, with the PTX of build/cudac beside nvcc's.
#include "compared.h"
#include "jobs.h"
#include "scratch.h"

#include "exercises/exercise.h"
#include "system/paths.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

static Paths paths;
static char folder[SCRATCH_BYTES];

const char *build_folder(void) {
    char error[200];
    if (!paths.build[0]) ck_assert_msg(paths_find(&paths, error), "%s", error);
    return paths.build;
}

void compare_compilers(char *where, char *what, char *first, char *second, char *third) {
    char build[PATH_BYTES];
    snprintf(build, sizeof build, "%s", build_folder());
    Job job = {
        .arguments = {"python3", "-B", "grader/tests/cuda/compare.py", build, where, what, first, second, third}};
    snprintf(job.output, sizeof job.output, "%s/compared", where);
    jobs_run(&job, 1);
    char *printed = text_read(job.output);
    ck_assert_msg(job.status == 0, "%s", printed);
    free(printed);
}

static void setup(void) { scratch_folder(folder, "cuda_compare"); }

START_TEST(a_solution_gives_what_nvcc_gives) {
    char name[64];
    snprintf(name, sizeof name, "%s", exercises[_i]->name);
    compare_compilers(folder, "solutions", name, NULL, NULL);
}
END_TEST

enum { SEEDS = 34 }; // of 60 kernels each

START_TEST(random_kernels_give_what_nvcc_gives) {
    char seed[16];
    snprintf(seed, sizeof seed, "%d", _i + 1);
    compare_compilers(folder, "random", seed, "1", "60");
}
END_TEST

Suite *cuda_compare_suite(void) {
    Suite *suite = suite_create("cuda_compare");
    TCase *solutions = tcase_create("solutions"), *random = tcase_create("random");
    tcase_add_checked_fixture(solutions, setup, NULL);
    tcase_set_timeout(solutions, 600);
    tcase_add_loop_test(solutions, a_solution_gives_what_nvcc_gives, 0, (int)exercise_count);
    suite_add_tcase(suite, solutions);
    tcase_add_checked_fixture(random, setup, NULL);
    tcase_set_timeout(random, 600);
    tcase_add_loop_test(random, random_kernels_give_what_nvcc_gives, 0, SEEDS);
    suite_add_tcase(suite, random);
    return suite;
}

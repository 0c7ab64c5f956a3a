// test_matrices.c - what matrices.cu claims of matrix instructions holds, as on an H200.
#include "behaviour.h"
#include <check.h>

static Job job;

static void run_program(void) {
    static char emulate[JOB_PATH], program[JOB_PATH];
    build_path(program, "programs/matrices");
    job = (Job){.arguments = {build_path(emulate, "emulate"), "--error-exitcode", "9", program}};
    build_path(job.output, "matrices.txt");
    jobs_run(&job, 1);
}

START_TEST(every_claim_of_the_program_holds) { claims_check(&job, "matrices"); }
END_TEST

Suite *matrices_suite(void) {
    Suite *suite = suite_create("matrices");
    TCase *tests = tcase_create("matrices");
    tcase_add_unchecked_fixture(tests, run_program, NULL);
    tcase_add_test(tests, every_claim_of_the_program_holds);
    suite_add_tcase(suite, tests);
    return suite;
}

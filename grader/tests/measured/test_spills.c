// test_spills.c - loads of spilled registers, counted in the machine code, are those that an H200 counted.
#include "formats/csv.h"
#include "jobs.h"
#include <check.h>
#include <stdlib.h>

START_TEST(spilled_registers_are_loaded_as_often_as_on_an_h200) {
    char emulate[JOB_PATH], program[JOB_PATH], table[JOB_PATH], error[200] = "";
    build_path(table, "test_spills.csv");
    Job run = {.arguments = {build_path(emulate, "emulate"), "--quiet", "--compare-code", "--counters", table,
                             build_path(program, "programs/spills")}};
    build_path(run.output, "test_spills.txt");
    jobs_run(&run, 1);
    Csv csv = {0};
    ck_assert_msg(csv_read(table, &csv, error), "%s", error);
    ck_assert_int_ge(csv_column(&csv, "executed_local_load_requests"), 0);
    // l1tex__t_requests_pipe_lsu_mem_local_op_ld on an H200 (driver 580.159.04, CUDA 13.0)
    ck_assert_int_eq(atoi(csv_cell(&csv, 1, csv_column(&csv, "executed_local_load_requests"))), 2592);
    ck_assert_int_eq(atoi(csv_cell(&csv, 1, csv_column(&csv, "differing_bytes"))), 0);
    csv_free(&csv);
}
END_TEST

Suite *spills_suite(void) {
    Suite *suite = suite_create("spills");
    TCase *tests = tcase_create("spills");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, spilled_registers_are_loaded_as_often_as_on_an_h200);
    suite_add_tcase(suite, tests);
    return suite;
}

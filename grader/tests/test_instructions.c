// test_instructions.c - what instructions give whose results the PTX ISA leaves open, bit for bit as on an H200.
#include "behaviour.h"
#include <check.h>
#include <stdio.h>

static const char *const PARTS[] = {"triples", "from_singles", "small_floats", "products",
                                    "atomics", "opaque",       "clusters"};
enum { PART_COUNT = sizeof PARTS / sizeof *PARTS };

static Job jobs[PART_COUNT];

static void run_parts(void) {
    static char emulate[JOB_PATH], program[JOB_PATH];
    build_path(emulate, "emulate");
    build_path(program, "programs/instructions");
    for (int i = 0; i < PART_COUNT; i++) {
        char name[64];
        snprintf(name, sizeof name, "instructions.%s.txt", PARTS[i]);
        jobs[i] = (Job){.arguments = {emulate, "--quiet", program, PARTS[i]}};
        build_path(jobs[i].output, name);
    }
    jobs_run(jobs, PART_COUNT);
}

START_TEST(results_are_those_of_hardware) { behaviour_check(&jobs[_i], "golden/instructions", PARTS[_i]); }
END_TEST

Suite *instructions_suite(void) {
    Suite *suite = suite_create("instructions");
    TCase *tests = tcase_create("instructions");
    tcase_add_unchecked_fixture(tests, run_parts, NULL);
    tcase_add_loop_test(tests, results_are_those_of_hardware, 0, PART_COUNT);
    suite_add_tcase(suite, tests);
    return suite;
}

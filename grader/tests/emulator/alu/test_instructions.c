// test_instructions.c - what instructions give whose results the PTX ISA leaves open, bit for bit as on an H200.
#include "behaviour.h"
#include "extensions.h"
#include <check.h>
#include <stdio.h>

static const struct {
    const char *program, *part;
} RUNS[] = {
    {"instructions", "triples"},
    {"instructions", "from_singles"},
    {"instructions", "small_floats"},
    {"instructions", "atomics"},
    {"instructions", "opaque"},
    {"instructions", "clusters"},
    {"edges", "bounds"},
    {"edges", "numbers"},
    {"edges", "policies"},
    {"edges", "atomics"},
    {"edges", "places"},
    {"edges", "clusters"},
    {"approximations", "roots"},
    {"approximations", "powers"},
    {"approximations", "waves"},
    {"approximations", "quotients"},
    {"approximations", "specials"},
    {"approximations", "halves"},
    {"instructions", "products"}, // of the extension `matrices`
};
enum { RUN_COUNT = sizeof RUNS / sizeof *RUNS };
static int runs_here(void) { return RUN_COUNT - !extension_is_there("matrices"); }

static Job jobs[RUN_COUNT];

static void run_all(void) {
    static char emulate[JOB_PATH], programs[RUN_COUNT][JOB_PATH];
    build_path(emulate, "emulate");
    for (int i = 0; i < runs_here(); i++) {
        char name[64];
        snprintf(name, sizeof name, "programs/%s", RUNS[i].program);
        build_path(programs[i], name);
        snprintf(name, sizeof name, "%s.%s.txt", RUNS[i].program, RUNS[i].part);
        jobs[i] = (Job){.arguments = {emulate, "--quiet", programs[i], RUNS[i].part}};
        build_path(jobs[i].output, name);
    }
    jobs_run(jobs, (size_t)runs_here());
}

START_TEST(results_are_those_of_hardware) {
    char program[100];
    snprintf(program, sizeof program, "grader/tests/golden/%s", RUNS[_i].program);
    behaviour_check(&jobs[_i], program, RUNS[_i].part);
}
END_TEST

Suite *instructions_suite(void) {
    Suite *suite = suite_create("instructions");
    TCase *tests = tcase_create("instructions");
    tcase_add_unchecked_fixture(tests, run_all, NULL);
    tcase_add_loop_test(tests, results_are_those_of_hardware, 0, runs_here());
    suite_add_tcase(suite, tests);
    return suite;
}

// test_instructions.c - what instructions give whose results the PTX ISA leaves open, bit for bit as on an H200.
#include "behaviour.h"
#include "extensions.h"
#include <check.h>
#include <stdio.h>

static const struct {
    const char *program, *part, *extension; // that it needs
} RUNS[] = {
    {"instructions", "triples", "video"},
    {"instructions", "from_singles", NULL},
    {"instructions", "small_floats", NULL},
    {"instructions", "atomics", NULL},
    {"instructions", "opaque", NULL},
    {"instructions", "clusters", "clusters"},
    {"edges", "bounds", NULL},
    {"edges", "numbers", NULL},
    {"edges", "policies", NULL},
    {"edges", "atomics", NULL},
    {"edges", "places", "clusters"},
    {"edges", "clusters", "clusters"},
    {"approximations", "roots", NULL},
    {"approximations", "powers", NULL},
    {"approximations", "waves", NULL},
    {"approximations", "quotients", NULL},
    {"approximations", "specials", NULL},
    {"approximations", "halves", NULL},
    {"instructions", "products", "matrices"},
};
enum { RUN_COUNT = sizeof RUNS / sizeof *RUNS };
static bool runs_here(int i) { return !RUNS[i].extension || extension_is_there(RUNS[i].extension); }

static Job jobs[RUN_COUNT];

static void run_all(void) {
    static char emulate[JOB_PATH], programs[RUN_COUNT][JOB_PATH];
    build_path(emulate, "emulate");
    for (int i = 0; i < RUN_COUNT; i++) {
        char name[64];
        snprintf(name, sizeof name, "programs/%s", RUNS[i].program);
        build_path(programs[i], name);
        snprintf(name, sizeof name, "%s.%s.txt", RUNS[i].program, RUNS[i].part);
        jobs[i] = (Job){.arguments = {emulate, "--quiet", programs[i], RUNS[i].part}};
        build_path(jobs[i].output, name);
    }
    jobs_run(jobs, RUN_COUNT);
}

START_TEST(results_are_those_of_hardware) {
    char program[100];
    if (!runs_here(_i)) return;
    snprintf(program, sizeof program, "grader/device/tests/golden/%s", RUNS[_i].program);
    behaviour_check(&jobs[_i], program, RUNS[_i].part);
}
END_TEST

Suite *instructions_suite(void) {
    Suite *suite = suite_create("instructions");
    TCase *tests = tcase_create("instructions");
    tcase_add_unchecked_fixture(tests, run_all, NULL);
    tcase_add_loop_test(tests, results_are_those_of_hardware, 0, RUN_COUNT);
    suite_add_tcase(suite, tests);
    return suite;
}

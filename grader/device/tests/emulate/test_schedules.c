// test_schedules.c - what a program prints and what is counted of it do not depend on how many threads of this machine
// run its blocks, in which order they do, or whether accesses are checked.
//
// The programs have 287 launches of kernels as courses, books and tuning guides have them, among them work queues,
// sums with atomics in floating point, and blocks that wait for each other.
#include "jobs.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const programs[] = {"seed_kernels",    "course_kernels", "tuned_kernels", "matrix_kernels",
                                       "applied_kernels", "loop_kernels",   "look_back"};
static const struct {
    const char *threads, *option;
} schedules[] = {{"1", "--quiet"}, {"2", "--quiet"}, {"5", "--quiet"}, {"2", "--in-order"}, {"2", "--no-checks"}};
enum { PROGRAMS = sizeof programs / sizeof *programs, SCHEDULES = sizeof schedules / sizeof *schedules };
static Job jobs[PROGRAMS][SCHEDULES];

static char *result_path(size_t program, size_t schedule, const char *end) {
    char name[JOB_PATH / 2];
    snprintf(name, sizeof name, "test_schedules.%s.%zu.%s", programs[program], schedule, end);
    return build_path(malloc(JOB_PATH), name);
}

static void run_programs(void) {
    for (size_t p = 0; p < PROGRAMS; p++)
        for (size_t s = 0; s < SCHEDULES; s++) {
            char name[JOB_PATH / 2];
            snprintf(name, sizeof name, "programs/%s", programs[p]);
            jobs[p][s] = (Job){.arguments = {build_path(malloc(JOB_PATH), "emulate"), "--quiet", "--ptxas", "none",
                                             schedules[s].option, "--threads", schedules[s].threads, "--counters",
                                             result_path(p, s, "csv"), build_path(malloc(JOB_PATH), name)}};
            char *output = result_path(p, s, "txt");
            memcpy(jobs[p][s].output, output, JOB_PATH);
            free(output);
        }
    jobs_run(&jobs[0][0], PROGRAMS * SCHEDULES);
}

static void compare(size_t program, size_t schedule, const char *end) {
    char *first_path = result_path(program, 0, end), *path = result_path(program, schedule, end);
    char *first = text_read(first_path), *text = text_read(path);
    ck_assert_msg(strlen(first) > 50, "%s is empty", first_path);
    ck_assert_msg(strcmp(first, text) == 0, "%s and %s differ", first_path, path);
    free(first_path), free(path);
    free(first), free(text);
}

START_TEST(schedules_do_not_show) {
    size_t program = (size_t)_i / SCHEDULES, schedule = (size_t)_i % SCHEDULES;
    ck_assert_int_eq(jobs[program][schedule].status, 0);
    compare(program, schedule, "txt");
    compare(program, schedule, "csv");
}
END_TEST

Suite *schedules_suite(void) {
    Suite *suite = suite_create("schedules");
    TCase *group = tcase_create("schedules");
    tcase_add_unchecked_fixture(group, run_programs, NULL);
    tcase_set_timeout(group, 300);
    tcase_add_loop_test(group, schedules_do_not_show, 0, PROGRAMS * SCHEDULES);
    suite_add_tcase(suite, group);
    return suite;
}

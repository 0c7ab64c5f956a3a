// test_derived.c - what is derived from PTX by rules, against the machine code that the compiler at hand makes.
//
// Every step of every solution, and the kernels of the golden programs, run with --compare-code: their machine code is
// executed beside the PTX and counted instruction by instruction. The rules of device/emulator/assembled/ were read off
// one compiler. Where the numbers differ, the failure names the kernel, the counter and the rule; derived.def has the
// kernels whose difference is understood.
#include "jobs.h"
#include "scratch.h"

#include "emulator/counters/counters.h"
#include "exercises/definition.h"
#include "formats/csv.h"
#include "grading/key.h"
#include "system/files.h"
#include "verdict/one_case.h"
#include "verdict/reference.h"
#include "verdict/steps.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Differences that are understood: kernel, counter, why.
static const struct {
    const char *kernel, *counter, *why;
} known[] = {
#define KNOWN(kernel, counter, why) {kernel, #counter, why},
#include "derived.def"
#undef KNOWN
    {NULL, NULL, NULL}};

static bool is_known(const char *kernel, const char *counter) {
    for (size_t n = 0; known[n].kernel; n++)
        if (!strcmp(known[n].kernel, kernel) && !strcmp(known[n].counter, counter)) return true;
    return false;
}

static unsigned compared, not_executed, wrong;

static const char *cell(const Csv *csv, unsigned row, const char *before, const char *column) {
    char name[100];
    snprintf(name, sizeof name, "%s%s", before, column);
    ck_assert_msg(csv_column(csv, name) >= 0, "there is no column %s", name);
    return csv_cell(csv, row, csv_column(csv, name));
}

static void compare_launch(const Csv *csv, unsigned row, const char *of) {
    const char *kernel = cell(csv, row, "", "kernel");
    if (atoll(cell(csv, row, "", "differing_bytes")) < 0) {
        not_executed++;
        return;
    }
    compared++;
    for (const DerivedCounter *derived = derived_counters; derived->rule; derived++) {
        const char *name = counter_name(derived->counter);
        const char *counted = cell(csv, row, "", name), *executed = cell(csv, row, "executed_", name);
        if (!strcmp(counted, executed) || is_known(kernel, name)) continue;
        wrong++;
        fprintf(stderr, "%s, %s: %s is %s from the PTX and %s in the machine code; look at %s\n", of, kernel, name,
                counted, executed, derived->rule);
    }
}

static void compare_table(const char *path, const char *of) {
    char error[200];
    Csv csv = {0};
    ck_assert_msg(csv_read(path, &csv, error), "%s: %s", of, error);
    for (unsigned row = 1; row < csv.count; row++) compare_launch(&csv, row, of);
    csv_free(&csv);
}

static void conclude(void) {
    fprintf(stderr, "%u launches compared; the machine code of %u more is not executed\n", compared, not_executed);
    ck_assert_uint_gt(compared, 200);
    ck_assert_msg(wrong == 0, "%u counts differ, as said above: is this another nvcc than 13.0?", wrong);
}

// ---- solutions -----------------------------------------------------------------------------------------------------

static char folder[SCRATCH_BYTES];

static void run_step(const Paths *paths, const Exercise *exercise, const char *program, unsigned step) {
    char table[PATH_BYTES], of[200], error[200];
    int index = exercise_timed_case(exercise);
    snprintf(table, sizeof table, "%s/counters.csv", folder);
    snprintf(of, sizeof of, "%s, step %u", exercise->name, step);
    const char *const options[] = {"--in-order", "--compare-code", "--counters", table, NULL};
    const RunPlan plan = {.paths = paths,
                          .exercise = exercise,
                          .program = program,
                          .folder = folder,
                          .seed = 1,
                          .inputs = grade_inputs(paths),
                          .timeout_seconds = 120,
                          .step = step,
                          .options = options};
    CaseRun run = {0};
    ck_assert_msg(key_prepare(paths, exercise, folder, error), "%s: %s", of, error);
    ck_assert_msg(run_case(&plan, index < 0 ? 0 : (unsigned)index, &run, error), "%s: %s", of, error);
    if (run.report) compare_table(table, of);
    run_free(&run);
}

START_TEST(rules_say_what_is_in_the_machine_code_of_solutions) {
    Paths paths;
    char error[200];
    need(paths_find(&paths, error), error);
    for (unsigned n = 0; n < exercise_count; n++) {
        const GradeJob job = {.paths = &paths, .exercise = exercises[n], .timeout_seconds = 60};
        Reference reference;
        Steps *steps = calloc(1, sizeof *steps);
        char path[PATH_BYTES];
        if (!exercise_runs(exercises[n]) || !reference_prepare(&job, &(Graded){.source = ""}, folder, &reference)) {
            free(steps);
            continue;
        }
        paths_source(&paths, "solutions", exercises[n], path);
        char *source = file_read(path, MOST_SOURCE_BYTES, NULL, NULL);
        ck_assert(steps && source);
        steps_read(source, steps);
        for (unsigned step = steps->count ? 1 : 0; step <= steps->count; step++)
            run_step(&paths, exercises[n], reference.program, step);
        free(source);
        free(steps);
    }
    conclude();
}
END_TEST

// ---- golden programs -----------------------------------------------------------------------------------------------

START_TEST(rules_say_what_is_in_the_machine_code_of_golden_kernels) {
    static const char *const PROGRAMS[] = {"course_kernels", "loop_kernels", "matrix_kernels", "seed_kernels"};
    for (size_t n = 0; n < sizeof PROGRAMS / sizeof *PROGRAMS; n++) {
        char emulate[JOB_PATH], program[JOB_PATH], table[JOB_PATH], name[100];
        snprintf(name, sizeof name, "programs/%s", PROGRAMS[n]);
        build_path(program, name);
        snprintf(table, sizeof table, "%s/%s.csv", folder, PROGRAMS[n]);
        Job job = {.arguments = {build_path(emulate, "emulate"), "--quiet", "--in-order", "--compare-code",
                                 "--counters", table, program}};
        snprintf(job.output, sizeof job.output, "%s/%s.txt", folder, PROGRAMS[n]);
        jobs_run(&job, 1);
        ck_assert_int_eq(job.status, 0);
        compare_table(table, PROGRAMS[n]);
    }
    conclude();
}
END_TEST

static void setup(void) { scratch_folder(folder, "derived"); }

Suite *derived_suite(void);
Suite *derived_suite(void) {
    Suite *suite = suite_create("derived");
    TCase *group = tcase_create("derived");
    tcase_set_timeout(group, 900);
    tcase_add_unchecked_fixture(group, setup, NULL);
    tcase_add_test(group, rules_say_what_is_in_the_machine_code_of_golden_kernels);
    tcase_add_test(group, rules_say_what_is_in_the_machine_code_of_solutions);
    suite_add_tcase(suite, group);
    return suite;
}

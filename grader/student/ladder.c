// ladder.c - runs every step of a solution, checks its result and says what each step bought.
#include "ladder.h"

#include "steps.h"

#include "../grading/build.h"
#include "../grading/key.h"
#include "../grading/run.h"
#include "../system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *message) {
    fprintf(stderr, "grade: %s\n", message);
    return 2;
}

// Every case is run until one is wrong, so that a step that is wrong for some size is found; the measured one is told
// of.
static bool step_run(RunPlan *plan, const char *name, bool *right, char error[200]) {
    const Exercise *exercise = plan->exercise;
    static const struct {
        const char *title, *counter;
    } columns[] = {{"load sectors", LOAD_SECTORS},   {"store sectors", STORE_SECTORS},
                   {"load requests", LOAD_REQUESTS}, {"shared passes", SHARED_PASSES},
                   {"conflicts", BANK_CONFLICTS},    {"instructions", "warp_instructions"}};
    char number[32], wrong[300] = "", resource[64] = "", gpu[64];
    double values[COUNT_OF(columns)] = {0}, bound = 0;
    for (unsigned i = 0; i < exercise->case_count && !wrong[0]; i++) {
        CaseRun run;
        if (!run_case(plan, i, &run, error)) return false;
        bool faulty = !run.report || report_fault_count(run.report);
        if (!run.result.passed || run.exit_status || run.signal || faulty)
            snprintf(wrong, sizeof wrong, "case %s: %s%.200s", run.spec.label, faulty ? "faulty; " : "",
                     run.result.message);
        if (i == exercise_first_measured(exercise) && run.report) {
            for (size_t c = 0; c < COUNT_OF(columns); c++) values[c] = report_counter(run.report, columns[c].counter);
            report_bound(run.report, &bound, resource, gpu);
        }
        run_free(&run);
    }
    if (plan->step <= 1) {
        printf("%-28s", "step");
        for (size_t c = 0; c < COUNT_OF(columns); c++) printf(" %13s", columns[c].title);
        printf("  %8s\n", "bound us");
    }
    printf("%-28s", name);
    for (size_t c = 0; c < COUNT_OF(columns); c++) printf(" %13s", text_number(values[c], number));
    printf("  %8.3g  %s\n", bound, wrong[0] ? wrong : resource);
    fflush(stdout);
    *right = *right && !wrong[0];
    return true;
}

static int ladder_run(RunPlan *plan, const char *source, size_t length, const char *shown) {
    const Exercise *exercise = plan->exercise;
    char error[200];
    BuildResult build;
    static Steps steps;
    bool right = true;
    steps_read(source, &steps);
    if (!build_program(plan->paths, exercise, source, length, shown, plan->folder, &build, error)) return fail(error);
    if (!build.built) return fail(build.summary);
    if (exercise->key == KEY_PER_CASE && !key_prepare(plan->paths, exercise, plan->folder, error)) return fail(error);
    plan->program = build.program;
    printf("%s: counted on %s by the emulated GPU, each step checked on all %u cases\n", exercise->name,
           exercise->cases[exercise_first_measured(exercise)].label, exercise->case_count);
    if (!steps.count && !step_run(plan, exercise->name, &right, error)) return fail(error);
    for (unsigned i = 0; i < steps.count; i++) {
        plan->step = i + 1;
        if (!step_run(plan, steps.names[i], &right, error)) return fail(error);
    }
    return right ? 0 : 1;
}

int ladder_command(const Paths *paths, const Exercise *exercise, const char *file, double timeout_seconds) {
    char path[PATH_BYTES], folder[PATH_BYTES], error[200];
    size_t length;
    if (!exercise_runs(exercise)) return fail("an exercise of questions has no ladder");
    paths_source(paths, "solutions", exercise, path);
    char *source = file_read(file ? file : path, MOST_SOURCE_BYTES, &length, error);
    if (!source) return fail(error);
    RunPlan plan = {
        .paths = paths, .exercise = exercise, .folder = folder, .seed = 1, .timeout_seconds = timeout_seconds};
    int status = 2;
    if (!paths_work_folder(paths, folder, error)) fail(error);
    else status = ladder_run(&plan, source, length, file ? file : "the solution");
    folder_remove(folder);
    free(source);
    return status;
}

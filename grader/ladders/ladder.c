// ladder.c - runs every step of a solution, checks its result and says what each step bought.
#include "ladder.h"

#include "ladder_time.h"
#include "recorded.h"

#include "../device/system/text.h"
#include "../grading/build.h"
#include "../grading/key.h"
#include "../report/terminal.h"
#include "../verdict/one_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CSV_SECONDS 60

static int fail(const char *message) {
    fprintf(stderr, "grade: %s\n", message);
    return 2;
}

// ---- what a step costs ----

static const struct {
    const char *title, *counter;
} columns[] = {{"load sectors", LOAD_SECTORS},   {"store sectors", STORE_SECTORS},
               {"load requests", LOAD_REQUESTS}, {"shared passes", SHARED_PASSES},
               {"conflicts", BANK_CONFLICTS},    {"instructions", "warp_instructions"}};

typedef struct {
    double values[COUNT_OF(columns)];
    char wrong[300], name[64];
} StepCost;

// Runs every case until one is wrong, so that a step that is wrong for some size is found; reports the measured case.
static bool step_run(const RunPlan *plan, StepCost *cost, char error[200]) {
    const Exercise *exercise = plan->exercise;
    *cost = (StepCost){0};
    for (unsigned i = 0; i < exercise->case_count && !cost->wrong[0]; i++) {
        CaseRun run;
        if (!run_case(plan, i, &run, error)) return false;
        bool faulty = !run.report || report_fault_count(run.report);
        if (!run.result.passed || run.exit_status || run.signal || faulty)
            snprintf(cost->wrong, sizeof cost->wrong, "case %s: %s%.200s", run.spec.label, faulty ? "faulty; " : "",
                     run.result.message);
        bool measured = i == exercise_first_measured(exercise) && run.report;
        for (size_t c = 0; measured && c < COUNT_OF(columns); c++)
            cost->values[c] = report_counter(run.report, columns[c].counter);
        run_free(&run);
    }
    return true;
}

// ---- as a table for programs: a row for each step ----

static void print_titles(void) {
    printf("%-28s", "step");
    for (size_t c = 0; c < COUNT_OF(columns); c++) printf(" %13s", columns[c].title);
    puts("");
}

static void print_row(const char *name, const StepCost *cost) {
    char number[32];
    printf("%-28s", name);
    for (size_t c = 0; c < COUNT_OF(columns); c++) printf(" %13s", text_number(cost->values[c], number));
    printf("%s%s\n", cost->wrong[0] ? "  " : "", cost->wrong);
}

// ---- on a terminal: steps side by side, as many as fit ----

#define TITLE_COLUMNS 13
#define STEP_COLUMNS 11

static void print_step(const Terminal *terminal, unsigned number, const StepCost *cost) {
    char text[500];
    snprintf(text, sizeof text, "%u %s%s%s", number, cost->name, cost->wrong[0] ? ": " : "", cost->wrong);
    fputs("  ", terminal->out);
    terminal_wrapped(terminal, 2, 4, text);
}

static void print_side_by_side(const StepCost *costs, unsigned first, unsigned end) {
    char number[32];
    printf("\n%-*s", TITLE_COLUMNS, "step");
    for (unsigned i = first; i < end; i++) printf("%*u", STEP_COLUMNS, i + 1);
    puts("");
    for (size_t c = 0; c < COUNT_OF(columns); c++) {
        bool any = false;
        for (unsigned i = first; i < end; i++) any = any || costs[i].values[c] > 0;
        if (!any) continue;
        printf("%-*s", TITLE_COLUMNS, columns[c].title);
        for (unsigned i = first; i < end; i++) printf("%*s", STEP_COLUMNS, text_number(costs[i].values[c], number));
        puts("");
    }
}

static void print_together(const Terminal *terminal, const StepCost *costs, unsigned count) {
    unsigned most = (terminal->style.width - TITLE_COLUMNS) / STEP_COLUMNS;
    for (unsigned first = 0; first < count; first += most)
        print_side_by_side(costs, first, first + most < count ? first + most : count);
}

static int run_steps(RunPlan *plan, const Steps *steps, bool table) {
    static StepCost costs[MOST_STEPS + 1];
    const Terminal terminal = {.out = stdout, .style = terminal_style(stdout)};
    unsigned count = steps->count ? steps->count : 1;
    bool right = true;
    char error[200];
    if (table) print_titles();
    for (unsigned i = 0; i < count; i++) {
        const char *name = steps->count ? steps->names[i] : plan->exercise->name;
        plan->step = steps->count ? i + 1 : 0;
        if (!step_run(plan, &costs[i], error)) return fail(error);
        text_copy(costs[i].name, sizeof costs[i].name, name);
        if (table) print_row(name, &costs[i]);
        else print_step(&terminal, i + 1, &costs[i]);
        fflush(stdout);
        right = right && !costs[i].wrong[0];
    }
    if (!table) print_together(&terminal, costs, count);
    return right ? 0 : 1;
}

// ---- the student's own ---------------------------------------------------------------------------------------------

// Builds the student's file. false: there is nothing of theirs to estimate, as for a skeleton.
static bool build_yours(const RunPlan *plan, const char *folder, char program[PATH_BYTES]) {
    char path[PATH_BYTES], skeleton[PATH_BYTES], shown[PATH_BYTES], error[200];
    size_t length, untouched;
    BuildResult build = {.built = false};
    paths_source(plan->paths, "exercises", plan->exercise, path);
    paths_part(plan->paths, plan->exercise, "skeleton.cu", skeleton);
    paths_shown(plan->paths, path, shown, sizeof shown);
    char *source = file_read(path, MOST_SOURCE_BYTES, &length, error);
    char *empty = file_read(skeleton, MOST_SOURCE_BYTES, &untouched, error);
    bool started = source && !(empty && length == untouched && !memcmp(source, empty, length));
    bool built = started && folder_make(folder) &&
                 build_program(plan->paths, plan->exercise, source, length, shown, folder, &build, error) &&
                 build.built;
    free(source);
    free(empty);
    if (built) text_copy(program, PATH_BYTES, build.program);
    return built;
}

static void print_times(const RunPlan *plan, const Steps *steps) {
    char folder[PATH_BYTES], program[PATH_BYTES];
    const GradeJob job = {.paths = plan->paths, .exercise = plan->exercise, .timeout_seconds = plan->timeout_seconds};
    snprintf(folder, sizeof folder, "%.900s/yours", plan->folder);
    bool built = exercise_estimated(plan->exercise) && build_yours(plan, folder, program);
    ladder_time_print(&job, steps, built ? program : NULL, plan->folder);
}

static int ladder_run(RunPlan *plan, const char *source, size_t length, const char *file) {
    const Exercise *exercise = plan->exercise;
    const Terminal terminal = {.out = stdout, .style = terminal_style(stdout)};
    char error[200], text[300];
    BuildResult build;
    static Steps steps;
    steps_read(source, &steps);
    const char *shown = file ? file : "the solution";
    if (!build_program(plan->paths, exercise, source, length, shown, plan->folder, &build, error)) return fail(error);
    if (!build.built) return fail(build.summary);
    if (exercise->key == KEY_PER_CASE && !key_prepare(plan->paths, exercise, plan->folder, error)) return fail(error);
    plan->program = build.program;
    snprintf(text, sizeof text, "%s: counted on %s by the emulated GPU, each step checked on all %u cases",
             exercise->name, exercise->cases[exercise_first_measured(exercise)].label, exercise->case_count);
    bool table = !isatty(STDOUT_FILENO);
    if (table) puts(text);
    else terminal_wrapped(&terminal, 0, 2, text);
    int status = run_steps(plan, &steps, table);
    if (!file) print_times(plan, &steps);
    return status;
}

int ladder_command(const Paths *paths, const Exercise *exercise, const char *file, double timeout_seconds) {
    char folder[PATH_BYTES], error[200];
    size_t length;
    if (!exercise_runs(exercise)) return fail("an exercise of questions has no ladder");
    char *source =
        file ? file_read(file, MOST_SOURCE_BYTES, &length, error) : paths_solution(paths, exercise, &length, error);
    if (!source) return fail(error);
    RunPlan plan = {
        .paths = paths, .exercise = exercise, .folder = folder, .seed = 1, .timeout_seconds = timeout_seconds};
    int status = 2;
    if (!paths_work_folder(paths, folder, error)) fail(error);
    else status = ladder_run(&plan, source, length, file);
    folder_remove(folder);
    free(source);
    return status;
}

static void times_csv(const Paths *paths, const Exercise *exercise, const char *folder) {
    char path[PATH_BYTES];
    static Steps steps;
    const GradeJob job = {.paths = paths, .exercise = exercise, .timeout_seconds = CSV_SECONDS};
    paths_source(paths, "solutions", exercise, path);
    char *source = file_read(path, MOST_SOURCE_BYTES, NULL, NULL);
    if (!source) return;
    steps_read(source, &steps);
    free(source);
    ladder_time_csv(&job, &steps, folder);
    fflush(stdout);
}

int ladder_times_command(const Paths *paths) {
    char folder[PATH_BYTES], error[200];
    if (!paths_work_folder(paths, folder, error)) return fail(error);
    recorded_print_about(paths);
    puts("# command: make ladders");
    puts("exercise,size,step,estimate_us,low_us,high_us,l2_bytes,dram_bytes,recorded_us,peer,peer_us,reason");
    for (unsigned i = 0; i < exercise_count; i++)
        if (exercise_estimated(exercises[i])) times_csv(paths, exercises[i], folder);
    folder_remove(folder);
    return 0;
}

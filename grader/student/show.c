// show.c - one run of a student's file on the case that limits are checked on, and what its lines did there.
//
// The emulator makes the listing and the page. To show the solution's accesses beside, it gets a trace of the solution,
// run on the same case. The solution's source is not shown.
#define _GNU_SOURCE // asprintf
#include "show.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../grading/build.h"
#include "../grading/grade.h"
#include "../grading/key.h"
#include "../report/terminal.h"
#include "../verdict/estimate.h"
#include "../verdict/one_case.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define TIMEOUT_SECONDS 60
#define LEAST_COLUMNS 60
#define USUAL_COLUMNS 100

typedef struct {
    const Paths *paths;
    const Exercise *exercise;
    char path[PATH_BYTES], shown[PATH_BYTES]; // the file
    char folder[PATH_BYTES];                  // private
    char page[PATH_BYTES], trace[PATH_BYTES];
    char fresh[PATH_BYTES];        // where the page is written, so that nobody reads half of one
    char timelines[2][PATH_BYTES]; // of the file and of the solution
    char *source;
    size_t length;
    BuildResult build;
    unsigned index; // of the case
} Show;

static int fail(const char *message) {
    fprintf(stderr, "grade: %s\n", message);
    return 2;
}

static RunPlan plan_of(const Show *show, const char *program, const char *const *options) {
    return (RunPlan){.paths = show->paths,
                     .exercise = show->exercise,
                     .program = program,
                     .folder = show->folder,
                     .seed = 1,
                     .inputs = grade_inputs(show->paths),
                     .timeout_seconds = TIMEOUT_SECONDS,
                     .options = options};
}

// The accesses of the solution on the same case, in show->trace. false: there are none to show, as of a function of the
// host.
static bool trace_solution(const Show *show) {
    GradeJob job = {.paths = show->paths, .exercise = show->exercise, .timeout_seconds = TIMEOUT_SECONDS};
    Graded own = {.source = show->source, .program = show->build.program, .length = show->length};
    Reference reference;
    Message error;
    CaseRun run = {0};
    const char *const options[] = {"--trace", show->trace, "--trace-limit", "0", NULL};
    if (!reference_prepare(&job, &own, show->folder, &reference)) return false;
    RunPlan plan = plan_of(show, reference.program, options);
    bool traced = run_case(&plan, show->index, &run, error) && run.report && report_launches(run.report);
    run_free(&run);
    return traced;
}

// What was estimated of the file, for its point in the picture of the roofline (gpu/roofline.py).
static void store_estimate(const Show *show, const ReportEstimate *estimate) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%.800s/show/%.100s.estimate.json", show->paths->build, show->exercise->name);
    json_t *record =
        json_pack("{s:s, s:f, s:f, s:f, s:s}", "size", exercise_estimated(show->exercise)->label, REPORT_MICROSECONDS,
                  estimate->microseconds, REPORT_ESTIMATE_L2_BYTES, estimate->l2_bytes, REPORT_ESTIMATE_DRAM_BYTES,
                  estimate->dram_bytes, REPORT_ESTIMATE_REASON, estimate->reason);
    char *text = record ? json_dumps(record, JSON_INDENT(2)) : NULL;
    if (text) file_write_derived(path, text, strlen(text), NULL);
    free(text);
    json_decref(record);
}

// What warps wait for at the estimated size, in show->timelines. Returns how many there are; without the file's own
// there is no picture.
static unsigned record_timelines(const Show *show, bool beside) {
    const GradeJob job = {.paths = show->paths, .exercise = show->exercise, .timeout_seconds = TIMEOUT_SECONDS};
    const Graded own = {.source = show->source, .program = show->build.program, .length = show->length};
    Reference reference;
    ReportEstimate estimate, ignored;
    if (!exercise_estimated(show->exercise) || !reference_prepare(&job, &own, show->folder, &reference)) return 0;
    estimate_reference(&job, &reference, 0, TIME_ALONE, show->folder, &estimate);
    if (!estimate_timeline(&job, show->build.program, show->folder, show->timelines[0], &estimate)) return 0;
    store_estimate(show, &estimate);
    return 1 + (beside && estimate_timeline(&job, reference.program, show->folder, show->timelines[1], &ignored));
}

static unsigned columns_of_terminal(void) {
    struct winsize size;
    const char *said = getenv("COLUMNS");
    unsigned columns = said && atoi(said) > 0 ? (unsigned)atoi(said) : USUAL_COLUMNS;
    if (!said && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col) columns = size.ws_col;
    return columns < LEAST_COLUMNS ? LEAST_COLUMNS : columns;
}

static unsigned faults_at_lines(const DeviceReport *report) {
    unsigned count = 0;
    VerdictFault fault;
    for (unsigned n = 0; n < report_fault_count(report); n++)
        if (report_fault(report, n, &fault) && fault.line) count++;
    return count;
}

// "FILE on CASE: words", on as many lines as it takes.
static void print_said(const Show *show, const CaseRun *run, const char *said) {
    const Terminal terminal = {.out = stdout, .style = terminal_style(stdout)};
    char text[2 * PATH_BYTES];
    snprintf(text, sizeof text, "%s on %s: %s", show->shown, run->spec.label, said);
    terminal_wrapped(&terminal, 0, 2, text);
}

static void print_outcome(const Show *show, const CaseRun *run) {
    print_said(show, run, run->result.passed ? "right results" : run->result.message);
    unsigned faults = faults_at_lines(run->report);
    if (faults) printf("%u fault%s, each below its line\n", faults, faults == 1 ? "" : "s");
    if (run->errors) fputs(run->errors, stdout);
    char page[PATH_BYTES];
    if (!report_launches(run->report)) {
        puts("\nNothing ran on the GPU: there are no lines to show.");
        return;
    }
    paths_shown(show->paths, show->page, page, sizeof page);
    printf("\nThe same with pictures, for a browser:\n  %s\n", page);
}

static int run_file(const Show *show, bool beside) {
    char columns[16], source[2 * PATH_BYTES + 2], title[200];
    Message error;
    snprintf(columns, sizeof columns, "%u", columns_of_terminal());
    snprintf(source, sizeof source, "%s=%s", show->shown, show->path);
    snprintf(title, sizeof title, "%.100s", show->exercise->name);
    const char *options[MOST_OPTIONS] = {"--html",   show->fresh, "--annotate", "--columns", columns,
                                         "--source", source,      "--title",    title,       "--brief"};
    unsigned used = 10;
    if (isatty(STDOUT_FILENO) && !getenv("NO_COLOR")) options[used++] = "--colour";
    const char *const other[] = {"--beside", show->trace, "--beside-name", "the solution"};
    for (unsigned n = 0; beside && n < 4; n++) options[used++] = other[n];
    unsigned timelines = record_timelines(show, beside);
    for (unsigned n = 0; n < timelines; n++) {
        options[used++] = "--show-timeline";
        options[used++] = show->timelines[n];
    }
    RunPlan plan = plan_of(show, show->build.program, options);
    CaseRun run = {0};
    if (!run_case(&plan, show->index, &run, error)) return run_free(&run), fail(error);
    bool ran = run.report != NULL;
    if (ran && file_exists(show->fresh) && rename(show->fresh, show->page))
        return run_free(&run), fail("cannot write the page below build/show");
    if (ran) print_outcome(show, &run);
    else print_said(show, &run, "it had to be stopped; make grade says why.");
    run_free(&run);
    return ran ? 0 : 1;
}

static int build_and_run(Show *show, bool is_solution) {
    Message error;
    if (!key_prepare(show->paths, show->exercise, show->folder, error)) return fail(error);
    if (!build_program(show->paths, show->exercise, show->source, show->length, show->shown, show->folder, &show->build,
                       error))
        return fail(error);
    if (!show->build.built) {
        printf("%s does not build: %s\n%s", show->shown, show->build.summary, show->build.log);
        return 1;
    }
    return run_file(show, !is_solution && trace_solution(show));
}

// The first case whose counters are judged and that anybody may see, else the first.
static unsigned case_to_show(const Exercise *exercise) {
    int timed = exercise_timed_case(exercise);
    return timed < 0 ? 0 : (unsigned)timed;
}

static int show_file(const Paths *paths, const Exercise *exercise, bool is_solution) {
    static Show show;
    Message error;
    if (!exercise_runs(exercise)) {
        const Terminal terminal = {.out = stdout, .style = terminal_style(stdout)};
        char text[500];
        snprintf(text, sizeof text,
                 "%s asks questions: there is no program of yours to show. Its kernels are in chapters/%s/README.md, "
                 "and make grade EXERCISE=%s says which answers are right.",
                 exercise->name, exercise->chapter, exercise->name);
        terminal_wrapped(&terminal, 0, 0, text);
        return 0;
    }
    show = (Show){.paths = paths, .exercise = exercise, .index = case_to_show(exercise)};
    paths_source(paths, is_solution ? "solutions" : "exercises", exercise, show.path);
    paths_shown(paths, show.path, show.shown, sizeof show.shown);
    snprintf(show.page, sizeof show.page, "%.800s/show", paths->build);
    if (!folder_make(show.page)) return fail("cannot make build/show");
    snprintf(show.page, sizeof show.page, "%.800s/show/%.100s.html", paths->build, exercise->name);
    snprintf(show.trace, sizeof show.trace, "%.800s/show/%.100s.trace", paths->build, exercise->name);
    snprintf(show.timelines[0], sizeof show.timelines[0], "%.800s/show/%.100s.timeline", paths->build, exercise->name);
    snprintf(show.timelines[1], sizeof show.timelines[1], "%.800s/show/%.100s.solution.timeline", paths->build,
             exercise->name);
    show.source = is_solution ? paths_solution(paths, exercise, &show.length, error)
                              : file_read(show.path, MOST_SOURCE_BYTES, &show.length, error);
    if (!show.source) return fail(error);
    int status = 2;
    if (!paths_work_folder(paths, show.folder, error)) fail(error);
    else {
        snprintf(show.fresh, sizeof show.fresh, "%.1000s/page.html", show.folder);
        status = build_and_run(&show, is_solution);
    }
    folder_remove(show.folder);
    free(show.source);
    return status;
}

int show_command(const Paths *paths, const Exercise *exercise) { return show_file(paths, exercise, false); }
int show_solution(const Paths *paths, const Exercise *exercise) { return show_file(paths, exercise, true); }

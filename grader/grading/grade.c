// grade.c - one exercise from the student's file to the verdict: compare with the skeleton, build, run, judge, time.
#include "grade.h"

#include "../causes/explain.h"
#include "../causes/source.h"
#include "../gpu/timing.h"
#include "../questions/answers.h"
#include "../system/text.h"
#include "build.h"
#include "elsewhere.h"
#include "key.h"
#include "run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

typedef struct {
    const GradeJob *job;
    Verdict *verdict;
    char *source;
    size_t length;
    char folder[PATH_BYTES]; // private, removed at the end
    BuildResult build;
    CaseRun *runs;
} Grading;

static size_t trimmed_length(const char *text, size_t length) {
    while (length && strchr(" \t\r\n", text[length - 1])) length--;
    return length;
}

static bool is_skeleton(const Grading *grading) {
    char path[PATH_BYTES], error[200];
    size_t length;
    paths_part(grading->job->paths, grading->job->exercise, "skeleton.cu", path);
    char *skeleton = file_read(path, MOST_SOURCE_BYTES, &length, error);
    if (!skeleton) return false;
    size_t own = trimmed_length(grading->source, grading->length);
    bool same = own == trimmed_length(skeleton, length) && !memcmp(skeleton, grading->source, own);
    free(skeleton);
    return same;
}

// ---- the inputs of this machine ----

uint64_t grade_inputs(const Paths *paths) {
    char path[PATH_BYTES], text[32], error[200];
    uint64_t inputs = 0;
    snprintf(path, sizeof path, "%.900s/inputs.seed", paths->build);
    char *kept = file_read(path, sizeof text, NULL, error);
    if (kept) inputs = strtoull(kept, NULL, 16);
    free(kept);
    if (inputs || getrandom(&inputs, sizeof inputs, 0) < 0) return inputs;
    int length = snprintf(text, sizeof text, "%" PRIx64 "\n", inputs);
    file_write(path, text, (size_t)length, error); // if it cannot be stored, every run has another one
    return inputs;
}

// ---- faults: from the device's file names to the student's ----

// The device knows the copy that was compiled, which becomes the student's file; other files are named below the
// workbook's root. Returns whether it was that copy.
static bool rename_file(const Grading *grading, char *file, size_t size) {
    char staged[80], shorter[256];
    const char *name = strrchr(file, '/');
    snprintf(staged, sizeof staged, "%.70s.cu", grading->job->exercise->name);
    if (!strcmp(name ? name + 1 : file, staged)) {
        text_copy(file, size, grading->verdict->file);
        return true;
    }
    paths_shown(grading->job->paths, file, shorter, sizeof shorter);
    text_copy(file, size, shorter);
    return false;
}

// For the first visible case whose program ended with a status other than 0.
static void explain_ends(Grading *grading) {
    const Verdict *verdict = grading->verdict;
    for (unsigned i = 0; i < grading->job->exercise->case_count && !verdict->ended[0]; i++)
        if (grading->runs[i].exit_status && !grading->runs[i].spec.hidden)
            explain_end(grading->source, grading->verdict, grading->runs[i].said);
}

// A whole program prints its answer, so its output is only shown if the answer is wrong.
static bool says_more(const Exercise *exercise, const CaseRun *run) {
    bool text = run->text && run->text[0] && (!exercise_is_program(exercise) || !run->result.passed);
    return text || (run->errors && run->errors[0]);
}

// Takes what the program printed in the first visible case that failed, or else in the first that printed anything.
// Nothing of hidden cases: a program could print its inputs.
static void take_printed(Grading *grading) {
    Verdict *verdict = grading->verdict;
    const Exercise *exercise = grading->job->exercise;
    const CaseRun *chosen = NULL;
    for (unsigned i = 0; i < exercise->case_count; i++) {
        const CaseRun *run = &grading->runs[i];
        if (run->spec.hidden || !says_more(exercise, run)) continue;
        bool failed = !verdict->cases[i].result.passed;
        if (!chosen || (failed && chosen->result.passed)) chosen = run;
    }
    if (!chosen) return;
    char both[sizeof verdict->printed] = "";
    text_append(both, sizeof both, "%s", chosen->text ? chosen->text : "");
    if (both[0] && !text_ends(both, "\n")) text_append(both, sizeof both, "\n");
    text_append(both, sizeof both, "%s", chosen->errors ? chosen->errors : "");
    text_clean(verdict->printed, sizeof verdict->printed, both, strlen(both), true);
    text_copy(verdict->printed_case, sizeof verdict->printed_case, chosen->spec.label);
}

static void copy_line_texts(Grading *grading) {
    for (unsigned i = 0; i < grading->verdict->counter_count; i++) {
        VerdictCounter *counter = &grading->verdict->counters[i];
        for (unsigned l = 0; l < counter->line_count; l++)
            source_line(grading->source, counter->lines[l].line, counter->lines[l].source,
                        sizeof counter->lines[l].source);
    }
}

static void name_fault_files(Grading *grading) {
    for (unsigned i = 0; i < grading->verdict->fault_count; i++) {
        VerdictFault *fault = &grading->verdict->faults[i];
        if (fault->file[0] && rename_file(grading, fault->file, sizeof fault->file))
            source_line(grading->source, fault->line, fault->source, sizeof fault->source);
        if (fault->other_file[0] && rename_file(grading, fault->other_file, sizeof fault->other_file))
            source_line(grading->source, fault->other_line, fault->other_source, sizeof fault->other_source);
    }
}

// ---- time ----

static void measure_on_gpu(Grading *grading, const CaseRun *counted, const Reference *reference) {
    const GradeJob *job = grading->job;
    const TimingJob timing = {.gpu = job->gpu,
                              .paths = job->paths,
                              .exercise = job->exercise,
                              .student = grading->build.program,
                              .reference = reference->program,
                              .folder = grading->folder,
                              .seed = counted->seed,
                              .report = counted->report,
                              .counted = &counted->spec};
    if (job->gpu && job->gpu->state == GPU_READY) gpu_timing(&timing, &grading->verdict->time);
}

static void note_gpu(Grading *grading) {
    const RealGpu *gpu = grading->job->gpu;
    VerdictTime *time = &grading->verdict->time;
    if (!gpu) return;
    if (gpu->state == GPU_UNUSABLE) text_copy(time->unusable, sizeof time->unusable, gpu->why);
    for (unsigned i = 0; grading->runs && i < grading->job->exercise->case_count; i++)
        if (grading->runs[i].on_gpu) text_copy(time->device, sizeof time->device, gpu->name);
}

// Nothing is timed if results are wrong.
static void fill_time(Grading *grading) {
    VerdictTime *time = &grading->verdict->time;
    int timed = grade_timed_case(grading->job->exercise);
    VerdictState state = grading->verdict->state;
    Reference reference;
    if (timed < 0 || (state != STATE_passed && state != STATE_limit)) return;
    const CaseRun *run = &grading->runs[timed];
    time->has_bound = run->report && report_bound(run->report, &time->bound_us, time->bound_resource, time->bound_gpu);
    if (grading->job->paths->box[0]) return; // no GPU in a box, and nothing to compare with
    const Graded graded = {.source = grading->source,
                           .length = grading->length,
                           .program = grading->build.program,
                           .has_bound = time->has_bound,
                           .bound_us = time->bound_us};
    if (!reference_prepare(grading->job, &graded, grading->folder, &reference)) return;
    time->has_reference_bound = reference.has_bound;
    time->reference_bound_us = reference.bound_us;
    measure_on_gpu(grading, run, &reference);
}

// ---- the steps ----

static bool run_all_cases(Grading *grading, char error[200]) {
    const Exercise *exercise = grading->job->exercise;
    RunPlan plan = {.paths = grading->job->paths,
                    .exercise = exercise,
                    .program = grading->build.program,
                    .folder = grading->folder,
                    .seed = grading->job->seed,
                    .inputs = grading->job->inputs,
                    .timeout_seconds = grading->job->timeout_seconds,
                    .gpu = grading->job->gpu};
    for (unsigned i = 0; i < exercise->case_count; i++) {
        run_announce(&plan, i, &grading->runs[i]);
        bool stop = i && (judge_was_stopped(&grading->runs[i - 1]) || !grading->runs[i - 1].started);
        if (stop) continue;
        if (!run_case(&plan, i, &grading->runs[i], error)) return false;
        if (!grading->runs[i].died && !elsewhere_judge(&plan, i, &grading->runs[i], error)) return false;
        if (grading->runs[i].died) return true;
    }
    return true;
}

static bool unrun(Grading *grading, VerdictState state, const char *summary, char error[200]) {
    if (judge_unrun(grading->verdict, state, summary)) return true;
    snprintf(error, 200, "out of memory");
    return false;
}

static bool judge_questions(Grading *grading, char error[200]) {
    const GradeJob *job = grading->job;
    char course[64];
    Draw draw;
    KeyRun *key = NULL;
    if (!job->exercise->question_count) return true;
    course_read(job->paths, course);
    draw_for(job->exercise, grading->source, grading->length, course, &draw);
    if (draw_is_known(&draw)) {
        if (!key_prepare(job->paths, job->exercise, grading->folder, error)) return false;
        if (!(key = key_load(job->paths, &draw, grading->folder, error))) return false;
    }
    bool judged = answers_judge(grading->source, grading->length, &draw, key, grading->verdict, error);
    key_free(key);
    return judged;
}

// Builds and runs. false: the grader could not work. *ended: there is nothing more to judge.
static bool build_and_run(Grading *grading, bool *ended, char error[200]) {
    const GradeJob *job = grading->job;
    Verdict *verdict = grading->verdict;
    BuildResult *build = &grading->build;
    if (job->exercise->key == KEY_PER_CASE && !key_prepare(job->paths, job->exercise, grading->folder, error))
        return false;
    if (job->program) {
        *build = (BuildResult){.built = true};
        snprintf(build->program, sizeof build->program, "%s", job->program);
    } else if (!build_program(job->paths, job->exercise, grading->source, grading->length, verdict->file,
                              grading->folder, build, error)) {
        return false;
    }
    text_clean(verdict->build_log, sizeof verdict->build_log, build->log, strlen(build->log), true);
    *ended = !build->built;
    if (!build->built) return unrun(grading, STATE_build, build->summary, error);
    grading->runs = calloc(job->exercise->case_count, sizeof *grading->runs);
    return grading->runs && run_all_cases(grading, error);
}

// Whether the device process died of a case. Then nothing that was counted is worth anything, and a person decides.
static bool grader_died(Grading *grading, char *words, size_t size) {
    int died = 0;
    for (unsigned i = 0; grading->runs && i < grading->job->exercise->case_count && !died; i++)
        died = grading->runs[i].died;
    if (!died) return false;
    snprintf(words, size,
             "The emulated GPU itself crashed on this file, and when it was tried again (%s). A person has to look at "
             "it: it has no points yet, which is not a zero.",
             died == RUN_LEFT_NO_REPORT ? "its report cannot be read" : strsignal(died));
    return true;
}

static bool grade_in_folder(Grading *grading, char error[200]) {
    const Exercise *exercise = grading->job->exercise;
    bool ended = false;
    char words[200];
    if (exercise_runs(exercise) && !build_and_run(grading, &ended, error)) return false;
    if (ended) return true;
    if (grader_died(grading, words, sizeof words)) return unrun(grading, STATE_grader_died, words, error);
    if (!judge_runs(grading->runs, exercise->case_count, grading->verdict)) {
        snprintf(error, 200, "out of memory");
        return false;
    }
    name_fault_files(grading);
    explain_faults(grading->source, grading->verdict);
    explain_leaks(grading->source, grading->verdict);
    explain_results(grading->source, grading->verdict);
    explain_ends(grading);
    take_printed(grading);
    copy_line_texts(grading);
    if (!judge_questions(grading, error)) return false;
    note_gpu(grading);
    fill_time(grading);
    judge_finish(grading->verdict); // time may have points
    return true;
}

bool grade_file(const GradeJob *job, Verdict *verdict, char error[200]) {
    Grading grading = {.job = job, .verdict = verdict};
    *verdict = (Verdict){.exercise = job->exercise, .seed = job->seed};
    if (job->shown) text_copy(verdict->file, sizeof verdict->file, job->shown);
    else paths_shown(job->paths, job->file, verdict->file, sizeof verdict->file);
    error[0] = 0;
    if (file_is_link(job->file))
        return unrun(&grading, STATE_rejected,
                     "The file is a link, and links are not followed: put the file itself there.", error);
    if (!file_exists(job->file))
        return unrun(&grading, STATE_not_started, "The file is not there; make reset brings the skeleton back.", error);
    grading.source = file_read(job->file, MOST_SOURCE_BYTES, &grading.length, error);
    if (!grading.source) return unrun(&grading, STATE_rejected, error, error);
    bool worked;
    if (is_skeleton(&grading)) {
        worked = unrun(&grading, STATE_not_started, "Nothing is changed yet.", error);
    } else if ((worked = paths_work_folder(job->paths, grading.folder, error))) {
        worked = grade_in_folder(&grading, error);
        folder_remove(grading.folder);
    }
    for (unsigned i = 0; grading.runs && i < job->exercise->case_count; i++) run_free(&grading.runs[i]);
    free(grading.runs);
    free(grading.source);
    if (!worked) verdict_free(verdict);
    return worked;
}

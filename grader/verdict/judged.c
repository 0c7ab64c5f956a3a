// judged.c - the rules by which runs become a verdict: cases, faults, limits, questions, the time on a real GPU; then
// the points (grading/points.c).
//
// Of a run only three things count: the output against the oracle, the device's report, and how the program ended.
#include "judged.h"
#include "stages.h"

#include "../causes/source/source.h"
#include "../device/system/text.h"
#include "../gpu/timing.h"
#include "../grading/key.h"
#include "../grading/points.h"
#include "../questions/answers.h"
#include "../questions/course.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FIGURES 200 // lines with figures

// ---- cases ----

static void end_message(const CaseRun *run, bool hidden, VerdictState state, CaseResult *result) {
    char *message = result->message;
    size_t size = sizeof result->message;
    bool is_crash = run->signal && text_ends(run->said, strsignal(run->signal)); // said where it crashed, no more
    const char *said = run->said[0] && !is_crash ? run->said : NULL;
    if (run->end == PROCESS_TOO_MANY)
        snprintf(message, size, "started process after process, as a fork bomb does, and was stopped at more than %u",
                 run_limits.processes);
    else if (state == STATE_timeout) snprintf(message, size, "did not end in time and was stopped");
    else if (run->end == PROCESS_MEMORY)
        snprintf(message, size, "took all memory of the host that a case may have (%.1f GiB) and was stopped",
                 (double)run_limits.memory_bytes / (1 << 30));
    else if (state == STATE_memory)
        snprintf(
            message, size,
            "cudaMalloc() failed, because the device has too little memory: ask for less, or act on what it returns");
    else if (state == STATE_output)
        snprintf(message, size, "printed %u MiB and was still printing when it was stopped",
                 (unsigned)(PROCESS_FLOOD * run_limits.output_bytes >> 20));
    else if (state == STATE_disk) snprintf(message, size, "wrote more to disk than is allowed");
    else if ((result->divided = run->signal == SIGFPE))
        snprintf(message, size, "divided an integer by zero (signal %d)", SIGFPE);
    else if (run->signal == SIGSEGV)
        snprintf(message, size, "followed a pointer that is null, or that leads to no memory of the host (signal %d)",
                 SIGSEGV);
    else if (run->signal == SIGILL)
        snprintf(message, size, "did what C++ leaves undefined, as dividing by a constant 0 (signal %d)", SIGILL);
    else if (run->signal) snprintf(message, size, "was ended by signal %d (%s)", run->signal, strsignal(run->signal));
    else snprintf(message, size, "ended with exit status %d", run->exit_status);
    if (said && !hidden && (state == STATE_crash || state == STATE_wrong || state == STATE_fault))
        text_append(message, size, ", saying: %s", said);
}

// What a student may know of a hidden case: that it failed and what kind of thing is wrong. Never a value, an index or
// a count: a program could choose them so that they tell its inputs.
static void result_hide(CaseResult *result) {
    CaseResult shown = {.passed = result->passed, .unwritten = result->unwritten};
    text_copy(shown.cause, sizeof shown.cause, result->cause);
    text_copy(shown.kind, sizeof shown.kind, result->kind);
    if (!shown.passed)
        snprintf(shown.message, sizeof shown.message, "%s, in a hidden case",
                 result->cause[0]  ? result->cause
                 : result->kind[0] ? result->kind
                                   : "results are wrong");
    *result = shown;
}

// A known mistake that the results show is still reported.
static void result_distrust(CaseResult *result) {
    CaseResult left = {.message = "not judged: after a fault results mean nothing"};
    text_copy(left.cause, sizeof left.cause, result->cause);
    *result = left;
}

static void judge_case(const CaseRun *run, VerdictCase *out, VerdictState *worst) {
    const CaseSpec *spec = &run->spec;
    text_copy(out->label, sizeof out->label, spec->label);
    out->hidden = spec->hidden;
    out->seed = run->seed;
    out->ran = run_ended(run);
    if (!run->started) {
        snprintf(out->result.message, sizeof out->result.message, "not run, because an earlier case had to be stopped");
        return;
    }
    VerdictState state = run->state;
    if (out->ran) out->result = run->result;
    if (out->ran && spec->hidden) result_hide(&out->result);
    out->spoilt = out->ran && run->faults.spoil;
    if (out->spoilt) result_distrust(&out->result);
    if (!out->ran || state == STATE_timeout || state == STATE_memory) {
        out->result.passed = false;
        end_message(run, spec->hidden, state, &out->result);
    }
    text_copy(out->result.message, sizeof out->result.message, out->result.message);
    static const VerdictState order[] = {STATE_timeout, STATE_memory, STATE_output, STATE_disk,
                                         STATE_crash,   STATE_fault,  STATE_wrong};
    for (unsigned i = 0; i < sizeof order / sizeof *order && *worst != order[i]; i++)
        if (state == order[i]) *worst = state;
}

// A program that computes on the host does so in every case, also in those whose inputs are small enough to be copied.
static void judge_host_work(const CaseRun *runs, unsigned count, Verdict *verdict) {
    const char *why = NULL;
    for (const CaseRun *run = runs; run < runs + count; run++)
        if (run->on_host) why = run->on_host;
    for (unsigned i = 0; why && i < count; i++) {
        CaseResult *result = &verdict->cases[i].result;
        if (!result->passed) continue;
        *result = (CaseResult){.total = result->total};
        text_append(result->message, sizeof result->message, "%s: the work belongs on the device", why);
    }
}

static bool judge_together(const CaseRun *runs, unsigned count, Verdict *verdict) {
    VerdictCase *together = &verdict->cases[count];
    text_copy(together->label, sizeof together->label, "all cases together");
    text_copy(together->result.message, sizeof together->result.message, "not judged until every case is right");
    if (verdict->state != STATE_passed) return true;
    CaseResult *results = calloc(count, sizeof *results);
    Outcome *outcomes = calloc(count, sizeof *outcomes);
    if (!results || !outcomes) return free(results), free(outcomes), false;
    for (unsigned i = 0; i < count; i++) {
        results[i] = runs[i].result;
        outcomes[i] = (Outcome){.spec = &runs[i].spec,
                                .seed = runs[i].seed,
                                .text = runs[i].text ? runs[i].text : "",
                                .key_text = runs[i].key_text,
                                .report = runs[i].report};
    }
    together->ran = true;
    verdict->exercise->check_all(outcomes, results, count, &together->result);
    if (!together->result.passed) verdict->state = STATE_wrong;
    free(results);
    free(outcomes);
    return true;
}

// ---- faults: which are told, where they are in the student's file, and what was never freed ----

static bool same_fault(const VerdictFault *left, const VerdictFault *right) {
    return left->line == right->line && left->kind == right->kind &&
           (left->kind != FAULT_INVALID_LAUNCH || right->hidden || fact_equal(&left->fact, &right->fact)) &&
           !strcmp(left->file, right->file) && !strcmp(left->kernel, right->kernel) &&
           left->other_line == right->other_line;
}

// What is shown of a hidden case's fault: the kind and the line.
static void fault_hide(VerdictFault *fault) {
    VerdictFault shown = {.kind = fault->kind,
                          .line = fault->line,
                          .other_line = fault->other_line,
                          .barrier_line = fault->barrier_line,
                          .call_line = fault->call_line,
                          .other_call_line = fault->other_call_line,
                          .barrier_call_line = fault->barrier_call_line,
                          .hidden = true,
                          .count = 1};
    memcpy(shown.kernel, fault->kernel, sizeof shown.kernel);
    memcpy(shown.file, fault->file, sizeof shown.file);
    memcpy(shown.other_file, fault->other_file, sizeof shown.other_file);
    memcpy(shown.space, fault->space, sizeof shown.space);
    shown.is_write = fault->is_write;
    shown.other_is_write = fault->other_is_write;
    shown.fact = FACT_OF(hidden, fault->kind, fault->is_write);
    fact_say(&shown.fact, shown.kind, shown.sentence);
    *fault = shown;
}

// A fault that a visible case has, too, is reported for that case.
static void fault_add(Verdict *verdict, const VerdictFault *fault) {
    for (unsigned i = 0; i < verdict->fault_count; i++) {
        if (!same_fault(&verdict->faults[i], fault)) continue;
        if (!fault->hidden) verdict->faults[i].count += fault->count;
        return;
    }
    if (verdict->fault_count < VERDICT_FAULTS) verdict->faults[verdict->fault_count++] = *fault;
}

// A function that resets the device destroys the arrays that it was given.
static void judge_reset(const CaseRun *run, Verdict *verdict) {
    VerdictFault reset = {.kind = FAULT_DEVICE_RESET, .count = 1, .hidden = run->spec.hidden};
    if (!exercise_is_function(verdict->exercise) || !report_resets(run->report)) return;
    text_copy(reset.sentence, sizeof reset.sentence, fault_sentence(FAULT_DEVICE_RESET));
    report_reset_place(run->report, &reset);
    memcpy(reset.case_label, run->spec.label, sizeof reset.case_label);
    fault_add(verdict, &reset);
}

static void judge_faults(const CaseRun *runs, unsigned count, Verdict *verdict) {
    VerdictFault fault;
    verdict->fault_count = 0;
    for (unsigned i = 0; i < count; i++) {
        if (runs[i].report) judge_reset(&runs[i], verdict);
        for (unsigned f = 0; runs[i].report && f < report_fault_count(runs[i].report); f++) {
            if (!report_fault(runs[i].report, f, &fault) || !fault_counts(fault.kind)) continue;
            memcpy(fault.case_label, verdict->cases[i].label, sizeof fault.case_label);
            if (runs[i].spec.hidden) fault_hide(&fault);
            fault_add(verdict, &fault);
        }
    }
}

// Looks at the first visible case that ran to its end: a program that was stopped frees nothing.
static void judge_leaks(const CaseRun *runs, unsigned count, Verdict *verdict) {
    VerdictFault fault;
    VerdictLeaks *leaks = &verdict->leaks;
    *leaks = (VerdictLeaks){0};
    for (unsigned i = 0; i < count && !leaks->count; i++) {
        if (!verdict->cases[i].ran || runs[i].spec.hidden || !runs[i].report) continue;
        for (unsigned f = 0; f < report_fault_count(runs[i].report); f++) {
            if (!report_fault(runs[i].report, f, &fault) || fault_counts(fault.kind)) continue;
            leaks->count++;
            if (!leaks->line) leaks->line = fault.line, text_copy(leaks->file, sizeof leaks->file, fault.file);
            leaks->bytes += fault.allocation_bytes;
        }
        text_copy(leaks->case_label, sizeof leaks->case_label, runs[i].spec.label);
    }
}

// The device knows the copy that was compiled, which becomes the student's file; other files are named below the
// workbook's root. Returns whether it was that copy.
static bool rename_file(const Built *built, char *file, size_t size) {
    char staged[80], shorter[256];
    const char *name = strrchr(file, '/');
    snprintf(staged, sizeof staged, "%.70s.cu", built->job->exercise->name);
    if (!strcmp(name ? name + 1 : file, staged)) {
        text_copy(file, size, built->shown);
        return true;
    }
    paths_shown(built->job->paths, file, shorter, sizeof shorter);
    text_copy(file, size, shorter);
    return false;
}

static void name_fault_files(const Built *built, Verdict *verdict) {
    VerdictLeaks *leaks = &verdict->leaks;
    if (leaks->line && !rename_file(built, leaks->file, sizeof leaks->file)) leaks->line = 0;
    for (unsigned i = 0; i < verdict->fault_count; i++) {
        VerdictFault *fault = &verdict->faults[i];
        if (fault->file[0] && rename_file(built, fault->file, sizeof fault->file))
            source_line(built->source, fault->line, fault->source, sizeof fault->source);
        if (fault->other_file[0] && rename_file(built, fault->other_file, sizeof fault->other_file))
            source_line(built->source, fault->other_line, fault->other_source, sizeof fault->other_source);
    }
}

// ---- limits ----

static unsigned measured_cases(const Exercise *exercise) {
    unsigned measured = 0;
    for (unsigned i = 0; i < exercise->case_count; i++) measured += exercise->cases[i].measured;
    return measured;
}

static unsigned limit_count(const Exercise *exercise) {
    unsigned limits = 0;
    for (unsigned i = 0; i < exercise->part_count; i++) limits += exercise->parts[i].kind == PART_LIMIT;
    return limits;
}

// Counters lie limit by limit, each with its measured cases in order.
static void judge_limits(const CaseRun *runs, unsigned count, Verdict *verdict) {
    const Exercise *exercise = verdict->exercise;
    verdict->counter_count = 0;
    for (unsigned p = 0; p < exercise->part_count; p++)
        for (unsigned i = 0; i < count && exercise->parts[p].kind == PART_LIMIT; i++)
            if (exercise->cases[i].measured)
                verdict->counters[verdict->counter_count++] = judge_limit(exercise, p, &runs[i]);
}

// What each line did in a visible case, for pages that show figures beside the source.
static void take_figures(const CaseRun *runs, Verdict *verdict) {
    char name[80];
    int shown = exercise_timed_case(verdict->exercise);
    verdict->figure_count = 0;
    if (shown < 0 || !runs[shown].report) return;
    snprintf(name, sizeof name, "%.70s.cu", verdict->exercise->name);
    verdict->figure_count = report_figures(runs[shown].report, name, verdict->figures, MOST_FIGURES);
}

static bool is_judged(const Part *part) { return part->kind == PART_LIMIT && part->points > 0; }

static bool all_limits_met(const Verdict *verdict) {
    for (unsigned p = 0; p < verdict->exercise->part_count; p++)
        if (is_judged(&verdict->exercise->parts[p]) && verdict_unmet(verdict, p, false)) return false;
    return true;
}

// ---- questions ----

static VerdictState state_of_answers(const Verdict *verdict) {
    bool any = verdict_answers(verdict, ANSWER_NONE) < verdict->answer_count;
    bool all = verdict_answers(verdict, ANSWER_RIGHT) == verdict->answer_count;
    return all ? STATE_passed : any ? STATE_wrong : STATE_not_started;
}

static bool judge_questions(const Built *built, Verdict *verdict, char error[200]) {
    const GradeJob *job = built->job;
    char course[64];
    Draw draw;
    if (!job->exercise->question_count) return true;
    course_read(course);
    draw_for(job->exercise, built->source, built->length, course, &draw);
    if (!key_prepare(job->paths, job->exercise, built->folder, error)) return false;
    KeyRun *key = key_load(job->paths, &draw, built->folder, error);
    if (!key) return false;
    text_copy(verdict->named, sizeof verdict->named, draw.student);
    bool judged = answers_judge(built->source, built->length, &draw, key, verdict->answers, error);
    if (!exercise_runs(job->exercise)) verdict->state = state_of_answers(verdict);
    key_free(key);
    return judged;
}

// ---- time ----

static void measure_on_gpu(const Built *built, const CaseRun *counted, const Reference *reference, VerdictTime *time) {
    const GradeJob *job = built->job;
    TimingJob timing = {.gpu = job->gpu,
                        .paths = job->paths,
                        .exercise = job->exercise,
                        .student = built->build.program,
                        .reference = reference->program,
                        .folder = built->folder,
                        .seed = counted->seed,
                        .report = counted->report,
                        .counted = &counted->spec};
    time_ends(job, &timing.plain, &timing.full);
    if (job->gpu && job->gpu->state == GPU_READY) gpu_timing(&timing, time);
}

static void note_gpu(const Ran *ran, VerdictTime *time) {
    const RealGpu *gpu = ran->built->job->gpu;
    if (!gpu) return;
    if (gpu->state == GPU_UNUSABLE) text_copy(time->unusable, sizeof time->unusable, gpu->why);
    for (unsigned i = 0; ran->runs && i < ran->built->job->exercise->case_count; i++)
        if (ran->runs[i].on_gpu) text_copy(time->device, sizeof time->device, gpu->name);
}

static void compare(const Ran *ran, const CaseRun *run, Judged *judged) {
    const Built *built = ran->built;
    VerdictTime *time = &judged->verdict.time;
    const Graded graded = {.source = built->source, .length = built->length, .program = built->build.program};
    judged->compared = reference_prepare(built->job, &graded, built->folder, &judged->reference);
    if (!judged->compared) return;
    measure_on_gpu(built, run, &judged->reference, time);
}

// Nothing is timed if results are wrong.
static void fill_time(const Ran *ran, Judged *judged) {
    const Built *built = ran->built;
    VerdictState state = judged->verdict.state;
    VerdictTime *time = &judged->verdict.time;
    int timed = exercise_timed_case(built->job->exercise);
    if (timed < 0 || (state != STATE_passed && state != STATE_limit)) return;
    const CaseRun *run = &ran->runs[timed];
    if (!built->job->paths->box[0]) compare(ran, run, judged); // no GPU in a box, and nothing to compare with
    if (exercise_time_part(built->job->exercise)) time_judge(judged, time);
}

// ---- all of it ----

bool judge_runs(const CaseRun *runs, unsigned count, Verdict *verdict) {
    const Exercise *exercise = verdict->exercise;
    VerdictSizes sizes = {.parts = exercise->part_count,
                          .cases = count + (exercise->check_all != NULL),
                          .faults = VERDICT_FAULTS,
                          .counters = limit_count(exercise) * measured_cases(exercise),
                          .answers = exercise->question_count,
                          .figures = MOST_FIGURES};
    if (!verdict_alloc(verdict, sizes)) return false;
    verdict->state = STATE_passed;
    verdict->cases_passed = 0;
    verdict->max_points = exercise_most_points(exercise);
    for (unsigned i = 0; i < count; i++) judge_case(&runs[i], &verdict->cases[i], &verdict->state);
    judge_host_work(runs, count, verdict);
    judge_faults(runs, count, verdict);
    judge_leaks(runs, count, verdict);
    if (exercise->check_all && !judge_together(runs, count, verdict)) return false;
    for (unsigned i = 0; i < verdict->case_count; i++) verdict->cases_passed += verdict->cases[i].result.passed;
    judge_limits(runs, count, verdict);
    take_figures(runs, verdict);
    if (verdict->state == STATE_passed && !all_limits_met(verdict)) verdict->state = STATE_limit;
    return true;
}

bool judge_unrun(Verdict *verdict, VerdictState state, const char *summary) {
    const Exercise *exercise = verdict->exercise;
    if (!verdict_alloc(verdict, (VerdictSizes){.parts = exercise->part_count, .cases = exercise->case_count}))
        return false;
    int most[exercise->part_count + 1];
    verdict->state = state;
    verdict->max_points = exercise_most_points(exercise);
    course_points(exercise, most);
    for (unsigned i = 0; i < exercise->part_count; i++) {
        text_copy(verdict->parts[i].label, sizeof verdict->parts[i].label, exercise->parts[i].label);
        verdict->parts[i].max_points = most[i];
    }
    for (unsigned i = 0; i < exercise->case_count; i++) {
        text_copy(verdict->cases[i].label, sizeof verdict->cases[i].label, exercise->cases[i].label);
        verdict->cases[i].hidden = exercise->cases[i].hidden;
        text_copy(verdict->cases[i].result.message, sizeof verdict->cases[i].result.message, "not run");
    }
    text_copy(verdict->summary, sizeof verdict->summary, summary);
    return true;
}

// Of a program that is right in all else.
static VerdictState state_beside_answers(const Verdict *verdict) {
    return verdict_answers(verdict, ANSWER_RIGHT) == verdict->answer_count ? STATE_passed : STATE_answers;
}

static bool is_slow(const Verdict *verdict) {
    for (unsigned i = 0; i < verdict->part_count; i++)
        if (verdict->exercise->parts[i].kind == PART_TIME && verdict->parts[i].points < verdict->parts[i].max_points)
            return true;
    return false;
}

static bool out_of_memory(char error[200]) {
    snprintf(error, 200, "out of memory");
    return false;
}

bool judge_file(const Ran *ran, Judged *judged, char error[200]) {
    const Built *built = ran->built;
    const Exercise *exercise = built->job->exercise;
    Verdict *verdict = &judged->verdict;
    *judged = (Judged){.ran = ran, .verdict = {.exercise = exercise, .seed = built->job->seed}};
    text_copy(verdict->file, sizeof verdict->file, built->shown);
    text_clean(verdict->build_log, sizeof verdict->build_log, built->build.log, strlen(built->build.log), true);
    if (ran->stop.state != STATE_passed)
        return judge_unrun(verdict, ran->stop.state, ran->stop.summary) || out_of_memory(error);
    if (!judge_runs(ran->runs, exercise->case_count, verdict)) return out_of_memory(error);
    name_fault_files(built, verdict);
    if (!judge_questions(built, verdict, error)) return false;
    note_gpu(ran, &verdict->time);
    fill_time(ran, judged);
    verdict->points = judge_points(verdict, verdict->parts); // from all of the above
    if (verdict->state == STATE_passed && is_slow(verdict)) verdict->state = STATE_slow;
    if (verdict->state == STATE_passed) verdict->state = state_beside_answers(verdict);
    return true;
}

void judged_free(Judged *judged) { verdict_free(&judged->verdict); }

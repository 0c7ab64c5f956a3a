// judge.c - the rules by which runs become a verdict. Pure: nothing here touches a file or a process.
//
// Only three things count: the output against the oracle, the device's report, and how the program ended.
#include "judge.h"
#include "run.h"

#include "../causes/summary.h"
#include "../gpu/timing.h"

#include "grade.h"

#include "../system/text.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FIGURES 200 // lines with figures

// ---- one case ----

// A program may end itself after a device fault or a refused call; that is a consequence, not a crash.
static VerdictState state_of_end(const CaseRun *run, unsigned faults) {
    char refused[200] = "";
    if (run->signal == SIGXCPU) return STATE_timeout;
    if (run->signal == SIGXFSZ) return STATE_disk;
    if (run->report && report_out_of_memory(run->report) && !run->result.passed) return STATE_memory;
    if (run->signal == 0 && run->exit_status == 0) return STATE_passed;
    if (faults) return STATE_fault;
    if (run->report) report_api_error(run->report, refused);
    return refused[0] && run->signal == 0 && !run->result.passed ? STATE_wrong : STATE_crash;
}

static VerdictState state_of_case(const CaseRun *run) {
    RunFaults faults = faults_of(run);
    switch (run->end) {
    case PROCESS_TIMEOUT:
    case PROCESS_TOO_MANY: return STATE_timeout;
    case PROCESS_MEMORY: return STATE_memory;
    case PROCESS_OUTPUT: return STATE_output;
    case PROCESS_DISK: return STATE_disk;
    default: break;
    }
    if (faults.endless) return STATE_timeout;
    VerdictState end = state_of_end(run, faults.count);
    if (end != STATE_passed) return end;
    return faults.count ? STATE_fault : run->result.passed ? STATE_passed : STATE_wrong;
}

bool judge_was_stopped(const CaseRun *run) {
    VerdictState state = run->started ? state_of_case(run) : STATE_passed;
    return state == STATE_timeout || state == STATE_memory || state == STATE_output || state == STATE_disk;
}

static bool ran_to_its_end(const CaseRun *run) {
    return run->started && run->end == PROCESS_EXITED && run->exit_status == 0 && run->signal == 0;
}

static void end_message(const CaseRun *run, bool hidden, VerdictState state, char *message, size_t size) {
    const char *said = run->said[0] ? run->said : NULL;
    if (run->end == PROCESS_TOO_MANY)
        snprintf(message, size, "started process after process, as a fork bomb does, and was stopped at more than %u",
                 run_limits.processes);
    else if (state == STATE_timeout) snprintf(message, size, "did not end in time and was stopped");
    else if (run->end == PROCESS_MEMORY)
        snprintf(message, size, "took all memory of the host that a case may have (%.1f GiB) and was stopped",
                 (double)run_limits.memory_bytes / (1 << 30));
    else if (state == STATE_memory) snprintf(message, size, "used more memory than there is on the device");
    else if (state == STATE_output)
        snprintf(message, size, "printed %u MiB and was still printing when it was stopped",
                 (unsigned)(PROCESS_FLOOD * run_limits.output_bytes >> 20));
    else if (state == STATE_disk) snprintf(message, size, "wrote more to disk than is allowed");
    else if (run->signal == SIGFPE) snprintf(message, size, "divided an integer by zero (signal %d)", SIGFPE);
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
    CaseResult shown = {.passed = result->passed};
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
    out->ran = ran_to_its_end(run);
    if (!run->started) {
        snprintf(out->result.message, sizeof out->result.message, "not run, because an earlier case had to be stopped");
        return;
    }
    VerdictState state = state_of_case(run);
    if (out->ran) out->result = run->result;
    if (out->ran && spec->hidden) result_hide(&out->result);
    out->spoilt = out->ran && faults_of(run).spoil;
    if (out->spoilt) result_distrust(&out->result);
    if (!out->ran || state == STATE_timeout || state == STATE_memory) {
        out->result.passed = false;
        end_message(run, spec->hidden, state, out->result.message, sizeof out->result.message);
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

// ---- all cases together ----

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

// ---- limits ----

static bool is_judged(const Part *part) { return part->kind == PART_LIMIT && part->points > 0; }

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
                judge_limit(exercise, p, &runs[i], &verdict->counters[verdict->counter_count++]);
}

// What each line did in a visible case, for pages that show figures beside the source.
static void take_figures(const CaseRun *runs, Verdict *verdict) {
    char name[80];
    int shown = grade_timed_case(verdict->exercise);
    verdict->figure_count = 0;
    if (shown < 0 || !runs[shown].report) return;
    snprintf(name, sizeof name, "%.70s.cu", verdict->exercise->name);
    verdict->figure_count = report_figures(runs[shown].report, name, verdict->figures, MOST_FIGURES);
}

// ---- points ----

static bool all_limits_met(const Verdict *verdict) {
    for (unsigned p = 0; p < verdict->exercise->part_count; p++)
        if (is_judged(&verdict->exercise->parts[p]) && verdict_unmet(verdict, p, false)) return false;
    return true;
}

// The index of the part with that label, or part_count if there is none.
static unsigned part_labelled(const Exercise *exercise, const char *label) {
    unsigned p = 0;
    while (p < exercise->part_count && strcmp(exercise->parts[p].label, label)) p++;
    return p;
}

static bool waits_for_results(const Verdict *verdict, VerdictPart *out) {
    bool wrong = verdict->cases_passed < verdict->case_count;
    if (verdict->fault_count) text_append(out->why, sizeof out->why, "counts once there are no faults");
    else if (wrong) text_append(out->why, sizeof out->why, "counts once every result is right");
    return wrong || verdict->fault_count;
}

// The share that the part before it leaves to this one. Parts are judged in order, so the points of that one are known.
static double share_of_before(const Verdict *verdict, const Part *part, VerdictPart *out) {
    unsigned count = verdict->exercise->part_count;
    unsigned before = part->after ? part_labelled(verdict->exercise, part->after) : count;
    if (before == count || !verdict->parts[before].max_points) return 1;
    double share = (double)verdict->parts[before].points / verdict->parts[before].max_points;
    const char *and = out->why[0] ? "; it " : "";
    if (share == 0) text_append(out->why, sizeof out->why, "%scounts once \"%s\" does", and, part->after);
    else if (share < 1) text_append(out->why, sizeof out->why, "%scounts as far as \"%s\" does", and, part->after);
    return share;
}

// The least share of any measured case.
static double share_of_limit(const Verdict *verdict, unsigned index) {
    double share = 1;
    for (unsigned i = 0; i < verdict->counter_count; i++)
        if (verdict->counters[i].part == index) share = fmin(share, verdict->counters[i].share);
    return share;
}

static void judge_limit_part(const Verdict *verdict, unsigned index, VerdictPart *out) {
    const Part *part = &verdict->exercise->parts[index];
    const VerdictCounter *unmet = verdict_unmet(verdict, index, false);
    if (waits_for_results(verdict, out)) return;
    if (unmet) limit_say(unmet, out->why, sizeof out->why);
    double share = share_of_limit(verdict, index);
    if (share > 0 && (!unmet || part->after)) share *= share_of_before(verdict, part, out);
    out->points = (int)lround(part->points * share);
}

static void judge_answers_part(const Verdict *verdict, VerdictPart *out) {
    unsigned right = 0, given = 0;
    for (unsigned i = 0; i < verdict->answer_count; i++) {
        out->points += verdict->answers[i].points;
        right += verdict->answers[i].state == ANSWER_RIGHT;
        given += verdict->answers[i].state != ANSWER_NONE;
    }
    if (verdict->unnamed) text_append(out->why, sizeof out->why, "no name in \"//= student: ?\", so nothing is asked");
    else if (!given && verdict->answer_count) text_append(out->why, sizeof out->why, "not answered");
    else text_append(out->why, sizeof out->why, "%u of %u right", right, verdict->answer_count);
}

static void judge_clean_part(const Part *part, const Verdict *verdict, VerdictPart *out) {
    if (verdict->fault_count) {
        text_append(out->why, sizeof out->why, "%u fault%s", verdict->fault_count, verdict->fault_count > 1 ? "s" : "");
    } else if (verdict->cases_passed) {
        out->points = part->points;
    } else {
        text_append(out->why, sizeof out->why, "counts once a case is right");
    }
}

// Without a GPU no points are lost.
static void judge_time_part(const Verdict *verdict, const Part *part, VerdictPart *out) {
    const VerdictTime *time = &verdict->time;
    if (waits_for_results(verdict, out)) return;
    double share = share_of_before(verdict, part, out);
    if (share == 0) return;
    if (time->refused) {
        text_append(out->why, sizeof out->why, "%s", time->problem);
    } else if (!time->measured) {
        out->points = (int)lround(part->points * share);
        text_append(out->why, sizeof out->why, "no time was measured, so none is asked for");
    } else {
        out->points = (int)lround(part->points * share * time_share(time->ratio));
        text_append(out->why, sizeof out->why, "%.2f times the reference's time", time->ratio);
    }
}

static unsigned spoilt_cases(const Verdict *verdict) {
    unsigned spoilt = 0;
    for (unsigned i = 0; i < verdict->case_count; i++) spoilt += verdict->cases[i].spoilt;
    return spoilt;
}

static void judge_part(const Verdict *verdict, unsigned index, VerdictPart *out) {
    const Part *part = &verdict->exercise->parts[index];
    unsigned cases = verdict->case_count ? verdict->case_count : 1, spoilt = spoilt_cases(verdict);
    text_copy(out->label, sizeof out->label, part->label);
    out->max_points = part->points;
    switch (part->kind) {
    case PART_CASES:
        out->points = (int)((unsigned)part->points * verdict->cases_passed / cases);
        text_append(out->why, sizeof out->why, "%u of %u cases right", verdict->cases_passed, verdict->case_count);
        if (spoilt) text_append(out->why, sizeof out->why, ", %u not judged after a fault", spoilt);
        break;
    case PART_CLEAN: judge_clean_part(part, verdict, out); break;
    case PART_LIMIT: judge_limit_part(verdict, index, out); break;
    case PART_ANSWERS: judge_answers_part(verdict, out); break;
    case PART_TIME: judge_time_part(verdict, part, out); break;
    }
}

static VerdictState state_of_answers(const Verdict *verdict) {
    bool any = false, all = true;
    for (unsigned i = 0; i < verdict->answer_count; i++) {
        any = any || verdict->answers[i].state != ANSWER_NONE;
        all = all && verdict->answers[i].state == ANSWER_RIGHT;
    }
    return all ? STATE_passed : any ? STATE_wrong : STATE_not_started;
}

void judge_points(Verdict *verdict) {
    const Exercise *exercise = verdict->exercise;
    if (!exercise_runs(exercise)) verdict->state = state_of_answers(verdict);
    verdict->points = verdict->max_points = 0;
    for (unsigned i = 0; i < exercise->part_count; i++) {
        judge_part(verdict, i, &verdict->parts[i]);
        verdict->points += verdict->parts[i].points;
        verdict->max_points += verdict->parts[i].max_points;
    }
}

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
    verdict->state = state;
    verdict->max_points = 0;
    for (unsigned i = 0; i < exercise->part_count; i++) {
        text_copy(verdict->parts[i].label, sizeof verdict->parts[i].label, exercise->parts[i].label);
        verdict->parts[i].max_points = exercise->parts[i].points;
        verdict->max_points += exercise->parts[i].points;
    }
    for (unsigned i = 0; i < exercise->case_count; i++) {
        text_copy(verdict->cases[i].label, sizeof verdict->cases[i].label, exercise->cases[i].label);
        verdict->cases[i].hidden = exercise->cases[i].hidden;
        text_copy(verdict->cases[i].result.message, sizeof verdict->cases[i].result.message, "not run");
    }
    text_copy(verdict->summary, sizeof verdict->summary, summary);
    return true;
}

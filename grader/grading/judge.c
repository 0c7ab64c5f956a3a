// judge.c - the rules by which runs become a verdict. Pure: nothing here touches a file or a process.
//
// Only three things count: the output against the oracle, the device's report, and how the program ended.
#include "judge.h"

#include "../system/text.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FAULTS 20 // listed in a verdict; more say nothing new

// ---- one case ----

// Leaks are no fault of an exercise: a process that ends frees everything, and lessons leave it at that.
static bool fault_counts(const VerdictFault *fault) { return strcmp(fault->kind, "leak") != 0; }

static unsigned faults_of(const CaseRun *run, bool *endless) {
    unsigned counted = 0;
    VerdictFault fault;
    *endless = false;
    for (unsigned i = 0; run->report && i < report_fault_count(run->report); i++) {
        if (!report_fault(run->report, i, &fault) || !fault_counts(&fault)) continue;
        counted++;
        if (!strcmp(fault.kind, "timeout")) *endless = true;
    }
    return counted;
}

// A program may stop itself after a device fault or a refused call; that is their consequence and no crash.
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
    bool endless;
    unsigned faults = faults_of(run, &endless);
    switch (run->end) {
    case PROCESS_TIMEOUT:
    case PROCESS_TOO_MANY: return STATE_timeout;
    case PROCESS_MEMORY: return STATE_memory;
    case PROCESS_OUTPUT: return STATE_output;
    case PROCESS_DISK: return STATE_disk;
    default: break;
    }
    if (endless) return STATE_timeout;
    VerdictState end = state_of_end(run, faults);
    if (end != STATE_passed) return end;
    return faults ? STATE_fault : run->result.passed ? STATE_passed : STATE_wrong;
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
    if (run->end == PROCESS_TOO_MANY) snprintf(message, size, "started too many processes and was stopped");
    else if (state == STATE_timeout) snprintf(message, size, "did not end in time and was stopped");
    else if (state == STATE_memory) snprintf(message, size, "used more memory than there is for it");
    else if (state == STATE_output) snprintf(message, size, "printed more than is allowed and was stopped");
    else if (state == STATE_disk) snprintf(message, size, "wrote more to disk than is allowed");
    else if (run->signal) snprintf(message, size, "was ended by signal %d (%s)", run->signal, strsignal(run->signal));
    else snprintf(message, size, "ended with exit status %d", run->exit_status);
    if (said && !hidden && (state == STATE_crash || state == STATE_wrong || state == STATE_fault))
        text_append(message, size, ", saying: %s", said);
}

// What a student may know of a hidden case: that it failed, never values that came out or should have.
static void result_hide(CaseResult *result) {
    uint64_t wrong = result->wrong_count, total = result->total;
    bool passed = result->passed;
    *result = (CaseResult){.passed = passed, .wrong_count = wrong, .total = total};
    if (!passed && total)
        snprintf(result->message, sizeof result->message, "%llu of %llu elements wrong in a hidden case",
                 (unsigned long long)wrong, (unsigned long long)total);
    else if (!passed) snprintf(result->message, sizeof result->message, "wrong result in a hidden case");
}

static void judge_case(const CaseSpec *spec, const CaseRun *run, VerdictCase *out, VerdictState *worst) {
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

// ---- all cases together ----

static bool judge_together(const CaseRun *runs, unsigned count, Verdict *verdict) {
    VerdictCase *together = &verdict->cases[count];
    text_copy(together->label, sizeof together->label, "all cases together");
    text_copy(together->result.message, sizeof together->result.message, "not judged until every case is right");
    if (verdict->state != STATE_passed) return true;
    CaseResult *results = calloc(count, sizeof *results);
    const char **texts = calloc(count, sizeof *texts);
    if (!results || !texts) return free(results), free(texts), false;
    for (unsigned i = 0; i < count; i++) {
        results[i] = runs[i].result;
        texts[i] = runs[i].text ? runs[i].text : "";
    }
    together->ran = true;
    verdict->exercise->check_all(results, count, texts, &together->result);
    if (!together->result.passed) verdict->state = STATE_wrong;
    free(results);
    free(texts);
    return true;
}

// ---- faults ----

static bool same_fault(const VerdictFault *left, const VerdictFault *right) {
    return left->line == right->line && !strcmp(left->kind, right->kind) && !strcmp(left->file, right->file) &&
           !strcmp(left->kernel, right->kernel) && left->other_line == right->other_line;
}

static void fault_add(Verdict *verdict, const VerdictFault *fault) {
    for (unsigned i = 0; i < verdict->fault_count; i++) {
        if (!same_fault(&verdict->faults[i], fault)) continue;
        verdict->faults[i].count += fault->count;
        return;
    }
    if (verdict->fault_count < MOST_FAULTS) verdict->faults[verdict->fault_count++] = *fault;
}

static void judge_faults(const CaseRun *runs, unsigned count, Verdict *verdict) {
    VerdictFault fault;
    verdict->fault_count = 0;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned f = 0; runs[i].report && f < report_fault_count(runs[i].report); f++) {
            if (!report_fault(runs[i].report, f, &fault) || !fault_counts(&fault)) continue;
            memcpy(fault.case_label, verdict->cases[i].label, sizeof fault.case_label);
            fault_add(verdict, &fault);
        }
    }
}

// ---- limits ----

static double limit_value(const Limit *limit, const DeviceReport *report, const CaseSpec *spec) {
    if (limit->measure) return limit->measure(report, spec);
    double above = report_counter(report, limit->numerator);
    double below = limit->denominator ? report_counter(report, limit->denominator) : 1;
    return above == 0 ? 0 : above / below;
}

static void judge_limit(const Limit *limit, const CaseSpec *spec, const CaseRun *run, VerdictCounter *counter) {
    text_copy(counter->label, sizeof counter->label, limit->label);
    text_copy(counter->case_label, sizeof counter->case_label, spec->label);
    text_copy(counter->advice, sizeof counter->advice, limit->advice);
    counter->least = limit->least;
    counter->most = limit->most;
    if (limit->bounds) limit->bounds(spec, &counter->least, &counter->most);
    counter->measured = ran_to_its_end(run) && run->report;
    if (!counter->measured) return;
    counter->value = limit_value(limit, run->report, spec);
    double slack = 1e-9 * fmax(1, fabs(counter->value)); // of the division, not of the limit
    counter->met = counter->value >= counter->least - slack && counter->value <= counter->most + slack;
}

static unsigned measured_cases(const Exercise *exercise) {
    unsigned measured = 0;
    for (unsigned i = 0; i < exercise->case_count; i++) measured += exercise->cases[i].measured;
    return measured;
}

// Counters lie limit by limit, each with its measured cases in order.
static bool judge_limits(const CaseRun *runs, unsigned count, Verdict *verdict) {
    const Exercise *exercise = verdict->exercise;
    bool all_met = true;
    verdict->counter_count = 0;
    for (unsigned l = 0; l < exercise->limit_count; l++) {
        for (unsigned i = 0; i < count; i++) {
            if (!exercise->cases[i].measured) continue;
            VerdictCounter *counter = &verdict->counters[verdict->counter_count++];
            judge_limit(&exercise->limits[l], &exercise->cases[i], &runs[i], counter);
            all_met &= counter->met;
        }
    }
    return all_met;
}

// ---- points ----

static bool limit_met(const Verdict *verdict, unsigned limit, unsigned *unmet) {
    unsigned each = measured_cases(verdict->exercise);
    for (unsigned i = limit * each; i < (limit + 1) * each && i < verdict->counter_count; i++) {
        *unmet = i;
        if (!verdict->counters[i].met) return false;
    }
    return each > 0;
}

// "load requests is 3,072, at most 1,958 allowed"
static void say_limit(const VerdictCounter *counter, char *text, size_t size) {
    char value[32], bound[32];
    bool over = counter->value > counter->most;
    text_append(text, size, "%s is %s, at %s %s allowed", counter->label, text_number(counter->value, value),
                over ? "most" : "least", text_number(over ? counter->most : counter->least, bound));
}

static void judge_limit_part(const Part *part, const Verdict *verdict, VerdictPart *out) {
    unsigned unmet = 0;
    if (verdict->cases_passed < verdict->case_count) {
        text_append(out->why, sizeof out->why, "counts once every result is right");
    } else if (limit_met(verdict, part->limit, &unmet)) {
        out->points = part->points;
    } else if (unmet < verdict->counter_count) {
        say_limit(&verdict->counters[unmet], out->why, sizeof out->why);
    }
}

static void judge_part(const Part *part, const Verdict *verdict, VerdictPart *out) {
    text_copy(out->label, sizeof out->label, part->label);
    out->max_points = part->points;
    if (part->kind == PART_CASES) {
        unsigned cases = verdict->case_count ? verdict->case_count : 1;
        out->points = (int)((unsigned)part->points * verdict->cases_passed / cases);
        text_append(out->why, sizeof out->why, "%u of %u cases right", verdict->cases_passed, verdict->case_count);
    } else if (part->kind == PART_LIMIT) {
        judge_limit_part(part, verdict, out);
    } else if (verdict->fault_count) {
        text_append(out->why, sizeof out->why, "%u fault%s", verdict->fault_count, verdict->fault_count > 1 ? "s" : "");
    } else if (verdict->cases_passed) {
        out->points = part->points;
    } else {
        text_append(out->why, sizeof out->why, "counts once a case is right");
    }
}

static void judge_points(Verdict *verdict) {
    const Exercise *exercise = verdict->exercise;
    verdict->points = verdict->max_points = 0;
    for (unsigned i = 0; i < exercise->part_count; i++) {
        judge_part(&exercise->parts[i], verdict, &verdict->parts[i]);
        verdict->points += verdict->parts[i].points;
        verdict->max_points += verdict->parts[i].max_points;
    }
}

// ---- the sentence a student reads first ----

static const VerdictCase *first_failed(const Verdict *verdict) {
    for (unsigned i = 0; i < verdict->case_count; i++)
        if (!verdict->cases[i].result.passed) return &verdict->cases[i];
    return NULL;
}

// A race explains what else is wrong, reads of nothing written among it: it is named first.
static const VerdictFault *fault_to_name(const Verdict *verdict) {
    for (unsigned i = 0; i < verdict->fault_count; i++)
        if (!strncmp(verdict->faults[i].kind, "race_", strlen("race_"))) return &verdict->faults[i];
    return verdict->faults;
}

static void summarise_fault(const Verdict *verdict, char *summary, size_t size) {
    const VerdictFault *fault = fault_to_name(verdict);
    const char *name = strrchr(fault->file, '/');
    snprintf(summary, size, "Device fault, %s: %s", fault->kind, fault->sentence);
    if (fault->line) text_append(summary, size, " (%s line %u", name ? name + 1 : fault->file, fault->line);
    if (fault->line && fault->other_line) text_append(summary, size, " and line %u", fault->other_line);
    if (fault->line) text_append(summary, size, ")");
    if (verdict->fault_count > 1) text_append(summary, size, "; %u faults in all", verdict->fault_count);
    text_append(summary, size, ". Repair faults first: results mean nothing while there are any.");
}

static void summarise_limit(const Verdict *verdict, char *summary, size_t size) {
    for (unsigned i = 0; i < verdict->counter_count; i++) {
        const VerdictCounter *counter = &verdict->counters[i];
        if (counter->met) continue;
        snprintf(summary, size, "Right results, but ");
        say_limit(counter, summary, size);
        text_append(summary, size, "%s%s", counter->advice[0] ? ": " : ".", counter->advice);
        return;
    }
}

void judge_summarise(Verdict *verdict) {
    const VerdictCase *failed = first_failed(verdict);
    char *summary = verdict->summary;
    size_t size = sizeof verdict->summary;
    if (verdict->state == STATE_passed)
        snprintf(summary, size, "All %u cases right, no faults, every limit met.", verdict->case_count);
    else if (verdict->state == STATE_fault && verdict->fault_count) summarise_fault(verdict, summary, size);
    else if (verdict->state == STATE_limit) summarise_limit(verdict, summary, size);
    else if (failed) snprintf(summary, size, "Case %s: %s", failed->label, failed->result.message);
    if (verdict->state == STATE_timeout && verdict->fault_count)
        text_append(summary, size, "; %s at line %u", verdict->faults[0].sentence, verdict->faults[0].line);
}

bool judge_runs(const CaseRun *runs, unsigned count, Verdict *verdict) {
    const Exercise *exercise = verdict->exercise;
    unsigned rows = count + (exercise->check_all != NULL);
    if (!verdict_alloc(verdict, exercise->part_count, rows, MOST_FAULTS,
                       exercise->limit_count * measured_cases(exercise)))
        return false;
    verdict->state = STATE_passed;
    verdict->cases_passed = 0;
    for (unsigned i = 0; i < count; i++) judge_case(&exercise->cases[i], &runs[i], &verdict->cases[i], &verdict->state);
    judge_faults(runs, count, verdict);
    if (exercise->check_all && !judge_together(runs, count, verdict)) return false;
    for (unsigned i = 0; i < verdict->case_count; i++) verdict->cases_passed += verdict->cases[i].result.passed;
    bool limits_met = judge_limits(runs, count, verdict);
    if (verdict->state == STATE_passed && !limits_met) verdict->state = STATE_limit;
    judge_points(verdict);
    return true;
}

bool judge_unrun(Verdict *verdict, VerdictState state, const char *summary) {
    const Exercise *exercise = verdict->exercise;
    if (!verdict_alloc(verdict, exercise->part_count, exercise->case_count, 0, 0)) return false;
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

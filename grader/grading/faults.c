// faults.c - which faults of its runs a verdict reports, whether results can be trusted after them, and what was never
// freed.
#include "judge.h"

#include "../system/text.h"

#include <stdio.h>
#include <string.h>

// A leak is no mistake of a function's: a process that ends frees everything. It is mentioned (judge_leaks).
static bool fault_counts(const VerdictFault *fault) { return fault_results(fault->kind) != RESULTS_UNTOUCHED; }

RunFaults faults_of(const CaseRun *run) {
    RunFaults faults = {0};
    VerdictFault fault;
    for (unsigned i = 0; run->report && i < report_fault_count(run->report); i++) {
        if (!report_fault(run->report, i, &fault) || !fault_counts(&fault)) continue;
        faults.count++;
        faults.endless |= fault_results(fault.kind) == RESULTS_NEVER;
        faults.spoil |= fault_results(fault.kind) != RESULTS_STAND;
    }
    return faults;
}

static bool same_fault(const VerdictFault *left, const VerdictFault *right) {
    return left->line == right->line && left->kind == right->kind && !strcmp(left->file, right->file) &&
           !strcmp(left->kernel, right->kernel) && left->other_line == right->other_line;
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
    if (fault->kind == FAULT_OUT_OF_BOUNDS)
        snprintf(shown.sentence, sizeof shown.sentence, "%s outside every array", fault->is_write ? "writes" : "reads");
    else
        for (char *at = strcpy(shown.sentence, fault_name(fault->kind)); (at = strchr(at, '_'));) *at = ' ';
    text_append(shown.sentence, sizeof shown.sentence, " in a hidden case");
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
    memcpy(reset.case_label, run->spec.label, sizeof reset.case_label);
    fault_add(verdict, &reset);
}

void judge_faults(const CaseRun *runs, unsigned count, Verdict *verdict) {
    VerdictFault fault;
    verdict->fault_count = 0;
    for (unsigned i = 0; i < count; i++) {
        if (runs[i].report) judge_reset(&runs[i], verdict);
        for (unsigned f = 0; runs[i].report && f < report_fault_count(runs[i].report); f++) {
            if (!report_fault(runs[i].report, f, &fault) || !fault_counts(&fault)) continue;
            memcpy(fault.case_label, verdict->cases[i].label, sizeof fault.case_label);
            if (runs[i].spec.hidden) fault_hide(&fault);
            fault_add(verdict, &fault);
        }
    }
}

// Looks at the first visible case that ran to its end: a program that was stopped frees nothing.
void judge_leaks(const CaseRun *runs, unsigned count, Verdict *verdict) {
    VerdictFault fault;
    VerdictLeaks *leaks = &verdict->leaks;
    *leaks = (VerdictLeaks){0};
    for (unsigned i = 0; i < count && !leaks->count; i++) {
        if (!verdict->cases[i].ran || runs[i].spec.hidden || !runs[i].report) continue;
        for (unsigned f = 0; f < report_fault_count(runs[i].report); f++) {
            if (!report_fault(runs[i].report, f, &fault) || fault_counts(&fault)) continue;
            leaks->count++;
            leaks->bytes += fault.allocation_bytes;
        }
        text_copy(leaks->case_label, sizeof leaks->case_label, runs[i].spec.label);
    }
}

// explained.c - what the source says about a verdict: causes of faults and of wrong results, lines, and what the
// program printed.
#include "stages.h"

#include "../causes/explain.h"
#include "../causes/source.h"
#include "../system/text.h"

#include <stdio.h>
#include <string.h>

// For the first visible case whose program ended with a status other than 0.
static void explain_ends(const Ran *ran, Verdict *verdict) {
    for (unsigned i = 0; i < verdict->exercise->case_count && !verdict->ended[0]; i++)
        if (ran->runs[i].exit_status && !ran->runs[i].spec.hidden)
            explain_end(ran->built->source, verdict, ran->runs[i].said);
}

// A whole program prints its answer, so its output is only shown if the answer is wrong.
static bool says_more(const Exercise *exercise, const CaseRun *run) {
    bool text = run->text && run->text[0] && (!exercise_is_program(exercise) || !run->result.passed);
    return text || (run->errors && run->errors[0]);
}

// Takes what the program printed in the first visible case that failed, or else in the first that printed anything.
// Nothing of hidden cases: a program could print its inputs.
static void take_printed(const Ran *ran, Verdict *verdict) {
    const Exercise *exercise = verdict->exercise;
    const CaseRun *chosen = NULL;
    for (unsigned i = 0; i < exercise->case_count; i++) {
        const CaseRun *run = &ran->runs[i];
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

static void copy_line_texts(const char *source, Verdict *verdict) {
    for (unsigned i = 0; i < verdict->counter_count; i++) {
        VerdictCounter *counter = &verdict->counters[i];
        for (unsigned l = 0; l < counter->line_count; l++)
            source_line(source, counter->lines[l].line, counter->lines[l].source, sizeof counter->lines[l].source);
    }
}

bool explain_file(const Judged *judged, Explained *explained, char error[200]) {
    const Ran *ran = judged->ran;
    const char *source = ran->built->source;
    Verdict *verdict = &explained->verdict;
    explained->judged = judged;
    if (!verdict_copy(&judged->verdict, verdict)) return snprintf(error, 200, "out of memory"), false;
    if (ran->stop.state != STATE_passed) return true;
    explain_faults(source, verdict);
    explain_leaks(source, verdict);
    explain_results(source, verdict);
    explain_ends(ran, verdict);
    take_printed(ran, verdict);
    copy_line_texts(source, verdict);
    return true;
}

void explained_free(Explained *explained) { verdict_free(&explained->verdict); }

// explained.c - what the source says about a verdict: causes of faults and of wrong results, lines, and what the
// program printed.
//
// The device knows where a thread was, not what was meant: a variable without a value has a declaration without an
// initialiser, a function is given a number of elements for a number of bytes. The source is read as text, without its
// comments and strings, and only what is certain is said.
#include "explained.h"
#include "stages.h"

#include "../causes/barriers.h"
#include "../causes/bounds.h"
#include "../causes/declarations.h"
#include "../causes/geometry/geometry.h"
#include "../causes/host_calls.h"
#include "../causes/results.h"
#include "../device/system/text.h"

#include <stdio.h>
#include <string.h>

// ---- faults: the functions that faults.def names ----

typedef void Explain(const Source *source, const Verdict *verdict, VerdictFault *fault);

static void explain_undefined(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    (void)verdict;
    undefined_explain(source, fault);
}

static void explain_outside(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    shared_test_explain(source, fault);
    if (!fault->cause[0]) explain_overflow(source, verdict, fault);
    if (!fault->cause[0]) shared_size_explain(source, fault);
    if (!fault->cause[0]) explain_bytes(source, fault);
    if (!fault->cause[0]) bounds_explain(source, fault);
}

static void explain_misaligned(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    (void)source, (void)verdict;
    misaligned_explain(fault);
}

static void explain_unset_global(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    const char *prototype = verdict->exercise->must_define;
    explain_bytes(source, fault);
    if (!fault->cause[0]) unset_explain(source, prototype ? prototype : "", fault);
}

static void explain_unset_shared(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    (void)verdict;
    one_place_say(source, fault->cause, sizeof fault->cause);
    if (!fault->cause[0]) exchange_explain(source, fault);
}

static void explain_race_shared(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    (void)verdict;
    one_place_say(source, fault->cause, sizeof fault->cause);
    if (!fault->cause[0]) race_explain(source, fault);
}

// Two threads store to one element in the same line.
static bool explain_stores(const Source *source, VerdictFault *fault) {
    bool stores = fault->is_write && fault->other_is_write && fault->line == fault->other_line;
    return stores && flat_test_explain(source, fault);
}

static void explain_race_global(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    (void)verdict;
    if (!explain_stores(source, fault)) race_explain(source, fault);
}

static void explain_race_blocks(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    (void)verdict;
    if (!explain_stores(source, fault)) blocks_explain(source, fault);
}

static void explain_barrier(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    (void)verdict;
    barrier_explain(source, fault);
}

static void explain_empty_grid(const Source *source, const Verdict *verdict, VerdictFault *fault) {
    (void)verdict;
    empty_grid_explain(source, fault);
}

#define explain_nothing NULL
#define explain_host_use host_use_explain
static Explain *const explains[FAULT_KIND_COUNT] = {
#define FAULT(kind, name, error, rank, family, results, cause, ...) [FAULT_##kind] = explain_##cause,
#define VARIANT(...)
#include "../device/faults/faults.def"
#undef FAULT
#undef VARIANT
};
#undef explain_nothing
#undef explain_host_use

static void explain(const char *text, const Source *source, const Verdict *verdict, VerdictFault *fault) {
    unsigned line = fault->line;
    freed_explain(verdict, fault);
    bool is_here = !strcmp(fault->file, verdict->file) && fault->line && fault->line <= source->count;
    if (is_here && explains[fault->kind] && !fault->cause[0]) explains[fault->kind](source, verdict, fault);
    if (fault->line != line) source_line(text, fault->line, fault->source, sizeof fault->source);
}

// Faults that blocks and threads can cause which do not fit the kernel.
static bool may_be_geometry(const VerdictFault *fault) {
    FaultFamily family = fault_family(fault->kind);
    return family == FAMILY_RACE || family == FAMILY_ACCESS || family == FAMILY_UNWRITTEN;
}

void explain_faults(const char *text, Verdict *verdict) {
    Source source;
    bool opened = source_open(text, &source);
    for (unsigned i = 0; opened && i < verdict->fault_count; i++) explain(text, &source, verdict, &verdict->faults[i]);
    source_close(&source);
    for (unsigned i = 0; verdict->geometry.says[0] && i < verdict->fault_count; i++) {
        VerdictFault *fault = &verdict->faults[i];
        if (may_be_geometry(fault) && fault->line)
            text_format(fault->cause, sizeof fault->cause, "%s: %s", fault->sentence, verdict->geometry.says);
    }
}

void explain_geometry(const char *text, Verdict *verdict) {
    Source source;
    bool right = verdict->cases_passed == verdict->case_count && !verdict->fault_count,
         opened = source_open(text, &source);
    bool found = opened && geometry_mistake(&source, &verdict->geometry);
    if (opened && !found && right) geometry_waste(&source, &verdict->geometry);
    source_close(&source);
}

// ---- wrong results ----

static void say_stored(const char *text, unsigned line, Verdict *verdict) {
    const char *file = strrchr(verdict->file, '/');
    char words[160] = "", shown[LINE_SHOWN];
    source_line(text, line, words, sizeof words);
    source_excerpt(words, shown);
    text_format(verdict->stored, sizeof verdict->stored, "%.100s line %u (%s): ", file ? file + 1 : verdict->file, line,
                shown);
}

// The line to look at first: a division that rounds down, a load whose lanes lie apart, or the store of the first wrong
// array of a visible case.
static void find_stored(const char *text, const Source *source, Verdict *verdict) {
    const VerdictCase *wrong = NULL;
    for (unsigned i = 0; i < verdict->case_count && !wrong; i++)
        if (verdict->cases[i].result.has_element && !verdict->cases[i].hidden) wrong = &verdict->cases[i];
    unsigned line = wrong ? results_lane(source, verdict) : 0;
    if (wrong && !line) line = results_return(source, verdict);
    if (wrong && !line) line = results_lane_rows(source, verdict);
    if (wrong && !line) line = results_seed(source, verdict);
    if (wrong && !line) line = results_shuffle(source, verdict);
    if (wrong && !line) line = results_lane_steps(source, verdict);
    if (wrong && !line) line = results_division(source, verdict);
    if (wrong && !line) line = results_strided(source, verdict);
    if (wrong && !line) line = results_line(source, verdict, wrong->result.array);
    if (line) say_stored(text, line, verdict);
}

void explain_results(const char *text, Verdict *verdict) {
    Source source;
    char one_place[160] = "";
    if (verdict->cases_passed == verdict->case_count) return;
    bool opened = source_open(text, &source);
    if (opened) one_place_say(&source, one_place, sizeof one_place);
    for (unsigned i = 0; one_place[0] && i < verdict->case_count; i++)
        if (!verdict->cases[i].result.passed)
            text_copy(verdict->cases[i].result.cause, sizeof verdict->cases[i].result.cause, one_place);
    for (unsigned i = 0; verdict->geometry.says[0] && i < verdict->case_count; i++)
        if (!verdict->cases[i].result.passed)
            text_copy(verdict->cases[i].result.cause, sizeof verdict->cases[i].result.cause, verdict->geometry.says);
    if (opened) find_stored(text, &source, verdict);
    verdict->halves = opened && results_halve(&source);
    if (opened) results_divisor(&source, verdict);
    source_close(&source);
}

// ---- all of it ----

// For the first visible case whose program ended with a status other than 0.
static void explain_ends(const Ran *ran, Verdict *verdict) {
    for (unsigned i = 0; i < verdict->exercise->case_count && !verdict->ended[0]; i++)
        if (ran->runs[i].exit_status && !ran->runs[i].signal && !ran->runs[i].spec.hidden)
            explain_end(ran->built->source, verdict, ran->runs[i].said);
}

// The line of the first visible case that a signal ended.
static void explain_crash(const Ran *ran, Verdict *verdict) {
    for (unsigned i = 0; i < verdict->exercise->case_count; i++) {
        if (!ran->runs[i].signal || ran->runs[i].spec.hidden) continue;
        unsigned line = crash_line(verdict->exercise->name, ran->runs[i].said);
        if (line) say_stored(ran->built->source, line, verdict);
        return;
    }
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
    explain_geometry(source, verdict);
    explain_faults(source, verdict);
    if (verdict->leaks.line)
        source_line(source, verdict->leaks.line, verdict->leaks.source, sizeof verdict->leaks.source);
    explain_results(source, verdict);
    explain_ends(ran, verdict);
    explain_crash(ran, verdict);
    take_printed(ran, verdict);
    copy_line_texts(source, verdict);
    return true;
}

void explained_free(Explained *explained) { verdict_free(&explained->verdict); }

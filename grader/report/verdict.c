// verdict.c - names of states, and the memory of a verdict.
#include "verdict.h"

#include "../device/system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
#define STATE(name, words) #name,
    VERDICT_STATES(STATE)
#undef STATE
};
static const char *const sentences[] = {
#define STATE(name, words) words,
    VERDICT_STATES(STATE)
#undef STATE
};

const char *state_name(VerdictState state) { return names[state]; }
const char *state_words(VerdictState state) { return sentences[state]; }

bool state_waits(VerdictState state) {
    return state == STATE_unclear || state == STATE_set_aside || state == STATE_grader_died;
}

bool state_named(const char *name, VerdictState *state) {
    for (unsigned i = 0; i < STATE_COUNT; i++) {
        if (strcmp(name, names[i])) continue;
        *state = (VerdictState)i;
        return true;
    }
    return false;
}

bool verdict_alloc(Verdict *verdict, VerdictSizes sizes) {
    verdict->parts = calloc(sizes.parts + 1, sizeof *verdict->parts);
    verdict->cases = calloc(sizes.cases + 1, sizeof *verdict->cases);
    verdict->faults = calloc(sizes.faults + 1, sizeof *verdict->faults);
    verdict->counters = calloc(sizes.counters + 1, sizeof *verdict->counters);
    verdict->answers = calloc(sizes.answers + 1, sizeof *verdict->answers);
    verdict->figures = calloc(sizes.figures + 1, sizeof *verdict->figures);
    verdict->part_count = sizes.parts;
    verdict->case_count = sizes.cases;
    verdict->fault_count = sizes.faults;
    verdict->counter_count = sizes.counters;
    verdict->answer_count = sizes.answers;
    verdict->figure_count = sizes.figures;
    return verdict->parts && verdict->cases && verdict->faults && verdict->counters && verdict->answers &&
           verdict->figures;
}

void verdict_rename(Verdict *verdict, const char *file) {
    char old[sizeof verdict->file];
    snprintf(old, sizeof old, "%s", verdict->file);
    char *const places[] = {verdict->file, verdict->leaks.file};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (!strcmp(places[i], old)) text_copy(places[i], sizeof verdict->leaks.file, file);
    for (unsigned i = 0; i < verdict->fault_count; i++) {
        VerdictFault *fault = &verdict->faults[i];
        if (!strcmp(fault->file, old)) text_copy(fault->file, sizeof fault->file, file);
        if (!strcmp(fault->other_file, old)) text_copy(fault->other_file, sizeof fault->other_file, file);
    }
}

void verdict_free(Verdict *verdict) {
    free(verdict->parts);
    free(verdict->cases);
    free(verdict->faults);
    free(verdict->counters);
    free(verdict->answers);
    free(verdict->figures);
    *verdict = (Verdict){0};
}

bool verdict_copy(const Verdict *from, Verdict *to) {
    *to = *from;
    if (!verdict_alloc(to, (VerdictSizes){.parts = from->part_count,
                                          .cases = from->case_count,
                                          .faults = from->fault_count,
                                          .counters = from->counter_count,
                                          .answers = from->answer_count,
                                          .figures = from->figure_count}))
        return false;
    memcpy(to->parts, from->parts, from->part_count * sizeof *from->parts);
    memcpy(to->cases, from->cases, from->case_count * sizeof *from->cases);
    memcpy(to->faults, from->faults, from->fault_count * sizeof *from->faults);
    memcpy(to->counters, from->counters, from->counter_count * sizeof *from->counters);
    memcpy(to->answers, from->answers, from->answer_count * sizeof *from->answers);
    memcpy(to->figures, from->figures, from->figure_count * sizeof *from->figures);
    return true;
}

void verdict_public_summary(const Verdict *verdict, char summary[SUMMARY_BYTES]) {
    char named[100];
    snprintf(summary, SUMMARY_BYTES, "%s", verdict->summary);
    for (unsigned i = 0; i < verdict->case_count; i++) {
        snprintf(named, sizeof named, "Case %s: ", verdict->cases[i].label);
        if (!verdict->cases[i].hidden || !text_begins(verdict->summary, named)) continue;
        snprintf(summary, SUMMARY_BYTES, "In a hidden case: %s", verdict->summary + strlen(named));
    }
}

const VerdictCounter *verdict_unmet(const Verdict *verdict, unsigned part, bool lines) {
    for (unsigned i = 0; i < verdict->counter_count; i++) {
        const VerdictCounter *counter = &verdict->counters[i];
        if (counter->part == part && !counter->met && (!lines || counter->line_count)) return counter;
    }
    return NULL;
}

void verdict_say_limit(const VerdictCounter *counter, char *text, size_t size) {
    char value[32], bound[32];
    bool over = counter->value > counter->most;
    text_append(text, size, "%s: %s, at %s %s %s", counter->label, text_number(counter->value, value),
                over ? "most" : "least", text_number(over ? counter->most : counter->least, bound),
                over ? "allowed" : "needed");
}

const VerdictCounter *verdict_missed(const Verdict *verdict) {
    const Part *parts = verdict->exercise->parts;
    for (unsigned p = 0; p < verdict->exercise->part_count; p++) {
        bool judged = parts[p].kind == PART_LIMIT && parts[p].points;
        const VerdictCounter *unmet = judged ? verdict_unmet(verdict, p, false) : NULL;
        if (unmet) return unmet;
    }
    return NULL;
}

const VerdictCounter *verdict_explains(const Verdict *verdict) {
    const Part *parts = verdict->exercise->parts;
    for (unsigned p = 0; p < verdict->exercise->part_count; p++) {
        bool explains = parts[p].kind == PART_LIMIT && !parts[p].points;
        const VerdictCounter *unmet = explains ? verdict_unmet(verdict, p, false) : NULL;
        if (unmet && unmet->measured && unmet->advice[0]) return unmet;
    }
    return NULL;
}

const char *verdict_symptom(const Verdict *verdict) {
    const VerdictCounter *missed = verdict->state == STATE_limit  ? verdict_missed(verdict)
                                   : verdict->state == STATE_slow ? verdict_explains(verdict)
                                                                  : NULL;
    const char *symptom = NULL;
    if (missed) symptom = verdict->exercise->parts[missed->part].symptom;
    if (verdict->state == STATE_fault && verdict->fault_count) symptom = fault_symptom(verdict->faults[0].kind);
    return symptom ? symptom : "";
}

void verdict_say_reading(const Verdict *verdict, char text[200]) {
    VerdictState state = verdict->state;
    bool helps = state == STATE_wrong || state == STATE_fault || state == STATE_limit || state == STATE_slow ||
                 state == STATE_timeout;
    const char *symptom = verdict_symptom(verdict);
    text[0] = 0;
    if (!helps) return;
    snprintf(text, 200, "chapters/%.60s/README.md", verdict->exercise->chapter);
    if (symptom[0]) text_append(text, 200, " and " CHECKLIST "%s", symptom);
}

bool verdict_has_points(const Verdict *verdict) {
    return verdict->by_hand || (!state_waits(verdict->state) && verdict->state != STATE_absent);
}

double verdict_points(const Verdict *verdict) { return verdict->points + (verdict->half ? 0.5 : 0); }

int verdict_earned(const Verdict *verdict) { return verdict->by_hand ? verdict->earned : verdict->points; }

void verdict_say_by_hand(const Verdict *verdict, char text[400]) {
    text[0] = 0;
    if (!verdict->by_hand) return;
    snprintf(text, 400, "set by hand: %g instead of %d%s%s", verdict_points(verdict), verdict->earned,
             verdict->comment[0] ? ", " : "", verdict->comment);
}

void verdict_say_leaks(const Verdict *verdict, char text[400]) {
    const VerdictLeaks *leaks = &verdict->leaks;
    char bytes[32], place[240] = "";
    text[0] = 0;
    if (!leaks->count) return;
    if (leaks->line) snprintf(place, sizeof place, ": line %u, %s", leaks->line, leaks->source);
    snprintf(text, 400,
             "%s bytes of the device's memory are never freed%s%s It costs no points, but wants a cudaFree().",
             text_number((double)leaks->bytes, bytes), place, text_ends(place, ";") ? "" : ".");
}

unsigned verdict_answers(const Verdict *verdict, AnswerState state) {
    unsigned count = 0;
    for (unsigned i = 0; i < verdict->answer_count; i++) count += verdict->answers[i].state == state;
    return count;
}

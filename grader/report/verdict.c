// verdict.c - names of states, and the memory of a verdict.
#include "verdict.h"

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

bool state_named(const char *name, VerdictState *state) {
    for (unsigned i = 0; i < STATE_COUNT; i++) {
        if (strcmp(name, names[i])) continue;
        *state = (VerdictState)i;
        return true;
    }
    return false;
}

bool verdict_alloc(Verdict *verdict, unsigned parts, unsigned cases, unsigned faults, unsigned counters) {
    verdict->parts = calloc(parts + 1, sizeof *verdict->parts);
    verdict->cases = calloc(cases + 1, sizeof *verdict->cases);
    verdict->faults = calloc(faults + 1, sizeof *verdict->faults);
    verdict->counters = calloc(counters + 1, sizeof *verdict->counters);
    if (!verdict->parts || !verdict->cases || !verdict->faults || !verdict->counters) return false;
    verdict->part_count = parts;
    verdict->case_count = cases;
    verdict->fault_count = faults;
    verdict->counter_count = counters;
    return true;
}

void verdict_free(Verdict *verdict) {
    free(verdict->parts);
    free(verdict->cases);
    free(verdict->faults);
    free(verdict->counters);
    *verdict = (Verdict){0};
}

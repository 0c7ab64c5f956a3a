// kinds.c - groups verdicts by mistake, so that the same mistake of many students is one row.
#include "pages.h"

#include "../device/system/text.h"

#include <string.h>

// The limit that the first sentence is about. Predictions that are wrong, too, stand before it and are no limit.
static void kind_of_limit(const Verdict *verdict, char kind[PAGE_KIND]) {
    const VerdictCounter *missed = verdict_missed(verdict);
    snprintf(kind, PAGE_KIND, "over the limit of \"%s\"", missed ? verdict->parts[missed->part].label : "?");
}

static void kind_of_slow(const Verdict *verdict, char kind[PAGE_KIND]) {
    const VerdictCounter *counter = verdict_explains(verdict);
    snprintf(kind, PAGE_KIND, counter ? "slow: \"%s\"" : "slow", counter ? verdict->parts[counter->part].label : "");
}

static void kind_of_wrong(const Verdict *verdict, char kind[PAGE_KIND]) {
    unsigned visible = 0, failed = 0;
    if (!exercise_runs(verdict->exercise)) {
        snprintf(kind, PAGE_KIND, "wrong answers");
        return;
    }
    for (unsigned i = 0; i < verdict->case_count; i++) {
        failed += !verdict->cases[i].result.passed;
        visible += !verdict->cases[i].hidden && !verdict->cases[i].result.passed;
    }
    const char *where = failed == verdict->case_count ? "in every case"
                        : visible                     ? "in some cases"
                                                      : "in hidden cases only";
    snprintf(kind, PAGE_KIND, "wrong result %s", where);
}

static void kind_of_fault(const Verdict *verdict, char kind[PAGE_KIND]) {
    snprintf(kind, PAGE_KIND, "faulty: %s",
             verdict->fault_count ? fault_name(verdict->faults[0].kind) : "of an unknown kind");
    for (char *at = kind; *at; at++)
        if (*at == '_') *at = ' ';
}

void page_kind(const Verdict *verdict, char kind[PAGE_KIND]) {
    kind[0] = 0;
    switch (verdict->state) {
    case STATE_passed: break;
    case STATE_wrong: kind_of_wrong(verdict, kind); break;
    case STATE_fault: kind_of_fault(verdict, kind); break;
    case STATE_limit: kind_of_limit(verdict, kind); break;
    case STATE_slow: kind_of_slow(verdict, kind); break;
    default: snprintf(kind, PAGE_KIND, "%s", state_words(verdict->state)); break;
    }
}

// changes.c - what changed between two tries.
//
// Hidden cases differ from try to try, so only counters of visible cases are compared.
#include "changes.h"

#include "../device/system/text.h"

#include <math.h>
#include <string.h>

#define MOST_COUNTERS 3

static void say(char *text, size_t size, const char *what, double before, double now) {
    char from[32], to[32];
    text_append(text, size, "%s%s %s to %s", text[0] ? "; " : "", what, text_number(before, from),
                text_number(now, to));
}

static void say_if(char *text, size_t size, const char *what, double before, double now) {
    if (fabs(before - now) > 1e-9 * fabs(before)) say(text, size, what, before, now);
}

static double right_answers(const Verdict *verdict) { return verdict_answers(verdict, ANSWER_RIGHT); }

static const VerdictCounter *same_counter(const Verdict *verdict, const VerdictCounter *counter) {
    for (unsigned i = 0; i < verdict->counter_count; i++)
        if (verdict->counters[i].part == counter->part && verdict->counters[i].measured &&
            !strcmp(verdict->counters[i].case_label, counter->case_label))
            return &verdict->counters[i];
    return NULL;
}

static void say_counters(const Verdict *before, const Verdict *now, char *text, size_t size) {
    unsigned said = 0;
    for (unsigned i = 0; i < now->counter_count && said < MOST_COUNTERS; i++) {
        const VerdictCounter *counter = &now->counters[i], *old = same_counter(before, counter);
        size_t length = strlen(text);
        if (!old || !counter->measured || !strcmp(counter->case_label, HIDDEN_LABEL)) continue;
        say_if(text, size, counter->label, old->value, counter->value);
        said += strlen(text) > length;
    }
}

void changes_say(const Verdict *before, const Verdict *now, char *text, size_t size) {
    text[0] = 0;
    say_if(text, size, "points", before->points, now->points);
    if (before->state != now->state)
        text_append(text, size, "%s\"%s\" to \"%s\"", text[0] ? "; " : "", state_words(before->state),
                    state_words(now->state));
    if (before->case_count == now->case_count)
        say_if(text, size, "right cases", before->cases_passed, now->cases_passed);
    say_if(text, size, "faults", before->fault_count, now->fault_count);
    if (before->answer_count == now->answer_count)
        say_if(text, size, "right answers", right_answers(before), right_answers(now));
    say_counters(before, now, text, size);
    if (!text[0]) text_append(text, size, "nothing changed");
}

// formats.c - the table of formats for one student, and the words they share.
#include "returns.h"

#include "../device/system/text.h"

const ReturnFormat return_formats[] = {
#define FORMAT(name, file) {file, return_##name},
#include "formats.def"
#undef FORMAT
};
const unsigned return_format_count = sizeof return_formats / sizeof *return_formats;

bool return_passed(const Verdict *verdict) {
    return verdict->by_hand ? verdict->points == verdict->max_points : verdict->state == STATE_passed;
}

void return_words(char *words, size_t size, const Verdict *verdict) {
    char summary[SUMMARY_BYTES];
    verdict_public_summary(verdict, summary);
    text_append(words, size, "%s: %s (%d of %d points). %s\n", verdict->exercise->name, state_words(verdict->state),
                verdict->points, verdict->max_points, summary);
    char by_hand[400];
    verdict_say_by_hand(verdict, by_hand);
    if (by_hand[0]) text_append(words, size, "  %s\n", by_hand);
    if (verdict->taken[0]) text_append(words, size, "  The file: %s\n", verdict->taken);
    if (verdict->state == STATE_build) text_append(words, size, "%s\n", verdict->build_log);
    for (unsigned i = 0; i < verdict->fault_count; i++) {
        const VerdictFault *fault = &verdict->faults[i];
        text_append(words, size, "  %s, line %u: %s\n", fault_name(fault->kind), fault->line, fault->sentence);
    }
}

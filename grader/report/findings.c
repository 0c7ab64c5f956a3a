// findings.c - what a verdict says of lines, as compilers do: "FILE:LINE: error: SENTENCE", for editors that mark
// lines.
//
// An error is what makes the file wrong, a warning what makes it slow. Where no line is known, the verdict's sentence
// stands at line 1.
#include "report.h"

#include "../device/system/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    FILE *out;
    unsigned count;
} Findings;

// Sentences are cut into lines for nobody here.
static void finding(Findings *to, const char *file, unsigned line, const char *kind, const char *sentence) {
    fprintf(to->out, "%s:%u: %s: ", file, line ? line : 1, kind);
    for (; *sentence; sentence++) fputc(*sentence == '\n' ? ' ' : *sentence, to->out);
    fputc('\n', to->out);
    to->count++;
}

// "x.cu(6): error: identifier "ouu" is undefined", as nvcc says it.
static void of_compiler(Findings *to, const Verdict *verdict) {
    char text[600];
    for (const char *line = verdict->build_log; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
        char *place = strstr(text, "): "), *open = place;
        while (open && open > text && *open != '(') open--;
        unsigned number = open ? (unsigned)strtoul(open + 1, NULL, 10) : 0;
        if (!number || open == text) continue;
        *open = 0;
        bool is_error = text_begins(place + 3, "error");
        const char *said = strstr(place + 3, ": ");
        if (said) finding(to, text, number, is_error ? "error" : "warning", said + 2);
    }
}

// One of a line. The first is what the verdict's sentence is about, which says what to do.
static void of_fault(Findings *to, const Verdict *verdict, unsigned index) {
    const VerdictFault *fault = &verdict->faults[index];
    char sentence[700];
    bool seen = !fault->line || !fault->file[0];
    for (unsigned i = 0; i < index; i++) seen |= verdict->faults[i].line == fault->line;
    if (seen) return;
    snprintf(sentence, sizeof sentence, "A thread %s%s%s", fault->sentence, fault->cause[0] ? ": " : "", fault->cause);
    bool told = !index && verdict->state == STATE_fault;
    finding(to, fault->file, fault->line, "error", told ? verdict->summary : sentence);
}

// Limits without points explain a time that does not earn all of its own.
static bool matters(const Verdict *verdict, const VerdictCounter *counter) {
    bool slow = verdict->time.judged && verdict->time.scale.share < 1;
    return counter->measured && !counter->met && (verdict->exercise->parts[counter->part].points || slow);
}

static void of_counter(Findings *to, const Verdict *verdict, const VerdictCounter *counter) {
    for (unsigned i = 0; i < counter->line_count; i++) {
        const VerdictLine *line = &counter->lines[i];
        char sentence[2 * ADVICE_BYTES] = "", each[32];
        if (line->words[0])
            text_append(sentence, sizeof sentence, "%s %s; ", text_number(line->each, each), line->words);
        verdict_say_limit(counter, sentence, sizeof sentence);
        if (counter->advice[0]) text_append(sentence, sizeof sentence, ": %s", counter->advice);
        finding(to, verdict->file, line->line, "warning", sentence);
    }
}

static void of_verdict(Findings *to, const Verdict *verdict) {
    of_compiler(to, verdict);
    for (unsigned i = 0; i < verdict->fault_count; i++) of_fault(to, verdict, i);
    for (unsigned i = 0; i < verdict->counter_count; i++)
        if (matters(verdict, &verdict->counters[i])) of_counter(to, verdict, &verdict->counters[i]);
    bool is_done = verdict->state == STATE_passed || verdict->state == STATE_not_started;
    if (!to->count && !is_done) finding(to, verdict->file, 1, "error", verdict->summary);
}

void report_print_findings(FILE *out, const Verdict *verdicts, unsigned count) {
    for (unsigned i = 0; i < count; i++) of_verdict(&(Findings){.out = out}, &verdicts[i]);
}

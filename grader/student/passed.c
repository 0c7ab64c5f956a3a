// passed.c - what a student reads once an exercise has passed: what it was about, how the solution got there, what
// next.
#include "passed.h"

#include "../device/system/text.h"
#include "../grading/grade.h"
#include "../report/terminal.h"
#include "../verdict/steps.h"
#include "progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void print_learnt(const Terminal *terminal, const Exercise *exercise) {
    char text[400];
    snprintf(text, sizeof text, "Learnt: %s", exercise->learnt);
    fputs("  ", terminal->out);
    terminal_tone(terminal, GOOD);
    terminal_wrapped(terminal, 2, 2, text);
    terminal_plain(terminal);
}

// Whether a counter is worth a row: a step has another value, and no row above has the same label.
static bool tells(const Verdict *verdict, unsigned index, const Steps *steps) {
    const VerdictCounter *counter = &verdict->counters[index];
    bool differs = false;
    for (unsigned s = 0; s < steps->count; s++) {
        double value = steps->values[s][counter->part];
        differs |= fabs(value - counter->value) > 1e-9 * fabs(value);
    }
    for (unsigned i = 0; i < index; i++) differs &= strcmp(verdict->counters[i].label, counter->label) != 0;
    return differs;
}

// "sectors stored per 32 elements: yours 4, steps 32, 4, 4"
static void print_counter(const Terminal *terminal, const VerdictCounter *counter, const Steps *steps) {
    char text[600], number[32];
    snprintf(text, sizeof text, "%s: yours %s", counter->label, text_number(counter->value, number));
    for (unsigned s = 0; s < steps->count; s++) {
        double value = steps->values[s][counter->part];
        text_append(text, sizeof text, "%s%s", s ? ", " : "; steps ", isnan(value) ? "-" : text_number(value, number));
    }
    fputs("    ", terminal->out);
    terminal_wrapped(terminal, 4, 6, text);
}

static void print_steps(const Terminal *terminal, const char *label, const Steps *steps) {
    char text[1400];
    snprintf(text, sizeof text, "Counted on %s, beside the solution's steps", label);
    for (unsigned s = 0; s < steps->count; s++) text_append(text, sizeof text, "%s%s", s ? ", " : " ", steps->names[s]);
    text_append(text, sizeof text, ":");
    fputs("  ", terminal->out);
    terminal_wrapped(terminal, 2, 2, text);
}

#define ROWS_IN_SHORT 3

static void print_beside(const Terminal *terminal, const Verdict *verdict, const Steps *steps) {
    const Exercise *exercise = verdict->exercise;
    const char *label = exercise->cases[exercise_timed_case(exercise)].label;
    unsigned rows = 0;
    for (unsigned i = 0; i < verdict->counter_count && (rows < ROWS_IN_SHORT || terminal->style.verbose); i++) {
        const VerdictCounter *counter = &verdict->counters[i];
        bool shown = counter->measured && counter->part < MOST_STEP_VALUES && !strcmp(counter->case_label, label);
        if (!shown || !tells(verdict, i, steps)) continue;
        if (!rows++) print_steps(terminal, label, steps);
        print_counter(terminal, counter, steps);
    }
}

static void print_next(const Terminal *terminal, const Paths *paths, const Exercise *exercise) {
    ProgressMark *marks = progress_marks(paths);
    const Exercise *next = marks ? progress_next(marks, exercise) : NULL;
    char text[400] = "You have finished the workbook.";
    if (next)
        snprintf(text, sizeof text, "Next: %s. Read chapters/%s/README.md, edit exercises/%s/%s.cu.", next->name,
                 next->chapter, next->chapter, next->name);
    fputs("  ", terminal->out);
    terminal_wrapped(terminal, 2, 2, text);
    free(marks);
}

void passed_print(const Paths *paths, const Verdict *verdict, FILE *out, TerminalStyle style) {
    static Steps steps;
    const Terminal terminal = {.out = out, .style = style};
    print_learnt(&terminal, verdict->exercise);
    if (verdict->counter_count && steps_measure(paths, verdict->exercise, &steps))
        print_beside(&terminal, verdict, &steps);
    print_next(&terminal, paths, verdict->exercise);
}

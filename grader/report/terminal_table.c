// terminal_table.c - many exercises on a student's terminal: a row for each, and the workbook's points.
#include "terminal.h"

#include <string.h>

Tone terminal_state_tone(VerdictState state) {
    return state == STATE_passed ? GOOD : state == STATE_not_started ? FAINT : BAD;
}

#define CHAPTER_COLUMNS 34
#define NAME_COLUMNS 22
#define STATE_COLUMNS 16
#define SCORE_COLUMNS 22 // with a name and a state 60

// "7/8 cases", or "5/9 answers" of an exercise that only asks.
static void print_score(const Terminal *terminal, const Verdict *verdict) {
    unsigned right = verdict->cases_passed, all = verdict->case_count;
    bool asks = !exercise_runs(verdict->exercise);
    if (asks) {
        right = verdict_answers(verdict, ANSWER_RIGHT);
        all = verdict->exercise->question_count;
    }
    fprintf(terminal->out, "%2u/%-2u %-7s %4d/%d\n", right, all, asks ? "answers" : "cases", verdict->points,
            verdict->max_points);
}

void terminal_table(const Terminal *terminal, const Verdict *verdicts, unsigned count) {
    int points = 0, most = 0;
    unsigned passed = 0;
    bool chapters = terminal->style.width >= CHAPTER_COLUMNS + NAME_COLUMNS + STATE_COLUMNS + SCORE_COLUMNS;
    for (unsigned i = 0; i < count; i++) {
        const Verdict *verdict = &verdicts[i];
        if (chapters) terminal_padded(terminal, verdict->exercise->chapter, CHAPTER_COLUMNS);
        terminal_padded(terminal, verdict->exercise->name, NAME_COLUMNS);
        terminal_tone(terminal, terminal_state_tone(verdict->state));
        terminal_padded(terminal, state_words(verdict->state), STATE_COLUMNS);
        terminal_plain(terminal);
        print_score(terminal, verdict);
        points += verdict->points;
        most += verdict->max_points;
        passed += verdict->state == STATE_passed;
    }
    char line[40];
    snprintf(line, sizeof line, "%u of %u passed", passed, count);
    fprintf(terminal->out, "%-*s%-*s%14d/%d\n", (chapters ? CHAPTER_COLUMNS : 0) + NAME_COLUMNS, "", STATE_COLUMNS,
            line, points, most);
}

static bool practises(const Exercise *exercise, const char *point) {
    size_t length = strlen(point);
    for (const char *at = exercise->checklist; at && (at = strstr(at, point)); at += length)
        if ((at == exercise->checklist || at[-1] == ',' || at[-1] == ' ') && (!at[length] || at[length] == ','))
            return true;
    return false;
}

#define POINT_COLUMNS 16
#define MARKS_END 10 // " 21 of 21"

// The map of the workbook: its six points, in the order of the chapters that teach them.
void terminal_checklist(const Terminal *terminal, const Verdict *verdicts, unsigned count) {
    static const char *const points[] = {"occupancy", "coalescing",    "divergence",
                                         "tiling",    "privatisation", "coarsening"};
    unsigned marks = (terminal->style.width - POINT_COLUMNS - MARKS_END) / 2; // in a line
    fputc('\n', terminal->out);
    for (size_t p = 0; p < sizeof points / sizeof *points; p++) {
        unsigned all = 0, passed = 0;
        for (unsigned i = 0; i < count; i++) {
            if (!practises(verdicts[i].exercise, points[p])) continue;
            all++;
            passed += verdicts[i].state == STATE_passed;
        }
        if (!all) continue;
        terminal_padded(terminal, points[p], POINT_COLUMNS);
        for (unsigned i = 0; i < all; i++) {
            if (i && i % marks == 0) fprintf(terminal->out, "\n%*s", POINT_COLUMNS, "");
            terminal_mark(terminal, i < passed ? GOOD : BAD);
        }
        fprintf(terminal->out, " %u of %u\n", passed, all);
    }
}

// terminal.c - the report a student reads: what to do first, then why, then where everything stands.
#include "report.h"

#include "../system/text.h"

#include <langinfo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define MOST_WIDTH 100
#define LEAST_WIDTH 60

typedef enum { GOOD, BAD, PLAIN, FAINT, STRONG } Tone;

typedef struct {
    FILE *out;
    TerminalStyle style;
} Terminal;

TerminalStyle terminal_style(FILE *out) {
    TerminalStyle style = {.width = MOST_WIDTH, .unicode = !strcmp(nl_langinfo(CODESET), "UTF-8")};
    const char *no_colour = getenv("NO_COLOR"), *kind = getenv("TERM");
    const char *all = getenv("V");
    struct winsize size;
    style.verbose = all && *all && strcmp(all, "0") != 0;
    if (!isatty(fileno(out))) return style;
    style.colour = !(no_colour && *no_colour) && kind && strcmp(kind, "dumb") != 0;
    if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col) style.width = size.ws_col;
    if (style.width > MOST_WIDTH) style.width = MOST_WIDTH;
    if (style.width < LEAST_WIDTH) style.width = LEAST_WIDTH;
    return style;
}

static void tone(const Terminal *terminal, Tone which) {
    static const char *const codes[] = {"\033[32m", "\033[31m", "", "\033[2m", "\033[1m"};
    if (terminal->style.colour) fputs(codes[which], terminal->out);
}

static void plain(const Terminal *terminal) {
    if (terminal->style.colour) fputs("\033[0m", terminal->out);
}

// Characters, not bytes; every character of ours is one column wide.
static unsigned columns(const char *text, size_t bytes) {
    unsigned count = 0;
    for (size_t i = 0; i < bytes; i++) count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

// Prints text from column `at` on and breaks it between words so that no line passes the width; further lines begin
// at column `indent`. Ends the line.
static void wrapped(const Terminal *terminal, unsigned at, unsigned indent, const char *text) {
    bool first = true;
    while (*(text += strspn(text, " \n"))) {
        size_t bytes = strcspn(text, " \n");
        unsigned wide = columns(text, bytes);
        if (!first && at + 1 + wide > terminal->style.width) {
            fprintf(terminal->out, "\n%*s", indent, "");
            at = indent;
            first = true;
        }
        fprintf(terminal->out, "%s%.*s", first ? "" : " ", (int)bytes, text);
        at += wide + !first;
        first = false;
        text += bytes;
    }
    fputc('\n', terminal->out);
}

static void padded(const Terminal *terminal, const char *text, unsigned width) {
    unsigned wide = columns(text, strlen(text));
    fprintf(terminal->out, "%s%*s", text, wide < width ? (int)(width - wide) : 0, "");
}

static void mark(const Terminal *terminal, bool good) {
    tone(terminal, good ? GOOD : BAD);
    if (terminal->style.unicode) fputs(good ? "\u2713 " : "\u2717 ", terminal->out);
    else fputs(good ? "+ " : "- ", terminal->out);
    plain(terminal);
}

static Tone state_tone(VerdictState state) {
    return state == STATE_passed ? GOOD : state == STATE_not_started ? FAINT : BAD;
}

// ---- one exercise ----

static void print_heading(const Terminal *terminal, const Verdict *verdict) {
    char title[160], right[64];
    snprintf(title, sizeof title, "%.60s/%.60s", verdict->exercise->chapter, verdict->exercise->name);
    snprintf(right, sizeof right, "%s  %3d/%d", state_words(verdict->state), verdict->points, verdict->max_points);
    unsigned used = columns(title, strlen(title)) + (unsigned)strlen(right);
    tone(terminal, STRONG);
    fputs(title, terminal->out);
    plain(terminal);
    fprintf(terminal->out, "%*s", used < terminal->style.width ? (int)(terminal->style.width - used) : 2, "");
    tone(terminal, state_tone(verdict->state));
    fputs(right, terminal->out);
    plain(terminal);
    fprintf(terminal->out, "\n  ");
    wrapped(terminal, 2, 2, verdict->summary);
}

static void print_log(const Terminal *terminal, const Verdict *verdict) {
    for (const char *line = verdict->build_log; *line;) {
        size_t bytes = strcspn(line, "\n");
        fprintf(terminal->out, "    %.*s\n", (int)bytes, line);
        line += bytes + (line[bytes] == '\n');
    }
}

// "line 14: 31 conflicts a request, 100 % of all: out[x] = tile[..][..];"
static void print_costly_lines(const Terminal *terminal, const VerdictCounter *counter) {
    for (unsigned i = 0; i < counter->line_count; i++) {
        const VerdictLine *line = &counter->lines[i];
        char each[32], text[400];
        snprintf(text, sizeof text, "line %u: ", line->line);
        if (line->words[0]) text_append(text, sizeof text, "%s %s, ", text_number(line->each, each), line->words);
        text_append(text, sizeof text, "%.0f %% of all: %s", 100 * line->share, line->source);
        fputs("        ", terminal->out);
        wrapped(terminal, 8, 10, text);
    }
}

// Parts that earned everything, several on a line.
static void print_earned(const Terminal *terminal, const Verdict *verdict) {
    unsigned at = 0;
    for (unsigned i = 0; i < verdict->part_count; i++) {
        const VerdictPart *part = &verdict->parts[i];
        char text[120];
        if (part->points < part->max_points || !part->max_points) continue;
        snprintf(text, sizeof text, "%s %d", part->label, part->points);
        unsigned wide = columns(text, strlen(text)) + 4;
        if (at && at + wide > terminal->style.width) {
            fputc('\n', terminal->out);
            at = 0;
        }
        if (!at) fputs("    ", terminal->out);
        at += at ? wide : 4 + wide;
        mark(terminal, true);
        fprintf(terminal->out, "%s  ", text);
    }
    if (at) fputc('\n', terminal->out);
}

static bool waits(const VerdictPart *part) { return !strncmp(part->why, PART_WAITS, strlen(PART_WAITS)); }

// Parts that are not judged yet, several on a line.
static void print_waiting(const Terminal *terminal, const Verdict *verdict) {
    char text[600] = "not judged before every result is right: ";
    unsigned count = 0;
    for (unsigned i = 0; i < verdict->part_count; i++) {
        const VerdictPart *part = &verdict->parts[i];
        if (part->points == part->max_points || !waits(part)) continue;
        text_append(text, sizeof text, "%s%s %d", count++ ? ", " : "", part->label, part->max_points);
    }
    if (!count) return;
    fputs("      ", terminal->out);
    wrapped(terminal, 6, 8, text);
}

// What did not stands on lines of its own, with the reason and the student's lines that make it.
static void print_parts(const Terminal *terminal, const Verdict *verdict) {
    print_earned(terminal, verdict);
    for (unsigned i = 0; i < verdict->part_count; i++) {
        const VerdictPart *part = &verdict->parts[i];
        const VerdictCounter *counter = verdict_unmet(verdict, i, true);
        char text[300];
        if (part->points == part->max_points || waits(part)) continue;
        fputs("    ", terminal->out);
        mark(terminal, false);
        snprintf(text, sizeof text, "%s %d/%d%s%s", part->label, part->points, part->max_points,
                 part->why[0] ? ": " : "", part->why);
        wrapped(terminal, 6, 8, text);
        if (counter) print_costly_lines(terminal, counter);
    }
    print_waiting(terminal, verdict);
}

static void print_bounds(const Terminal *terminal, const VerdictCounter *counter) {
    bool from = isfinite(counter->least) && counter->least > 0, to = isfinite(counter->most);
    char least[32], most[32];
    text_number(counter->least, least);
    text_number(counter->most, most);
    if (from && to) fprintf(terminal->out, "limit %s to %s", least, most);
    else if (to) fprintf(terminal->out, "limit %s", most);
    else if (from) fprintf(terminal->out, "at least %s", least);
}

// What was counted: in short only after a pass, and of the visible case, which can be made again.
static void print_counters(const Terminal *terminal, const Verdict *verdict) {
    bool all = terminal->style.verbose;
    char value[32];
    for (unsigned i = 0; i < verdict->counter_count; i++) {
        const VerdictCounter *counter = &verdict->counters[i];
        if (!all && (verdict->state != STATE_passed || !strcmp(counter->case_label, "a hidden case"))) continue;
        fputs("      ", terminal->out);
        if (all) mark(terminal, counter->met);
        padded(terminal, counter->label, terminal->style.width < 90 ? 34 : 48);
        fprintf(terminal->out, " %9s  ", counter->measured ? text_number(counter->value, value) : "not run");
        print_bounds(terminal, counter);
        if (all) fprintf(terminal->out, "  on %s", counter->case_label);
        fputc('\n', terminal->out);
        const char *advice = counter->uncounted[0] ? counter->uncounted : counter->advice;
        if (!all || counter->met || !counter->measured || !advice[0]) continue;
        fputs("        ", terminal->out);
        wrapped(terminal, 8, 8, advice);
    }
}

static void print_element(const Terminal *terminal, const CaseResult *result) {
    fprintf(terminal->out, "        first wrong element %s", result->array);
    for (unsigned d = 0; d < result->index_count && d < 3; d++)
        fprintf(terminal->out, "[%llu]", (unsigned long long)result->index[d]);
    fprintf(terminal->out, ": got %.7g, expected %.7g; %llu of %llu wrong\n", result->got, result->expected,
            (unsigned long long)result->wrong_count, (unsigned long long)result->total);
}

static void print_every_case(const Terminal *terminal, const Verdict *verdict) {
    char text[400];
    for (unsigned i = 0; i < verdict->case_count; i++) {
        const VerdictCase *row = &verdict->cases[i];
        if (row->result.passed) continue;
        fputs("      ", terminal->out);
        mark(terminal, false);
        snprintf(text, sizeof text, "%s%s: %s", row->label, row->hidden ? " (hidden)" : "", row->result.message);
        wrapped(terminal, 8, 8, text);
        if (row->result.has_element) print_element(terminal, &row->result);
    }
    if (verdict->cases_passed < verdict->case_count)
        fprintf(terminal->out, "      --seed %llu makes the hidden cases again\n", (unsigned long long)verdict->seed);
}

// The summary tells of the first case that failed; here only which did.
static void print_cases(const Terminal *terminal, const Verdict *verdict) {
    char text[600] = "cases that failed: ";
    unsigned failed = 0, hidden = 0;
    if (terminal->style.verbose) {
        print_every_case(terminal, verdict);
        return;
    }
    for (unsigned i = 0; i < verdict->case_count; i++) {
        const VerdictCase *row = &verdict->cases[i];
        if (row->result.passed) continue;
        if (row->hidden) hidden++;
        else text_append(text, sizeof text, "%s%s", failed++ ? "; " : "", row->label);
    }
    if (hidden) text_append(text, sizeof text, "%s%u hidden", failed ? "; " : "", hidden);
    if (!failed && !hidden) return;
    fputs("      ", terminal->out);
    wrapped(terminal, 6, 8, text);
}

static void print_answers(const Terminal *terminal, const Verdict *verdict) {
    char text[500];
    for (unsigned i = 0; i < verdict->answer_count; i++) {
        const VerdictAnswer *answer = &verdict->answers[i];
        if (answer->state == ANSWER_NONE && !terminal->style.verbose && exercise_runs(verdict->exercise)) continue;
        fputs("      ", terminal->out);
        mark(terminal, answer->state == ANSWER_RIGHT);
        snprintf(text, sizeof text, "%s: %s", answer->asks, answer->given[0] ? answer->given : "?");
        if (answer->measured[0] && answer->state != ANSWER_RIGHT)
            text_append(text, sizeof text, ", measured %s", answer->measured);
        if (answer->state == ANSWER_NEAR) text_append(text, sizeof text, " (near)");
        if (answer->why[0]) text_append(text, sizeof text, ". %s", answer->why);
        wrapped(terminal, 8, 8, text);
    }
}

static void print_line(const Terminal *terminal, const char *text) {
    fputs("        ", terminal->out);
    wrapped(terminal, 8, 8, text);
}

static void print_fault(const Terminal *terminal, const VerdictFault *fault) {
    char text[800];
    const unsigned *block = fault->block, *thread = fault->thread, *other = fault->other_thread;
    fputs("      ", terminal->out);
    mark(terminal, false);
    snprintf(text, sizeof text, "%s: %s", fault->kind, fault->sentence);
    wrapped(terminal, 8, 8, text);
    if (fault->line) {
        snprintf(text, sizeof text, "%s:%u: %s", fault->file, fault->line, fault->source);
        print_line(terminal, text);
    }
    if (fault->kernel[0]) {
        snprintf(text, sizeof text, "in %s", fault->kernel);
        if (fault->line) // without one, the launch itself was refused
            text_append(text, sizeof text, ", block (%u,%u,%u) thread (%u,%u,%u)", block[0], block[1], block[2],
                        thread[0], thread[1], thread[2]);
        text_append(text, sizeof text, ", %llu time%s, case %s", (unsigned long long)fault->count,
                    fault->count == 1 ? "" : "s", fault->case_label);
        print_line(terminal, text);
    }
    if (fault->other_line) {
        snprintf(text, sizeof text, "the other access: %s:%u, thread (%u,%u,%u)", fault->other_file, fault->other_line,
                 other[0], other[1], other[2]);
        print_line(terminal, text);
    }
}

#define FAULTS_IN_SHORT 1

static void print_faults(const Terminal *terminal, const Verdict *verdict) {
    unsigned shown = terminal->style.verbose ? verdict->fault_count : FAULTS_IN_SHORT;
    for (unsigned i = 0; i < verdict->fault_count && i < shown; i++) print_fault(terminal, &verdict->faults[i]);
    if (verdict->fault_count > shown)
        fprintf(terminal->out, "      and %u more; V=1 shows all\n", verdict->fault_count - shown);
}

static void print_time(const Terminal *terminal, const Verdict *verdict) {
    const VerdictTime *time = &verdict->time;
    char text[400] = "";
    if (time->measured)
        snprintf(text, sizeof text, "%.4g ms, reference %.4g ms (%s)", time->student_ms, time->reference_ms,
                 time->device);
    else snprintf(text, sizeof text, "not measured (no GPU)");
    if (time->has_bound)
        text_append(text, sizeof text, "; bound %.3g us (%s): no %s can be faster", time->bound_us,
                    time->bound_resource, time->bound_gpu);
    if (time->has_bound && time->has_reference_bound)
        text_append(text, sizeof text, "; the reference's bound is %.3g us", time->reference_bound_us);
    if (!time->measured && !(terminal->style.verbose && time->has_bound)) return;
    fputs("    time ", terminal->out);
    wrapped(terminal, 9, 9, text);
}

static void print_verdict(const Terminal *terminal, const Verdict *verdict) {
    print_heading(terminal, verdict);
    if (verdict->state == STATE_build) print_log(terminal, verdict);
    if (verdict->state != STATE_build && verdict->state != STATE_not_started && verdict->state != STATE_rejected) {
        print_parts(terminal, verdict);
        print_answers(terminal, verdict);
        print_cases(terminal, verdict);
        print_faults(terminal, verdict);
        print_counters(terminal, verdict);
        print_time(terminal, verdict);
    }
    fputc('\n', terminal->out);
}

// ---- all of them ----

#define CHAPTER_COLUMNS 34
#define NAME_COLUMNS 24
#define STATE_COLUMNS 16

// "7/8 cases", or "5/9 answers" of an exercise that only asks.
static void print_score(const Terminal *terminal, const Verdict *verdict) {
    unsigned right = verdict->cases_passed, all = verdict->case_count;
    bool asks = !exercise_runs(verdict->exercise);
    if (asks) {
        right = 0;
        all = verdict->exercise->question_count;
        for (unsigned i = 0; i < verdict->answer_count; i++) right += verdict->answers[i].state == ANSWER_RIGHT;
    }
    fprintf(terminal->out, "%2u/%-2u %-7s %4d/%d\n", right, all, asks ? "answers" : "cases", verdict->points,
            verdict->max_points);
}

static void print_table(const Terminal *terminal, const Verdict *verdicts, unsigned count) {
    int points = 0, most = 0;
    unsigned passed = 0;
    for (unsigned i = 0; i < count; i++) {
        const Verdict *verdict = &verdicts[i];
        padded(terminal, verdict->exercise->chapter, CHAPTER_COLUMNS);
        padded(terminal, verdict->exercise->name, NAME_COLUMNS);
        tone(terminal, state_tone(verdict->state));
        padded(terminal, state_words(verdict->state), STATE_COLUMNS);
        plain(terminal);
        print_score(terminal, verdict);
        points += verdict->points;
        most += verdict->max_points;
        passed += verdict->state == STATE_passed;
    }
    char line[40];
    snprintf(line, sizeof line, "%u of %u passed", passed, count);
    fprintf(terminal->out, "%-*s%-*s%14d/%d\n", CHAPTER_COLUMNS + NAME_COLUMNS, "", STATE_COLUMNS, line, points, most);
}

static bool practises(const Exercise *exercise, const char *point) {
    size_t length = strlen(point);
    for (const char *at = exercise->checklist; at && (at = strstr(at, point)); at += length)
        if ((at == exercise->checklist || at[-1] == ',' || at[-1] == ' ') && (!at[length] || at[length] == ','))
            return true;
    return false;
}

// The map of the workbook: its six points, in the order of the chapters that teach them.
static void print_checklist(const Terminal *terminal, const Verdict *verdicts, unsigned count) {
    static const char *const points[] = {"occupancy", "coalescing",    "divergence",
                                         "tiling",    "privatisation", "coarsening"};
    fputc('\n', terminal->out);
    for (size_t p = 0; p < sizeof points / sizeof *points; p++) {
        unsigned all = 0, passed = 0;
        for (unsigned i = 0; i < count; i++) {
            if (!practises(verdicts[i].exercise, points[p])) continue;
            all++;
            passed += verdicts[i].state == STATE_passed;
        }
        if (!all) continue;
        padded(terminal, points[p], 16);
        for (unsigned i = 0; i < all; i++) mark(terminal, i < passed);
        fprintf(terminal->out, " %u of %u\n", passed, all);
    }
}

static void print_next(const Terminal *terminal, const Verdict *verdicts, unsigned count) {
    const Verdict *next = NULL;
    for (unsigned i = 0; i < count && !next; i++)
        if (verdicts[i].state != STATE_passed && verdicts[i].state != STATE_not_started) next = &verdicts[i];
    for (unsigned i = 0; i < count && !next; i++)
        if (verdicts[i].state == STATE_not_started) next = &verdicts[i];
    if (!next) return;
    bool own = text_begins(next->file, "exercises/");
    fprintf(terminal->out, "%sNext: edit %s\n", count > 1 ? "\n" : "", next->file); // a verdict ends with a blank line
    if (own) fprintf(terminal->out, "      make grade EXERCISE=%s\n", next->exercise->name);
    fprintf(terminal->out, "      make hint EXERCISE=%s\n", next->exercise->name);
}

void report_print_terminal(FILE *out, TerminalStyle style, const Verdict *verdicts, unsigned count) {
    Terminal terminal = {.out = out, .style = style};
    for (unsigned i = 0; i < count; i++) // of many, the table says which are not started
        if (count == 1 || verdicts[i].state != STATE_not_started) print_verdict(&terminal, &verdicts[i]);
    if (count > 1) {
        print_table(&terminal, verdicts, count);
        print_checklist(&terminal, verdicts, count);
    }
    print_next(&terminal, verdicts, count);
}

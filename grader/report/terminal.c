// terminal.c - the report a student reads: what to do first, then why, then where everything stands.
#include "terminal.h"

#include "../device/system/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- one exercise ----
//
// In short (without V=1) a verdict fits on a small screen, and gives each reason once: what the summary says is not
// repeated below.

static bool is_told(const Terminal *terminal, const Verdict *verdict, const char *reason) {
    return !terminal->style.verbose && reason[0] && strstr(verdict->summary, reason);
}

static void print_heading(const Terminal *terminal, const Verdict *verdict) {
    char title[160], right[64];
    snprintf(title, sizeof title, "%.60s/%.60s", verdict->exercise->chapter, verdict->exercise->name);
    bool waits = state_waits(verdict->state); // for a person: it has no points, which is not a zero
    if (waits) snprintf(right, sizeof right, "%s    -/%d", state_words(verdict->state), verdict->max_points);
    else snprintf(right, sizeof right, "%s  %3d/%d", state_words(verdict->state), verdict->points, verdict->max_points);
    if (strlen(title) + 2 + strlen(right) > terminal->style.width) // then the chapter's number must do
        snprintf(title, sizeof title, "%.2s %.60s", verdict->exercise->chapter, verdict->exercise->name);
    unsigned used = terminal_columns(title, strlen(title)) + (unsigned)strlen(right);
    terminal_tone(terminal, STRONG);
    fputs(title, terminal->out);
    terminal_plain(terminal);
    fprintf(terminal->out, "%*s", used < terminal->style.width ? (int)(terminal->style.width - used) : 2, "");
    terminal_tone(terminal, terminal_state_tone(verdict->state));
    fputs(right, terminal->out);
    terminal_plain(terminal);
    fputc('\n', terminal->out);
    if (verdict->state == STATE_build && strstr(verdict->build_log, verdict->summary)) return;
    fputs("  ", terminal->out);
    terminal_wrapped(terminal, 2, 2, verdict->summary);
}

#define LOG_LINES_IN_SHORT 12

// Wraps a message of the compiler; the source line and the marks below it stay as they are.
static void print_log(const Terminal *terminal, const Verdict *verdict) {
    unsigned shown = 0, left = 0;
    for (const char *line = verdict->build_log; *line;) {
        char text[1000];
        size_t bytes = strcspn(line, "\n");
        snprintf(text, sizeof text, "%.*s", (int)bytes, line);
        line += bytes + (line[bytes] == '\n');
        if (!terminal->style.verbose && (!text[0] || shown >= LOG_LINES_IN_SHORT)) {
            left += text[0] != 0;
            continue;
        }
        shown += 1 + terminal_columns(text, bytes) / terminal->style.width;
        fputs("  ", terminal->out);
        if (text[0] == ' ') fprintf(terminal->out, "%.*s\n", (int)terminal->style.width - 2, text);
        else terminal_wrapped(terminal, 2, 4, text);
    }
    if (left) fprintf(terminal->out, "  and %u lines more; V=1 shows all\n", left);
}

// "line 14: 31 conflicts per request, 100 % of all: out[x] = tile[..][..];"
static void print_costly_lines(const Terminal *terminal, const VerdictCounter *counter) {
    for (unsigned i = 0; i < counter->line_count; i++) {
        const VerdictLine *line = &counter->lines[i];
        char each[32], text[400];
        snprintf(text, sizeof text, "line %u: ", line->line);
        if (line->words[0]) text_append(text, sizeof text, "%s %s, ", text_number(line->each, each), line->words);
        text_append(text, sizeof text, "%.0f %% of all: %s", 100 * line->share, line->source);
        fputs("        ", terminal->out);
        terminal_wrapped(terminal, 8, 10, text);
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
        unsigned wide = terminal_columns(text, strlen(text)) + 4;
        if (at && at + wide > terminal->style.width) {
            fputc('\n', terminal->out);
            at = 0;
        }
        if (!at) fputs("    ", terminal->out);
        at += at ? wide : 4 + wide;
        terminal_mark(terminal, GOOD);
        fprintf(terminal->out, "%s  ", text);
    }
    if (at) fputc('\n', terminal->out);
}

static bool waits(const VerdictPart *part) { return part->waits; }

// Parts that are judged only when others have their points, several on a line.
static void print_waiting(const Terminal *terminal, const Verdict *verdict) {
    char text[600] = "to be earned after that: ";
    unsigned count = 0;
    for (unsigned i = 0; i < verdict->part_count; i++) {
        const VerdictPart *part = &verdict->parts[i];
        if (part->points == part->max_points || !waits(part)) continue;
        text_append(text, sizeof text, "%s%s %d", count++ ? ", " : "", part->label, part->max_points);
    }
    if (!count) return;
    fputs("      ", terminal->out);
    terminal_wrapped(terminal, 6, 8, text);
}

// Other parts stand on lines of their own, with the reason and the student's lines that cause it.
static void print_parts(const Terminal *terminal, const Verdict *verdict) {
    print_earned(terminal, verdict);
    for (unsigned i = 0; i < verdict->part_count; i++) {
        const VerdictPart *part = &verdict->parts[i];
        const VerdictCounter *counter = verdict_unmet(verdict, i, true);
        const char *why = is_told(terminal, verdict, part->why) ? "" : part->why;
        char text[300];
        if (part->points == part->max_points || waits(part)) continue;
        fputs("    ", terminal->out);
        terminal_mark(terminal, BAD);
        snprintf(text, sizeof text, "%s %d/%d%s%s", part->label, part->points, part->max_points, why[0] ? ": " : "",
                 why);
        terminal_wrapped(terminal, 6, 8, text);
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

// All that was counted.
static void print_counters(const Terminal *terminal, const Verdict *verdict) {
    char value[32];
    for (unsigned i = 0; i < verdict->counter_count; i++) {
        const VerdictCounter *counter = &verdict->counters[i];
        fputs("      ", terminal->out);
        terminal_mark(terminal, counter->met ? GOOD : BAD);
        terminal_padded(terminal, counter->label, terminal->style.width < 90 ? 34 : 48);
        fprintf(terminal->out, " %9s  ", counter->measured ? text_number(counter->value, value) : "not run");
        print_bounds(terminal, counter);
        fprintf(terminal->out, "  on %s\n", counter->case_label);
        if (counter->met || !counter->measured || !counter->advice[0]) continue;
        fputs("        ", terminal->out);
        terminal_wrapped(terminal, 8, 8, counter->advice);
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
        terminal_mark(terminal, BAD);
        snprintf(text, sizeof text, "%s%s: %s", row->label, row->hidden ? " (hidden)" : "", row->result.message);
        terminal_wrapped(terminal, 8, 8, text);
        if (row->result.has_element) print_element(terminal, &row->result);
    }
    if (verdict->cases_passed < verdict->case_count)
        fprintf(terminal->out, "      --seed %llu makes the hidden cases again\n", (unsigned long long)verdict->seed);
}

// The summary describes the first case that failed; here only which cases failed, the first of them by name.
static void print_cases(const Terminal *terminal, const Verdict *verdict) {
    char text[300] = "";
    unsigned visible = 0, hidden = 0;
    if (terminal->style.verbose) {
        print_every_case(terminal, verdict);
        return;
    }
    for (unsigned i = 0; i < verdict->case_count; i++) {
        const VerdictCase *row = &verdict->cases[i];
        if (row->result.passed || row->spoilt) continue;
        if (row->hidden) hidden++;
        else if (!visible++) snprintf(text, sizeof text, "failed: %s", row->label);
    }
    if (!visible && !hidden) return;
    if (!visible) snprintf(text, sizeof text, "failed: hidden cases only, %u of them", hidden);
    else if (visible > 1) text_append(text, sizeof text, "; %u more", visible - 1);
    if (visible && hidden) text_append(text, sizeof text, "; %u hidden", hidden);
    fputs("      ", terminal->out);
    terminal_wrapped(terminal, 6, 8, text);
}

static void print_answer(const Terminal *terminal, const VerdictAnswer *answer) {
    static const Tone tones[] = {[ANSWER_NONE] = BAD, [ANSWER_WRONG] = BAD, [ANSWER_RIGHT] = GOOD};
    char text[500];
    fputs("      ", terminal->out);
    terminal_mark(terminal, tones[answer->state]);
    snprintf(text, sizeof text, "%s: %s", answer->asks, answer->given[0] ? answer->given : "?");
    if (answer->why[0]) text_append(text, sizeof text, ". %s", answer->why);
    terminal_wrapped(terminal, 8, 8, text);
}

// The names of the questions whose answers are in that state , on one line.
static void print_names(const Terminal *terminal, const Verdict *verdict, AnswerState state, const char *words) {
    char text[600];
    unsigned count = 0;
    snprintf(text, sizeof text, "%s: ", words);
    for (unsigned i = 0; i < verdict->answer_count; i++)
        if (verdict->answers[i].state == state)
            text_append(text, sizeof text, "%s%s", count++ ? ", " : "", verdict->answers[i].name);
    if (!count) return;
    fputs("      ", terminal->out);
    terminal_wrapped(terminal, 6, 8, text);
}

static void print_where_questions_are(const Terminal *terminal, const Verdict *verdict) {
    char text[300];
    snprintf(text, sizeof text,
             "make questions EXERCISE=%s shows them, make another EXERCISE=%s asks about other numbers",
             verdict->exercise->name, verdict->exercise->name);
    fputs("      ", terminal->out);
    terminal_wrapped(terminal, 6, 8, text);
}

#define ANSWERS_IN_SHORT 3

// In the short form: the wrong answers that the summary does not mention, and the names of the others.
static void print_answers(const Terminal *terminal, const Verdict *verdict) {
    bool all = terminal->style.verbose;
    unsigned left = 0, shown = 0;
    for (unsigned i = 0; i < verdict->answer_count; i++) {
        const VerdictAnswer *answer = &verdict->answers[i];
        bool wrong = answer->state == ANSWER_WRONG;
        if (!all && (!wrong || is_told(terminal, verdict, answer->why))) continue;
        if (!all && shown == ANSWERS_IN_SHORT) left++;
        else print_answer(terminal, answer), shown++;
    }
    if (left) fprintf(terminal->out, "      and %u more; V=1 shows all\n", left);
    if (all || verdict->state == STATE_passed) return;
    print_names(terminal, verdict, ANSWER_RIGHT, "answered right");
    print_names(terminal, verdict, ANSWER_NONE, "not answered");
    if (verdict->exercise->parameter_count) print_where_questions_are(terminal, verdict);
}

static void print_line(const Terminal *terminal, const char *text) {
    fputs("        ", terminal->out);
    terminal_wrapped(terminal, 8, 8, text);
}

// Where it happened on the device, and how often.
static void say_where(const VerdictFault *fault, char *text, size_t size) {
    const unsigned *block = fault->block, *thread = fault->thread;
    if (fault->line && fault->kind != FAULT_INVALID_LAUNCH) // of a refused launch no thread ran
        text_append(text, size, ", block (%u,%u,%u) thread (%u,%u,%u)", block[0], block[1], block[2], thread[0],
                    thread[1], thread[2]);
    text_append(text, size, ", %llu time%s, case %s", (unsigned long long)fault->count, fault->count == 1 ? "" : "s",
                fault->case_label);
}

static void print_fault(const Terminal *terminal, const Verdict *verdict, const VerdictFault *fault) {
    char text[800];
    const unsigned *other = fault->other_thread;
    char line[32];
    snprintf(line, sizeof line, "line %u ", fault->line);
    bool told = fault == verdict->faults && fault->line && is_told(terminal, verdict, line);
    fputs("      ", terminal->out);
    terminal_mark(terminal, BAD);
    snprintf(text, sizeof text, "%s%s%s", fault_name(fault->kind), told ? "" : ": ", told ? "" : fault->sentence);
    if (told && fault->kernel[0]) say_where(fault, text, sizeof text);
    terminal_wrapped(terminal, 8, 8, text);
    if (told) return;
    if (fault->line) {
        snprintf(text, sizeof text, "%s:%u: %s", fault->file, fault->line, fault->source);
        print_line(terminal, text);
    }
    if (fault->hidden) return;
    if (fault->kernel[0]) {
        snprintf(text, sizeof text, "in %s", fault->kernel);
        say_where(fault, text, sizeof text);
        print_line(terminal, text);
    }
    if (fault->other_line) {
        snprintf(text, sizeof text, "the other access: %s:%u", fault->other_file, fault->other_line);
        if (fault->kernel[0]) text_append(text, sizeof text, ", thread (%u,%u,%u)", other[0], other[1], other[2]);
        print_line(terminal, text);
    }
}

static void print_leaks(const Terminal *terminal, const Verdict *verdict) {
    char text[400];
    verdict_say_leaks(verdict, text);
    if (!text[0]) return;
    fputs("      ", terminal->out);
    terminal_wrapped(terminal, 6, 8, text);
}

#define PRINTED_IN_SHORT 3

// The harness says of a kernel that was ended that it was ended.
static bool says_fault_again(const Verdict *verdict, const char *line) {
    return verdict->fault_count && text_begins(line, "harness: your function left a CUDA error");
}

// The first lines of what the program printed; all that is kept of it where everything is shown.
static void print_printed(const Terminal *terminal, const Verdict *verdict) {
    unsigned shown = 0;
    char heading[200];
    const char *line = verdict->printed;
    if (!*line || (!terminal->style.verbose && says_fault_again(verdict, line))) return;
    snprintf(heading, sizeof heading, "your program printed (case %s):", verdict->printed_case);
    fputs("      ", terminal->out);
    terminal_wrapped(terminal, 6, 8, heading);
    for (; *line && (terminal->style.verbose || shown < PRINTED_IN_SHORT); shown++) {
        size_t bytes = strcspn(line, "\n");
        char text[400];
        snprintf(text, sizeof text, "%.*s", (int)(bytes < sizeof text ? bytes : sizeof text - 1), line);
        fputs("        ", terminal->out);
        print_cut(terminal->out, text, terminal->style.width - 8);
        fputc('\n', terminal->out);
        line += bytes + (line[bytes] == '\n');
    }
    if (*line) fputs("        V=1 shows more\n", terminal->out);
}

#define FAULTS_IN_SHORT 1

static void print_faults(const Terminal *terminal, const Verdict *verdict) {
    unsigned shown = terminal->style.verbose ? verdict->fault_count : FAULTS_IN_SHORT;
    for (unsigned i = 0; i < verdict->fault_count && i < shown; i++)
        print_fault(terminal, verdict, &verdict->faults[i]);
    if (verdict->fault_count > shown)
        fprintf(terminal->out, "      and %u more; V=1 shows all\n", verdict->fault_count - shown);
}

static void print_time(const Terminal *terminal, const Verdict *verdict) {
    char lines[MOST_TIME_LINES][400];
    unsigned count = time_lines(&verdict->time, terminal->style.verbose, lines);
    for (unsigned i = 0; i < count; i++) {
        fputs(i ? "         " : "    time ", terminal->out);
        terminal_wrapped(terminal, 9, 11, lines[i]);
    }
}

static void print_all(const Terminal *terminal, const Verdict *verdict) {
    bool whole = verdict->state == STATE_passed && verdict->points == verdict->max_points; // the heading says it
    print_heading(terminal, verdict);
    if (verdict->state == STATE_build) print_log(terminal, verdict);
    if (verdict->state == STATE_build || verdict->state == STATE_not_started || verdict->state == STATE_rejected ||
        state_waits(verdict->state))
        return;
    if (!whole || terminal->style.verbose) print_parts(terminal, verdict);
    print_answers(terminal, verdict);
    print_cases(terminal, verdict);
    print_faults(terminal, verdict);
    print_leaks(terminal, verdict);
    print_printed(terminal, verdict);
    if (terminal->style.verbose) print_counters(terminal, verdict);
    print_time(terminal, verdict);
}

#define LINES_IN_SHORT 17 // of 24, with what is said behind it

// Prints the beginning, since the most important lines come first.
static void print_short(const Terminal *terminal, const char *text) {
    unsigned lines = 0, shown = 0;
    for (const char *at = text; *at; at++) lines += *at == '\n';
    for (; *text && (lines <= LINES_IN_SHORT || shown < LINES_IN_SHORT - 1); shown++) {
        size_t bytes = strcspn(text, "\n") + 1;
        fwrite(text, 1, bytes, terminal->out);
        text += bytes;
    }
    if (*text) fputs("      and more; V=1 shows all\n", terminal->out);
}

static void print_verdict(const Terminal *terminal, const Verdict *verdict) {
    char *text = NULL;
    size_t size;
    Terminal memory = {.out = terminal->style.verbose ? NULL : open_memstream(&text, &size), .style = terminal->style};
    print_all(memory.out ? &memory : terminal, verdict);
    if (memory.out && fclose(memory.out) == 0) print_short(terminal, text);
    free(text);
    fputc('\n', terminal->out);
}

void report_print_verdict(FILE *out, TerminalStyle style, const Verdict *verdict) {
    print_verdict(&(Terminal){.out = out, .style = style}, verdict);
}

// Printed once, however many exercises were graded.
static void print_unusable(const Terminal *terminal, const Verdict *verdicts, unsigned count) {
    char text[600] = "";
    unsigned i = 0;
    while (i < count && !verdicts[i].time.unusable[0]) i++;
    if (i == count) return;
    text_append(
        text, sizeof text,
        "There is a GPU, but it was not used: %s. Results are the emulated GPU's; with GPU=none this is not said.",
        verdicts[i].time.unusable);
    terminal_wrapped(terminal, 0, 0, text);
}

static void print_next(const Terminal *terminal, const Verdict *verdicts, unsigned count) {
    const Verdict *next = NULL;
    for (unsigned i = 0; i < count && !next; i++) {
        VerdictState state = verdicts[i].state;
        if (state != STATE_passed && state != STATE_not_started && !state_waits(state)) next = &verdicts[i];
    }
    for (unsigned i = 0; i < count && !next; i++)
        if (verdicts[i].state == STATE_not_started) next = &verdicts[i];
    if (!next) return;
    bool own = text_begins(next->file, "exercises/");
    fprintf(terminal->out, "%sNext: edit %s\n", count > 1 ? "\n" : "", next->file); // a verdict ends with a blank line
    if (own) fprintf(terminal->out, "      make grade EXERCISE=%s\n", next->exercise->name);
    fprintf(terminal->out, "      make hint EXERCISE=%s\n", next->exercise->name);
    char reading[200];
    verdict_say_reading(next, reading);
    if (!reading[0]) return;
    fputs("      read ", terminal->out);
    terminal_wrapped(terminal, 11, 11, reading);
}

void report_print_terminal(FILE *out, TerminalStyle style, const Verdict *verdicts, unsigned count) {
    Terminal terminal = {.out = out, .style = style};
    for (unsigned i = 0; i < count; i++) // of many, the table says which are not started
        if (count == 1 || verdicts[i].state != STATE_not_started) print_verdict(&terminal, &verdicts[i]);
    if (count > 1) {
        terminal_table(&terminal, verdicts, count);
        terminal_checklist(&terminal, verdicts, count);
    }
    print_unusable(&terminal, verdicts, count);
    print_next(&terminal, verdicts, count);
}

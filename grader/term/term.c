// term.c - the command `grade term`: the table of a term, what changed in it, and the instructor's own table filled in.
#include "term.h"

#include "../command.h"
#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../device/system/times.h"
#include "../report/terminal.h"
#include "../returns/returns.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FIXED_COLUMNS 4 // student, id, login, email
#define MOST_SHOWN 40   // changes on the terminal
#define MOST_NAMED 10   // people there whose homework waits

static const char usage_text[] =
    "usage: grade term TERM.yml -o FOLDER      adds up the homeworks of a term\n"
    "       grade term TERM.yml --dates        prints their due dates, for course.txt\n"
    "\n"
    "TERM.yml names the homeworks, each with its rules and the results of its batch, and how they count;\n"
    "grader/BATCH.md has an example. FOLDER/term.csv has a row for each student. It says on the terminal what changed\n"
    "since the last time, and FOLDER/changes.csv keeps all changes. If the roster is a table that a platform exports,\n"
    "FOLDER holds a copy with the grades, to be imported there.\n"
    "\n"
    "Exit status: 0 all is graded, 2 something waits to be graded, or the command could not work.\n";

// ---- the table ----

static void put_number(char text[32], double value) { snprintf(text, 32, "%.6g", round(100 * value) / 100); }

static void say_items(const Term *term, const TermScore *score, char words[400]) {
    static const char *const states[] = {[ITEM_DROPPED] = "dropped",
                                         [ITEM_MISSING] = "not handed in",
                                         [ITEM_EXCUSED] = "excused",
                                         [ITEM_WAITS] = "not graded yet"};
    words[0] = 0;
    for (unsigned h = 0; h < term->count; h++) {
        const TermItem *item = &score->items[h];
        ItemState told = item->state == ITEM_COUNTS && item->absent ? ITEM_MISSING : item->state;
        if (told != ITEM_COUNTS)
            text_append(words, 400, "%s%s: %s", words[0] ? "; " : "", term->homeworks[h].name, states[told]);
    }
}

static void put_score(FILE *out, const Term *term, const TermScore *score) {
    char points[32], share[32], curved[32], worth[32], words[400];
    csv_put(out, score->person.name), fputc(',', out);
    csv_put(out, score->person.id), fputc(',', out);
    csv_put(out, score->person.login), fputc(',', out);
    csv_put(out, score->person.email), fputc(',', out);
    for (unsigned h = 0; h < term->count; h++) {
        const TermItem *item = &score->items[h];
        bool known = item->state == ITEM_COUNTS || item->state == ITEM_DROPPED;
        put_number(points, item->points);
        csv_put(out, known ? points : ""), fputc(',', out);
    }
    put_number(share, 100 * score->share);
    put_number(curved, 100 * score->curved);
    put_number(worth, term->worth * score->curved);
    say_items(term, score, words);
    const char *const fields[] = {score->counted ? share : "", score->counted ? curved : "",
                                  score->counted ? worth : "", score->settled ? "" : "provisional", words};
    csv_put_fields(out, fields, sizeof fields / sizeof *fields);
}

// "HW 1 (of 300)", where that is the same for all.
static void put_head(FILE *out, const Term *term, const TermScores *scores, unsigned h) {
    double most = 0;
    bool same = true;
    char head[200];
    for (unsigned i = 0; i < scores->count; i++) {
        double own = scores->scores[i].items[h].most;
        if (own > 0 && most > 0) same &= own == most;
        if (own > 0) most = own;
    }
    text_format(head, sizeof head, same && most > 0 ? "%.150s (of %.6g)" : "%.150s", term->homeworks[h].name, most);
    csv_put(out, head), fputc(',', out);
}

static void put_table(FILE *out, const Term *term, const TermScores *scores) {
    fputs("student,id,login,email,", out);
    for (unsigned h = 0; h < term->count; h++) put_head(out, term, scores, h);
    fputs("per_cent,curved,points,state,words\r\n", out);
    for (unsigned i = 0; i < scores->count; i++) put_score(out, term, &scores->scores[i]);
}

// ---- what changed ----

// The line of the table before that is the same person's, 0: there is none.
static unsigned line_before(const Csv *before, const Person *person) {
    for (unsigned line = 1; line < before->count; line++)
        if (!strcmp(csv_cell(before, line, 1), person->id) &&
            (person->id[0] || !strcmp(csv_cell(before, line, 0), person->name)))
            return line;
    return 0;
}

// The column of a homework, whatever it was out of then; -1: there was none.
static int column_before(const Csv *before, const char *name) {
    const char *most = strstr(name, " (of ");
    size_t length = most ? (size_t)(most - name) : strlen(name);
    for (unsigned i = 0; i < before->rows[0].count; i++) {
        const char *other = before->rows[0].cells[i];
        if (!strncmp(other, name, length) && (!other[length] || text_begins(other + length, " (of "))) return (int)i;
    }
    return -1;
}

// Whether both are nothing, or the same number with two decimals.
static bool is_same(const char *old, const char *new) {
    return !strcmp(old, new) || (old[0] && new[0] && fabs(strtod(old, NULL) - strtod(new, NULL)) < 0.006);
}

// "HW 2: 70 -> 85, in all 71.2 -> 74.5 per cent"; "" if nothing did.
static void say_change(const Csv *before, unsigned line, const Csv *now, unsigned row, char words[400]) {
    int end = csv_column(now, "per_cent");
    words[0] = 0;
    for (int column = FIXED_COLUMNS; column <= end; column++) {
        const char *name = csv_cell(now, 0, column), *new = csv_cell(now, row, column);
        int there = column_before(before, name);
        const char *old = line && there >= 0 ? csv_cell(before, line, there) : "";
        if (is_same(old, new)) continue;
        text_append(words, 400, "%s%s: %s -> %s", words[0] ? ", " : "", column == end ? "in all" : name,
                    old[0] ? old : "nothing", new[0] ? new : "nothing");
    }
}

// Says what differs from the table that is there, and appends it to changes.csv. Nothing was there: nothing changed.
static bool tell_changes(const char *folder, const char *path, const char *new_path, FILE *out, Message error) {
    char changes[PATH_BYTES], when[40], *text = NULL, *old;
    Csv before, now;
    size_t length = 0;
    unsigned count = 0;
    if (!file_exists(path)) return true;
    if (!csv_read(path, &before, error)) return false;
    if (!csv_read(new_path, &now, error)) return csv_free(&before), false;
    snprintf(changes, sizeof changes, "%s/changes.csv", folder);
    time_write((int64_t)time(NULL), when);
    FILE *log = open_memstream(&text, &length);
    old = file_exists(changes) ? file_read(changes, 1u << 26, NULL, NULL) : NULL;
    if (log) fputs(old ? old : "time,student,id,change\r\n", log);
    for (unsigned row = 1; log && row < now.count; row++) {
        char words[400];
        Person person = {.row = -1};
        snprintf(person.name, sizeof person.name, "%s", csv_cell(&now, row, 0));
        snprintf(person.id, sizeof person.id, "%s", csv_cell(&now, row, 1));
        unsigned line = line_before(&before, &person);
        say_change(&before, line, &now, row, words);
        if (!words[0]) continue;
        if (!count++) fputs("changed since the last time:\n", out);
        const char *const fields[] = {when, person.name, person.id, words};
        csv_put_fields(log, fields, sizeof fields / sizeof *fields);
        if (count <= MOST_SHOWN) fprintf(out, "  %s: %s\n", person.name, words);
    }
    if (count > MOST_SHOWN) fprintf(out, "  and %u more, which %s has\n", count - MOST_SHOWN, changes);
    free(old);
    csv_free(&before);
    csv_free(&now);
    return file_write_stream(changes, log, &text, &length, error);
}

// ---- back to the platform ----

static char *no_feedback(const void *context, const Score *score) { return (void)context, (void)score, NULL; }

static bool fill(Term *term, const TermScores *scores, const char *folder, FILE *out, Message error) {
    const Rules rules = {.column = term->column, .due = UNKNOWN_TIME};
    Score *filled = calloc(scores->count + 1, sizeof *filled);
    char path[PATH_BYTES], *text = NULL;
    const char *name = NULL;
    size_t length = 0;
    if (!filled) return message_set(error, "out of memory");
    for (unsigned i = 0; i < scores->count; i++)
        filled[i] = (Score){.person = &scores->scores[i].person,
                            .points = term->worth * scores->scores[i].curved,
                            .max_points = term->worth,
                            .graded = scores->scores[i].counted};
    bool made = fill_table(&term->roster, &rules, &(Scores){filled, scores->count}, &(FillFeedback){no_feedback, NULL},
                           &name, &text, &length, error);
    if (!made) fprintf(out, "the grades were not filled into %s: %s\n", term->roster.path, error);
    snprintf(path, sizeof path, "%s/%s", folder, name ? name : "");
    bool written = !made || !name || file_write(path, text, length, error);
    if (made && name && written) fprintf(out, "grades to import: %s\n", path);
    free(text);
    free(filled);
    return written;
}

// ---- the command ----

static void print_waiting(const TermScores *scores, const Terminal *terminal) {
    char names[800] = "", words[1000];
    unsigned waiting = 0;
    for (unsigned i = 0; i < scores->count; i++) {
        if (scores->scores[i].settled || ++waiting > MOST_NAMED) continue;
        text_append(names, sizeof names, "%s%.60s", names[0] ? ", " : "", scores->scores[i].person.name);
    }
    if (!waiting) return;
    if (waiting > MOST_NAMED) text_append(names, sizeof names, " and %u more", waiting - MOST_NAMED);
    text_format(words, sizeof words, "%u of them %s homework that is not graded yet, and %s provisional: %s", waiting,
                waiting == 1 ? "has" : "have", waiting == 1 ? "is" : "are", names);
    terminal_wrapped(terminal, 0, 2, words);
}

static void print_sum(const TermScores *scores, const Terminal *terminal) {
    double sum = 0, least = INFINITY, most = 0;
    unsigned count = 0;
    char words[100 + sizeof scores->strangers];
    FILE *out = terminal->out;
    for (unsigned i = 0; i < scores->count; i++) {
        if (!scores->scores[i].counted) continue;
        sum += scores->scores[i].curved;
        least = fmin(least, scores->scores[i].curved);
        most = fmax(most, scores->scores[i].curved);
        count++;
    }
    fprintf(out, "%u people", scores->count);
    if (count)
        fprintf(out, ": %.1f per cent on average, from %.1f to %.1f", 100 * sum / count, 100 * least, 100 * most);
    fputc('\n', out);
    print_waiting(scores, terminal);
    if (!scores->strangers[0]) return;
    text_format(words, sizeof words, "not in the roster, so that no row has their points: %s", scores->strangers);
    terminal_wrapped(terminal, 0, 2, words);
}

static bool write_all(Term *term, const TermScores *scores, const char *folder, Message error) {
    char path[PATH_BYTES], fresh[PATH_BYTES + 8], *text = NULL;
    size_t length = 0;
    if (!folder_make(folder)) return message_set(error, "cannot make %.120s: %s", folder, strerror(errno));
    snprintf(path, sizeof path, "%.1000s/term.csv", folder);
    snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *out = open_memstream(&text, &length);
    if (out) put_table(out, term, scores);
    if (!file_write_stream(fresh, out, &text, &length, error)) return false;
    if (!tell_changes(folder, path, fresh, stdout, error)) return false;
    if (rename(fresh, path)) return message_set(error, "cannot write %.120s: %s", path, strerror(errno));
    print_sum(scores, &(Terminal){stdout, terminal_style(stdout)});
    printf("the term in a table: %s\n", path);
    return !term->roster.count || fill(term, scores, folder, stdout, error);
}

// "due 2026-11-20 23:59:00 +0100 HW 1: bank_quiz, transpose_padded", as the workbook's course.txt has them.
static int print_dates(const Term *term) {
    for (unsigned h = 0; h < term->count; h++) {
        Rules rules;
        Message error;
        char when[40];
        const char *name;
        if (!rules_read(term->homeworks[h].rules, &rules, error)) return rules_free(&rules), complain("%s", error);
        if (rules.due != UNKNOWN_TIME) {
            time_write(rules.due, when);
            printf("due %s %s:", when, rules.homework ? rules.homework : term->homeworks[h].name);
            for (unsigned i = 0; (name = rules_exercise(&rules, i)); i++) printf("%s %s", i ? "," : "", name);
            puts("");
        }
        rules_free(&rules);
    }
    return 0;
}

static int add_up(Term *term, const char *folder) {
    TermScores scores;
    Message error;
    bool waiting = false;
    bool added = term_add_up(term, &scores);
    if (!added) message_set(error, "out of memory");
    bool written = added && write_all(term, &scores, folder, error);
    for (unsigned i = 0; i < scores.count; i++) waiting |= !scores.scores[i].settled;
    term_scores_free(&scores);
    if (!written) return complain("%s", error);
    return waiting ? COULD_NOT_WORK : 0;
}

int term_command(int argc, char **argv) {
    static const struct option known[] = {{"output", required_argument, NULL, 'o'},
                                          {"dates", no_argument, NULL, 'd'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    const char *folder = NULL;
    bool dates = false, help = false;
    for (int option; (option = getopt_long(argc, argv, "o:h", known, NULL)) != -1;) {
        if (option == 'o') folder = optarg;
        dates |= option == 'd';
        help |= option == 'h';
        if (option == '?') return fputs(usage_text, stderr), COULD_NOT_WORK;
    }
    if (help) return fputs(usage_text, stdout) < 0;
    if (optind != argc - 1 || (!folder && !dates)) return fputs(usage_text, stderr), COULD_NOT_WORK;
    Term term;
    Message error;
    int status = COULD_NOT_WORK;
    if (!term_read(argv[optind], !dates, &term, error)) complain("%s", error);
    else status = dates ? print_dates(&term) : add_up(&term, folder);
    term_free(&term);
    return status;
}

// class.c - what a batch leaves for people and programs, printed from the kept results alone.
#include "batch.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../formats/csv.h"
#include "../report/report.h"
#include "../report/terminal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_NAME 28 // columns; fewer where the table would not fit the terminal
#define LEAST_NAME 10
#define MOST_FEEDBACK (1u << 20)

typedef struct {
    Verdict *grid;          // exercise_count for each submission; without an exercise where there is no result
    Verdict *verdicts;      // those that there are, in order; the same as in the grid, then those of who is absent
    unsigned count, graded; // graded: without who is absent
    char looks[PAGE_LOOKS]; // class_look.c
} Class;

static bool out_of_memory(Message error) { return message_set(error, "out of memory"); }

// Files for the verdicts of one student. A student whose work waits for a person gets none; a platform then shows a
// failure of the grader and not a grade.
static bool write_student(const Batch *batch, const Submission *submission, const Verdict *verdicts, unsigned count,
                          Message error) {
    char path[PATH_BYTES];
    bool whole = count == batch->exercise_count, written = true;
    for (unsigned i = 0; i < count; i++) whole &= verdict_has_points(&verdicts[i]);
    for (unsigned i = 0; i < return_format_count && written; i++) {
        snprintf(path, sizeof path, "%s/students/%s/%s", batch->journal.folder, submission->id, return_formats[i].file);
        json_t *root = whole ? return_formats[i].make(verdicts, count) : NULL;
        char *text = root ? json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) : NULL;
        if (whole) written = text ? file_write(path, text, strlen(text), error) : out_of_memory(error);
        else written = unlink(path) == 0 || errno == ENOENT;
        free(text);
        json_decref(root);
    }
    return written;
}

// The points of a person instead of the grader's, which may have given none.
static void override_take(const Exercise *exercise, const Marked *marked, Verdict *verdict) {
    if (!marked->by_hand) return;
    if (!verdict->exercise) {
        *verdict = (Verdict){.exercise = exercise, .state = STATE_set_aside};
        snprintf(verdict->summary, sizeof verdict->summary, "This was not graded by the grader.");
    }
    verdict->earned = verdict->points;
    verdict->points = (int)marked->points;
    verdict->half = marked->points > verdict->points;
    verdict->max_points = exercise_most_points(exercise);
    verdict->by_hand = true;
    text_copy(verdict->comment, sizeof verdict->comment, marked->comment);
}

// What students call their files may be their names. The file itself is graded under the exercise's name.
static void hide_names_of_files(Verdict *verdict) {
    verdict->taken[0] = verdict->named[0] = 0;
    if (verdict->state == STATE_unclear || verdict->state == STATE_rejected || verdict->state == STATE_not_started)
        snprintf(verdict->summary, sizeof verdict->summary,
                 "No file was graded: whoever may see names finds out why with --list=files --names.");
}

static bool load_student(const Batch *batch, unsigned index, Class *class, Message error) {
    const Submission *submission = &batch->submissions.items[index];
    unsigned first = class->count;
    if (submission->left_out[0]) return true;
    for (unsigned e = 0; e < batch->exercise_count; e++) {
        Verdict *verdict = &class->grid[(size_t)index * batch->exercise_count + e];
        bool loaded = journal_load(&batch->journal, submission->id, batch->exercises[e], NULL, verdict);
        if (!loaded) *verdict = (Verdict){.exercise = NULL};
        Marked marked = override_marks_of_all(&batch->overrides, submission, batch->exercises[e], verdict);
        override_take(batch->exercises[e], &marked, verdict);
        if (!verdict->exercise) continue;
        text_copy(verdict->student, sizeof verdict->student, submission->student); // the roster may be newer
        if (batch_anonymous(batch)) hide_names_of_files(verdict);
        text_copy(verdict->student_id, sizeof verdict->student_id, submission->people[0].id);
        class->verdicts[class->count++] = *verdict;
    }
    return write_student(batch, submission, class->verdicts + first, class->count - first, error);
}

// Somebody of the roster who handed in nothing has a verdict for each exercise, without points but for those by hand.
static void add_absent(const Batch *batch, const Person *person, Class *class) {
    bool excluded = rules_exclude(&batch->rules, person);
    for (unsigned e = 0; e < batch->exercise_count; e++) {
        const Exercise *exercise = batch->exercises[e];
        Marked marked = override_marks(&batch->overrides, NULL, person, exercise, NULL);
        Verdict *verdict = &class->verdicts[class->count++];
        *verdict = (Verdict){.exercise = exercise, .state = STATE_absent, .max_points = exercise_most_points(exercise)};
        snprintf(verdict->summary, sizeof verdict->summary, "Nothing was handed in%s.",
                 excluded ? ", and the rules exclude this person" : "");
        text_copy(verdict->student, sizeof verdict->student, person->name);
        text_copy(verdict->student_id, sizeof verdict->student_id, person->id);
        override_take(exercise, &marked, verdict);
    }
}

static void load_absent(const Batch *batch, Class *class) {
    for (unsigned e = 0; e < batch->roster.count; e++)
        if (batch->roster.entries[e].absent) add_absent(batch, &batch->roster.entries[e].person, class);
}

static bool is_namesake(const Person *person, const char *name, const char *id) {
    return !strcmp(person->name, name) && strcmp(person->id, id) != 0;
}

static bool has_namesake(const Batch *batch, const char *name, const char *id) {
    for (unsigned i = 0; i < batch->submissions.count; i++)
        for (unsigned p = 0; p < batch->submissions.items[i].person_count; p++)
            if (is_namesake(&batch->submissions.items[i].people[p], name, id)) return true;
    for (unsigned e = 0; e < batch->roster.count; e++)
        if (is_namesake(&batch->roster.entries[e].person, name, id)) return true;
    return false;
}

// The columns that the table's texts need: as wide as their longest.
typedef struct {
    size_t name, exercise, state;
} Widths;

// The id, where somebody else has the same name.
static void name_suffix(const Batch *batch, const char *name, const char *id, char suffix[128]) {
    suffix[0] = 0;
    if (id[0] && has_namesake(batch, name, id)) snprintf(suffix, 128, " (%s)", id);
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static Widths widths_of(const Batch *batch, const Class *class, FILE *out) {
    Widths widths = {LEAST_NAME, 1, 1};
    for (unsigned i = 0; i < class->count; i++) {
        const Verdict *verdict = &class->verdicts[i];
        char suffix[128];
        name_suffix(batch, verdict->student, verdict->student_id, suffix);
        widths.name = larger(widths.name, text_columns(verdict->student) + text_columns(suffix));
        if (verdict->exercise) widths.exercise = larger(widths.exercise, strlen(verdict->exercise->name));
        widths.state = larger(widths.state, strlen(state_words(verdict->state)));
    }
    enum { GAPS = 6, POINTS = 7 }; // three gaps of two columns, and "100/100"
    size_t others = widths.exercise + widths.state + GAPS + POINTS, all = terminal_style(out).width;
    size_t left = all > others + LEAST_NAME ? all - others : LEAST_NAME;
    if (widths.name > left) widths.name = left;
    if (widths.name > MOST_NAME) widths.name = MOST_NAME;
    return widths;
}

// The name is cut, the id is not.
static void print_name(const Batch *batch, FILE *out, const char *name, const char *id, size_t width) {
    char suffix[128];
    name_suffix(batch, name, id, suffix);
    size_t wide = text_columns(suffix), left = wide < width ? width - wide : 0;
    size_t columns = print_cut(out, name, left);
    fprintf(out, "%s%*s  ", suffix, (int)(left - columns), "");
}

static void print_verdict(const Verdict *verdict, const Widths *widths, FILE *out) {
    char by_hand[400];
    verdict_say_by_hand(verdict, by_hand);
    fprintf(out, "%-*s  %-*s", (int)widths->exercise, verdict->exercise->name, (int)widths->state,
            state_words(verdict->state));
    if (verdict_has_points(verdict)) fprintf(out, "  %3g/%d", verdict_points(verdict), verdict->max_points);
    else fprintf(out, "    -/%d", verdict->max_points);
    fprintf(out, "%s%s\n", by_hand[0] ? "  " : "", by_hand);
}

// Whether the student whose verdicts begin there has done anything.
static bool has_begun(const Class *class, unsigned first) {
    const Verdict *verdicts = class->verdicts + first;
    for (unsigned i = 0; first + i < class->count; i++) {
        bool same =
            !strcmp(verdicts[i].student, verdicts->student) && !strcmp(verdicts[i].student_id, verdicts->student_id);
        if (!same) break;
        if (verdicts[i].state != STATE_not_started && verdicts[i].state != STATE_absent) return true;
    }
    return false;
}

// The verdicts of one student, which begin at `first`, below a name that stands once. What was not begun is not listed
// unless exercises are named, because that may be most of 45 exercises; who began nothing has one row. Returns how many
// verdicts there are.
static unsigned print_student(const Batch *batch, const Class *class, const Widths *widths, unsigned first, FILE *out) {
    const Verdict *verdicts = class->verdicts + first;
    unsigned count = 0;
    bool named = false, begun = has_begun(class, first);
    for (; first + count < class->count; count++) {
        const Verdict *verdict = &verdicts[count];
        if (strcmp(verdict->student, verdicts->student) || strcmp(verdict->student_id, verdicts->student_id)) break;
        if (count && verdict->exercise == verdicts->exercise) break; // another attempt
        bool nothing = verdict->state == STATE_not_started || verdict->state == STATE_absent;
        if (nothing && !verdict->by_hand && !(begun && batch->named)) continue;
        if (named) fprintf(out, "%*s", (int)widths->name + 2, "");
        else print_name(batch, out, verdict->student, verdict->student_id, widths->name);
        print_verdict(verdict, widths, out);
        named = true;
    }
    if (named) return count;
    print_name(batch, out, verdicts->student, verdicts->student_id, widths->name);
    fprintf(out, "%-*s  %s\n", (int)widths->exercise, "-", state_words(verdicts->state));
    return count;
}

// What has no points because a person has to look first, a line for each student, and what to do about it.
static void print_waiting(const Batch *batch, const Class *class, FILE *out) {
    const Terminal terminal = {out, terminal_style(out)};
    enum { WAITING_NAME = 20, MOST_LINES = 20 };
    const Verdict *told = NULL;
    unsigned lines = 0;
    for (unsigned i = 0; i < class->graded; i++) {
        const Verdict *verdict = &class->verdicts[i];
        bool again = told && !strcmp(told->student, verdict->student) && !strcmp(told->student_id, verdict->student_id);
        if (!state_waits(verdict->state) || verdict->by_hand || again) continue;
        told = verdict;
        if (!lines) fputs("not graded, because a person has to look first:\n", out);
        if (++lines > MOST_LINES) continue;
        print_name(batch, out, verdict->student, verdict->student_id, WAITING_NAME);
        terminal_wrapped(&terminal, WAITING_NAME + 2, WAITING_NAME + 2, verdict->summary);
    }
    if (lines > MOST_LINES) fprintf(out, "and %u more students\n", lines - MOST_LINES);
    if (!lines) return;
    if (batch->unclear)
        terminal_wrapped(&terminal, 0, 0,
                         "What to do: name the file in the rules (take: {STUDENT: {EXERCISE: FILE}}), ask the student "
                         "for the .cu file, or give points in overrides.csv. Then run the same command again.");
    if (batch->set_aside)
        terminal_wrapped(&terminal, 0, 0,
                         "What ended its worker or the emulated GPU twice: read the file, then grade it again with "
                         "--regrade STUDENT, or give points in overrides.csv.");
    fputc('\n', out);
}

static void print_table(const Batch *batch, const Class *class, FILE *out) {
    unsigned states[STATE_COUNT] = {0};
    unsigned counted = 0;
    double points = 0;
    for (unsigned i = 0; i < class->count; i++) {
        const Verdict *verdict = &class->verdicts[i];
        states[verdict->state]++;
        points += verdict_has_points(verdict) ? verdict_points(verdict) : 0;
        counted += verdict_has_points(verdict);
    }
    Widths widths = widths_of(batch, class, out);
    for (unsigned i = 0; i < class->count;) i += print_student(batch, class, &widths, i, out);
    fputc('\n', out);
    recognised_unclaimed(batch, out);
    print_waiting(batch, class, out);
    for (unsigned i = 0; i < STATE_COUNT; i++)
        if (states[i]) fprintf(out, "%6u  %s\n", states[i], state_words((VerdictState)i));
    if (counted) fprintf(out, "%6.1f  points on average\n", points / counted);
    if (batch->total > class->graded) fprintf(out, "%6u  not graded yet\n", batch->total - class->graded);
}

static bool write_class(const Batch *batch, const Class *class, Message error) {
    char path[PATH_BYTES];
    for (unsigned i = 1; i < report_format_count; i++) { // all but the record, which is in the students' folders
        snprintf(path, sizeof path, "%s/%s", batch->journal.folder, report_formats[i].file);
        if (!report_write(&report_formats[i], path, class->verdicts, class->count, error)) return false;
    }
    return true;
}

// ---- after the rules ----

static bool write_text(const Batch *batch, const char *name, const char *text, size_t length, Message error) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", batch->journal.folder, name);
    return file_write(path, text, length, error);
}

static bool write_scores(const Batch *batch, const Scores *scores, Message error) {
    char path[PATH_BYTES], *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) scores_print(out, scores);
    snprintf(path, sizeof path, "%s/scores.csv", batch->journal.folder);
    return file_write_stream(path, out, &text, &length, error);
}

static bool write_questions(const Batch *batch, const Class *class, Message error) {
    char path[PATH_BYTES], *text = NULL;
    size_t length = 0;
    ClassQuestions questions;
    if (!questions_count(class->verdicts, class->graded, &questions)) return out_of_memory(error);
    FILE *out = open_memstream(&text, &length);
    if (out) questions_print(out, &questions);
    free(questions.items);
    snprintf(path, sizeof path, "%s/questions.csv", batch->journal.folder);
    return file_write_stream(path, out, &text, &length, error);
}

static void print_changed(const Batch *batch, const Scores *scores, FILE *out) {
    enum { CHANGED_NAME = 20 };
    const Terminal terminal = {out, terminal_style(out)};
    bool any = false;
    for (unsigned i = 0; batch->rules.values && i < scores->count; i++) {
        const Score *score = &scores->scores[i];
        if (!score->submission || !score->words[0]) continue;
        fputs(any ? "" : "\nlate, or with more to say:\n", out);
        any = true;
        print_name(batch, out, score->person->name, score->person->id, CHANGED_NAME);
        terminal_wrapped(&terminal, CHANGED_NAME + 2, CHANGED_NAME + 2, score->words);
    }
}

// What is other than what students have: by hand, by --regrade, or not at all where a newer file came.
static void print_since_returned(const Batch *batch, const Class *class, FILE *out) {
    const Terminal terminal = {out, terminal_style(out)};
    enum { NAME = 20, MOST_LINES = 40 };
    unsigned lines = 0;
    char words[200];
    for (unsigned i = 0; i < batch->submissions.count; i++)
        for (unsigned e = 0; e < batch->exercise_count; e++) {
            const Verdict *verdict = &class->grid[(size_t)i * batch->exercise_count + e];
            double had = returned_points(&batch->returned, batch->submissions.items[i].id, batch->exercises[e]);
            if (had < 0 || !verdict->exercise || (verdict_has_points(verdict) && verdict_points(verdict) == had))
                continue;
            if (!lines++) fputs("\nother than what was returned; --return gives these back:\n", out);
            if (lines > MOST_LINES) continue;
            print_name(batch, out, verdict->student, verdict->student_id, NAME);
            text_format(words, sizeof words, "%s %g -> %g%s", verdict->exercise->name, had, verdict_points(verdict),
                        verdict->by_hand ? ", by hand" : "");
            terminal_wrapped(&terminal, NAME + 2, NAME + 2, words);
        }
    if (lines > MOST_LINES) fprintf(out, "and %u more\n", lines - MOST_LINES);
    if (!batch->newer) return;
    char newer[600];
    text_format(newer, sizeof newer,
                "%u file%s came after %s grade was returned, and changed nothing (%s%s). "
                "--regrade STUDENT grades it.",
                batch->newer, batch->newer == 1 ? "" : "s", batch->newer == 1 ? "its" : "their", batch->newer_files,
                batch->newer > MOST_NEWER ? "; ..." : "");
    fputc('\n', out);
    terminal_wrapped(&terminal, 0, 0, newer);
}

// What a student reads, for a table that takes it.
static char *feedback_text(const void *context, const Score *score) {
    const Batch *batch = context;
    char path[PATH_BYTES];
    if (!score->submission) return NULL;
    snprintf(path, sizeof path, "%s/students/%s/feedback.md", batch->journal.folder, score->submission->id);
    return file_exists(path) ? file_read(path, MOST_FEEDBACK, NULL, NULL) : NULL;
}

// Fills the scores into the table that the roster came from. If that fails there is a message, and the batch goes on.
static bool write_filled(Batch *batch, const Scores *scores, FILE *out, Message error) {
    const char *name;
    char *text = NULL;
    size_t length = 0;
    const FillFeedback feedback = {feedback_text, batch};
    if (!fill_table(&batch->roster, &batch->rules, scores, &feedback, &name, &text, &length, error)) {
        fprintf(out, "the grades were not filled into %s: %s\n", batch->roster.path, error);
        return free(text), true;
    }
    bool written = !name || write_text(batch, name, text, length, error);
    if (name && written) fprintf(out, "grades to import: %s/%s\n", batch->journal.folder, name);
    free(text);
    return written;
}

// What students have from now on. Earlier rows stay as long as their results do.
static bool write_returned(const Batch *batch, const Class *class, FILE *out, Message error) {
    char path[PATH_BYTES], *text = NULL, points[32];
    size_t length = 0;
    unsigned count = 0;
    FILE *table = open_memstream(&text, &length);
    if (table) fputs("student,result,exercise,points\r\n", table);
    for (unsigned i = 0; table && i < batch->submissions.count; i++)
        for (unsigned e = 0; e < batch->exercise_count; e++) {
            const Verdict *verdict = &class->grid[(size_t)i * batch->exercise_count + e];
            if (!verdict->exercise || !verdict_has_points(verdict)) continue;
            snprintf(points, sizeof points, "%g", verdict_points(verdict));
            const char *const fields[] = {verdict->student, batch->submissions.items[i].id, verdict->exercise->name,
                                          points};
            csv_put_fields(table, fields, sizeof fields / sizeof *fields);
            count++;
        }
    snprintf(path, sizeof path, "%s/returned.csv", batch->journal.folder);
    bool written = file_write_stream(path, table, &text, &length, error);
    if (written) fprintf(out, "%u grades are marked as returned: they stay, unless --regrade asks for others\n", count);
    return written;
}

// For a mail merge: whom, and what each is told.
static bool write_mail(const Batch *batch, const Scores *scores, Message error) {
    char path[PATH_BYTES], *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) fputs("name,email,login,id,points,max_points,words,page,text\r\n", out);
    for (unsigned i = 0; out && i < scores->count; i++) {
        const Score *score = &scores->scores[i];
        char points[32] = "", most[32], page[300] = "", plain[300] = "";
        if (score->graded) snprintf(points, sizeof points, "%.6g", score->points);
        snprintf(most, sizeof most, "%.6g", score->max_points);
        if (score->submission) {
            snprintf(page, sizeof page, "students/%s/feedback.html", score->submission->id);
            snprintf(plain, sizeof plain, "students/%s/feedback.md", score->submission->id);
        }
        const char *const fields[] = {score->person->name,
                                      score->person->email,
                                      score->person->login,
                                      score->person->id,
                                      points,
                                      most,
                                      score->words,
                                      page,
                                      plain};
        csv_put_fields(out, fields, sizeof fields / sizeof *fields);
    }
    snprintf(path, sizeof path, "%s/mail.csv", batch->journal.folder);
    return file_write_stream(path, out, &text, &length, error);
}

// Tables with names that an earlier run left: markers may see RESULTS.
static void forget_names(const Batch *batch) {
    static const char *const files[] = {"mail.csv", "feedback.zip"};
    char path[PATH_BYTES];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", batch->journal.folder, files[i]);
        unlink(path);
    }
    fill_forget(batch->journal.folder);
}

static bool report_scores(Batch *batch, Class *class, FILE *out, Message error) {
    Scores scores;
    const ScoredClass scored = {.list = &batch->submissions,
                                .roster = &batch->roster,
                                .rules = &batch->rules,
                                .overrides = &batch->overrides,
                                .exercises = batch->exercises,
                                .exercise_count = batch->exercise_count,
                                .verdicts = class->grid};
    bool made = scores_make(&scored, &scores);
    if (made) print_changed(batch, &scores, out);
    if (batch_anonymous(batch)) forget_names(batch);
    bool written = made ? write_scores(batch, &scores, error) &&
                              class_pages(batch, class->grid, &scores, class->looks, error) &&
                              (batch_anonymous(batch) || write_filled(batch, &scores, out, error)) &&
                              (batch_anonymous(batch) || write_mail(batch, &scores, error))
                        : out_of_memory(error);
    scores_free(&scores);
    return written;
}

bool class_report(Batch *batch, FILE *out, Message error) {
    size_t cells = (size_t)batch->submissions.count * batch->exercise_count;
    size_t absent = 0;
    for (unsigned e = 0; e < batch->roster.count; e++)
        absent += batch->roster.entries[e].absent ? batch->exercise_count : 0;
    Class class = {.verdicts = calloc(cells + absent + 1, sizeof *class.verdicts),
                   .grid = calloc(cells + 1, sizeof *class.grid)};
    bool worked = class.verdicts && class.grid;
    if (!worked) out_of_memory(error);
    for (unsigned i = 0; i < batch->submissions.count && worked; i++) worked = load_student(batch, i, &class, error);
    class.graded = class.count;
    if (worked) load_absent(batch, &class);
    worked = worked && write_class(batch, &class, error) && write_questions(batch, &class, error);
    if (worked) print_table(batch, &class, out);
    if (worked && !batch_blind(batch)) class_names(class.verdicts, class.count, out);
    worked = worked && report_scores(batch, &class, out, error);
    if (worked) print_since_returned(batch, &class, out);
    if (batch->give_back) worked = worked && write_returned(batch, &class, out, error);
    for (unsigned i = 0; i < class.count; i++) verdict_free(&class.verdicts[i]);
    free(class.verdicts);
    free(class.grid);
    worked = worked && (batch_anonymous(batch) ? class_for_markers : class_feedback)(batch, out, error);
    char looks[sizeof class.looks + 40];
    text_format(looks, sizeof looks, "who needs a look: %s", class.looks);
    if (worked && class.looks[0]) terminal_wrapped(&(Terminal){out, terminal_style(out)}, 0, 2, looks);
    if (worked) fprintf(out, "the class on one page: %s/class.html\n", batch->journal.folder);
    return worked;
}

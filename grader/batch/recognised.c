// recognised.c - the table of what was recognised: who, which exercise, from which file, and what is left out and why.
//
// Made before anything is graded, for the instructor's eyes on the terminal and as submissions.csv.
#include "batch.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../device/system/times.h"
#include "../formats/csv.h"
#include "../report/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_EXTRA 20  // listed for a student; more say nothing new
#define MOST_MISSING 3 // named on the terminal
#define NAME_COLUMNS 24
#define ID_COLUMNS 10
#define PERSON_COLUMNS (NAME_COLUMNS + ID_COLUMNS + 8)
#define INDENT 4

typedef struct {
    Batch *batch;
    FILE *csv, *out;               // out may be NULL
    bool files;                    // a line for each file on `out`, else for each student
    size_t width;                  // of out
    const Submission *shown;       // whose row was the last on `out`: a name stands once
    unsigned counts[9], skeletons; // skeletons: of one submission, among what was found
} Table;
typedef enum { FOUND, MISNAMED, MISSING, REFUSED, UNCLEAR, UNREADABLE, EXTRA, LEFT_OUT, ABSENT } What;
static const char *const words_of[] = {"found",      "misnamed", "missing",  "refused",      "unclear",
                                       "unreadable", "extra",    "left out", "not handed in"};

// ---- rows ----

static void put_row(Table *table, What what, const Submission *submission, const char *exercise, const char *file,
                    const char *words) {
    static const Person nobody;
    const Person *person = submission ? &submission->people[0] : &nobody;
    char shown[300], time[40] = "";
    table->counts[what]++;
    text_copy(shown, sizeof shown, batch_anonymous(table->batch) ? "" : file);
    if (batch_anonymous(table->batch)) words = "";
    if (submission && submission->handed_in != UNKNOWN_TIME) time_write(submission->handed_in, time);
    const char *const fields[] = {submission ? submission->student : "",
                                  person->id,
                                  person->login,
                                  person->email,
                                  submission && submission->late ? "late" : "",
                                  time,
                                  words_of[what],
                                  exercise,
                                  shown,
                                  words};
    csv_put_fields(table->csv, fields, sizeof fields / sizeof *fields);
}

static void show_person(const Table *table, const Submission *submission) {
    size_t columns = print_cut(table->out, submission->student, NAME_COLUMNS);
    fprintf(table->out, "%*s  ", (int)(NAME_COLUMNS - columns), "");
    columns = print_cut(table->out, submission->people[0].id, ID_COLUMNS);
    fprintf(table->out, "%*s %-4s ", (int)(ID_COLUMNS - columns), "", submission->late ? "late" : "");
}

// What there is to say of a file stands below it where the line would be too long for both.
static void show_row(Table *table, const Submission *submission, const char *exercise, const char *file,
                     const char *words) {
    char shown[MOST_EXERCISES * 40 + 300];
    if (!table->out || !table->files || batch_anonymous(table->batch)) return;
    bool again = submission == table->shown;
    table->shown = submission;
    snprintf(shown, sizeof shown, "%s%s", exercise, exercise[0] && file[0] ? ": " : "");
    text_copy(shown + strlen(shown), sizeof shown - strlen(shown), file);
    bool narrow = PERSON_COLUMNS + text_columns(shown) > table->width;
    if (!again) show_person(table, submission);
    if (!again && narrow) fputc('\n', table->out);
    size_t columns = narrow ? INDENT : PERSON_COLUMNS;
    if (again || narrow) fprintf(table->out, "%*s", (int)columns, "");
    print_wrapped(table->out, shown, columns, INDENT, table->width);
    if (words[0])
        fprintf(table->out, "\n%*s", INDENT, ""), print_wrapped(table->out, words, INDENT, INDENT, table->width);
    fputc('\n', table->out);
}

// ---- one submission ----

static void add_missing(Table *table, const Submission *submission, const Match *matches) {
    const Batch *batch = table->batch;
    char names[300] = "";
    unsigned missing = 0;
    for (unsigned e = 0; e < batch->exercise_count; e++) {
        if (matches[e].kind != MATCH_MISSING) continue;
        put_row(table, MISSING, submission, batch->exercises[e]->name, "", matches[e].words);
        if (missing++ < MOST_MISSING)
            text_append(names, sizeof names, "%s%s", missing > 1 ? ", " : "", batch->exercises[e]->name);
    }
    if (!missing || !batch->named) return;
    if (missing > MOST_MISSING) text_append(names, sizeof names, " and %u more", missing - MOST_MISSING);
    show_row(table, submission, "not handed in", names, "");
}

static bool is_aside(const char *name) { return strstr(name, ".cu.mine.") != NULL; } // by make reset

// Other exercises of a whole workbook, and what lies beside them, are not worth a line.
static bool is_usual(const char *name) {
    unsigned number;
    static const char *const everywhere[] = {"README.md", "result.json", "results.json"}; // in every repository
    if (submitted_is_litter(name)) return true;
    for (size_t i = 0; i < sizeof everywhere / sizeof *everywhere; i++)
        if (!strcmp(name, everywhere[i])) return true;
    if (!text_begins(name, "exercises/") && !strstr(name, "/exercises/")) return false;
    for (unsigned i = 0; i < exercise_count; i++)
        if (submitted_called(name, exercises[i], &number) == CALLED_IN_PLACE) return true;
    return !submitted_is_source(name) && !submitted_is_archive(name) && !is_aside(name);
}

static const char *why_extra(const Batch *batch, const SubmittedFile *file) {
    static const char *const why[] = {[FILE_TOO_LARGE] = "is larger than 1 MiB",
                                      [FILE_SPECIAL] = "is a link, a device or a pipe",
                                      [FILE_OUTSIDE] = "has a name that points outside the submission",
                                      [FILE_BROKEN] = "cannot be read",
                                      [FILE_UNREADABLE] = "may not be read by you"};
    unsigned number;
    if (file->kind != FILE_PLAIN) return why[file->kind];
    if (is_aside(file->name)) return "was put aside by make reset";
    for (unsigned i = 0; i < exercise_count; i++) {
        if (submitted_called(file->name, exercises[i], &number) > CALLED_NEARLY) continue;
        TextKind text = published_kind(&batch->published, exercises[i], file->data, file->length);
        if (text == TEXT_SKELETON) return "is an unchanged skeleton";
        if (text == TEXT_SOLUTION) return "is a published solution";
        for (unsigned e = 0; e < batch->exercise_count; e++)
            if (batch->exercises[e] == exercises[i]) return "may be meant as well, and was not taken";
    }
    return "is no answer to an exercise of this batch";
}

// Files that answer no exercise of this batch.
static void add_extra(Table *table, const Submission *submission, const SubmittedFiles *files, const Match *matches) {
    const Batch *batch = table->batch;
    unsigned extra = 0;
    for (unsigned f = 0; f < files->count; f++) {
        const char *name = files->files[f].name;
        bool nothing = submitted_is_receipt(name) && !files->files[f].length; // nothing was typed
        bool used = nothing || (is_usual(name) && files->files[f].kind == FILE_PLAIN);
        for (unsigned e = 0; e < batch->exercise_count && !used; e++)
            used = matches[e].kind != MATCH_MISSING && matches[e].file == f;
        if (used || extra++ >= MOST_EXTRA) continue;
        const char *why = why_extra(batch, &files->files[f]);
        put_row(table, EXTRA, submission, "", name, why);
        show_row(table, submission, "", name, why);
    }
    if (extra > MOST_EXTRA) put_row(table, EXTRA, submission, "", "", "and more files");
}

// Of the file that is graded: what the instructor should know of its text.
static const char *text_words(const Match *match) {
    if (match->kind > MATCH_MISNAMED || match->text == TEXT_OWN) return "";
    return match->text == TEXT_SKELETON ? "the skeleton, unchanged" : "the published solution";
}

static bool is_graded(const Batch *batch, const Exercise *exercise) {
    for (unsigned e = 0; e < batch->exercise_count; e++)
        if (batch->exercises[e] == exercise) return true;
    return false;
}

// Counts the exercises that somebody worked on, among those that are graded and among the others.
static void count_work(Batch *batch, const SubmittedFiles *files, const Match *matches) {
    unsigned number;
    for (unsigned e = 0; e < batch->exercise_count; e++)
        batch->worked[e] +=
            matches[e].kind <= MATCH_MISNAMED && matches[e].text != TEXT_SKELETON && !matches[e].guessed;
    for (unsigned i = 0; i < exercise_count && i < MOST_EXERCISES; i++) {
        bool worked = false;
        for (unsigned f = 0; f < files->count && !worked && !is_graded(batch, exercises[i]); f++)
            worked = files->files[f].kind == FILE_PLAIN &&
                     submitted_called(files->files[f].name, exercises[i], &number) <= CALLED_COPY &&
                     published_kind(&batch->published, exercises[i], files->files[f].data, files->files[f].length) !=
                         TEXT_SKELETON;
        batch->elsewhere[i] += worked;
    }
}

// Whether a file needs no remark: it has the right name and holds the student's own text.
static bool is_plain(const Match *match) { return match->kind == MATCH_EXACT && match->text == TEXT_OWN; }

// The exercises of which there is nothing to say, in one row.
static void show_usual(Table *table, const Submission *submission, const Match *matches) {
    const Batch *batch = table->batch;
    char names[MOST_EXERCISES * 40] = "";
    for (unsigned e = 0; e < batch->exercise_count; e++)
        if (is_plain(&matches[e]))
            text_append(names, sizeof names, "%s%s", names[0] ? ", " : "", batch->exercises[e]->name);
    if (names[0]) show_row(table, submission, names, "", "");
}

static void add_files(Table *table, const Submission *submission, const SubmittedFiles *files) {
    static const What what[] = {[MATCH_EXACT] = FOUND,
                                [MATCH_MISNAMED] = MISNAMED,
                                [MATCH_REFUSED] = REFUSED,
                                [MATCH_UNCLEAR] = UNCLEAR,
                                [MATCH_UNREADABLE] = UNREADABLE};
    Batch *batch = table->batch;
    Match matches[MOST_EXERCISES];
    batch_match(batch, submission, files, matches);
    count_work(batch, files, matches);
    show_usual(table, submission, matches);
    for (unsigned e = 0; e < batch->exercise_count; e++) {
        const Match *match = &matches[e];
        if (match->kind == MATCH_MISSING) continue;
        batch->handed_in[e]++;
        const char *file = match->file < files->count ? files->files[match->file].name : "";
        const char *text = text_words(match);
        table->skeletons += match->kind <= MATCH_MISNAMED && match->text == TEXT_SKELETON;
        char words[400];
        snprintf(words, sizeof words, "%s%s%s", text, text[0] && match->words[0] ? "; " : "", match->words);
        put_row(table, what[match->kind], submission, batch->exercises[e]->name, file, words);
        if (!is_plain(match)) show_row(table, submission, batch->exercises[e]->name, file, words);
    }
    add_missing(table, submission, matches);
    add_extra(table, submission, files, matches);
}

// In one line: how many exercises were found in which way, and what is most worth knowing of the others.
static void show_brief(const Table *table, const Submission *submission, const unsigned before[], const char *problem) {
    char words[400] = "";
    if (!table->out || table->files) return;
    for (unsigned i = FOUND; i <= EXTRA; i++) {
        unsigned count = table->counts[i] - before[i];
        if (!count || (i == MISSING && !table->batch->named)) continue;
        text_append(words, sizeof words, "%s%u %s", words[0] ? ", " : "", count, words_of[i]);
    }
    if (table->skeletons)
        text_append(words, sizeof words, "; %u unchanged skeleton%s", table->skeletons,
                    table->skeletons == 1 ? "" : "s");
    if (problem[0]) text_format(words, sizeof words, "%s", problem);
    show_person(table, submission);
    print_cut(table->out, words[0] ? words : "nothing", table->width - PERSON_COLUMNS);
    fputc('\n', table->out);
}

static void add_submission(Table *table, const Submission *submission) {
    SubmittedFiles files;
    unsigned before[sizeof table->counts / sizeof *table->counts];
    memcpy(before, table->counts, sizeof before);
    table->skeletons = 0;
    Message error;
    const char *problem = submission->left_out;
    bool read = !problem[0] && submission_read(&table->batch->submissions, submission, &files, error);
    if (read && !files.problem[0]) add_files(table, submission, &files), problem = "";
    else {
        What what = problem[0] ? LEFT_OUT : read ? REFUSED : UNREADABLE;
        if (!problem[0]) problem = read ? files.problem : error;
        put_row(table, what, submission, "", "", problem);
        show_row(table, submission, "-", "", problem);
    }
    show_brief(table, submission, before, problem);
    if (read) submitted_free(&files);
}

// ---- all of it ----

static void add_absent(Table *table) {
    const Roster *roster = &table->batch->roster;
    for (unsigned e = 0; e < roster->count; e++) {
        if (!roster->entries[e].absent) continue;
        Person person = roster->entries[e].person;
        Submission nobody = {.people = &person, .person_count = 1, .handed_in = UNKNOWN_TIME};
        submission_name(&nobody);
        table->shown = NULL; // whoever stood there before was somebody else
        if (rules_exclude(&table->batch->rules, &roster->entries[e].person)) {
            put_row(table, LEFT_OUT, &nobody, "", "", "excluded by the rules");
            continue;
        }
        put_row(table, ABSENT, &nobody, "", "", "in the roster, and nothing is in the export");
        show_row(table, &nobody, "not handed in", "", "");
        table->skeletons = 0;
        show_brief(table, &nobody, table->counts, "not handed in");
    }
}

static void add_left_out(Table *table) {
    const Submissions *list = &table->batch->submissions;
    for (unsigned i = 0; i < list->left_out_count; i++) {
        put_row(table, LEFT_OUT, NULL, "", list->left_out[i].name, list->left_out[i].why);
        if (table->out) fprintf(table->out, "left out: %s: %s\n", list->left_out[i].name, list->left_out[i].why);
    }
}

static void say(FILE *out, const char *words) {
    print_wrapped(out, words, 0, 0, terminal_style(out).width);
    fputc('\n', out);
}

void recognised_unclaimed(const Batch *batch, FILE *out) {
    const Terminal terminal = {out, terminal_style(out)};
    const char *first = NULL;
    for (unsigned s = 0; s < batch->submissions.count && !batch_anonymous(batch); s++) {
        const Submission *submission = &batch->submissions.items[s];
        char words[200];
        if (submission->older || !submission_unclaimed(&batch->submissions, submission, words)) continue;
        if (!first) fputs("nobody knows yet whose these are:\n", out);
        if (!first) first = submission->people[0].id;
        size_t columns = print_cut(out, submission->people[0].id, 60);
        fputs(": ", out);
        terminal_wrapped(&terminal, columns + 2, INDENT, words);
    }
    if (!first) return;
    char words[500];
    text_format(words, sizeof words,
                "What to do: people: {\"%.96s\": ID} in the rules gives it to the student with that id, and excluded: "
                "[\"%.96s\"] leaves it out. Until then these are graded, and no table has their grades.",
                first, first);
    say(out, words);
    fputc('\n', out);
}

// Why nobody is given 0 points for having handed in nothing.
static void show_doubt(const Table *table) {
    const Submission *doubtful = submissions_doubtful(&table->batch->submissions);
    if (!doubtful || !table->batch->rules.missing || !table->counts[ABSENT]) return;
    char words[600];
    snprintf(words, sizeof words,
             "%s %s: so who handed in nothing stays without a grade, and not with 0. Name the groups in a column "
             "`Group` of the roster, or leave out who does not belong to the class (`excluded:`).",
             doubtful->student,
             doubtful->of_group ? "handed in for a group whose members no table names"
                                : "is not in the roster and may be anybody who is");
    say(table->out, words);
}

static void show_sum(const Table *table) {
    const Submissions *list = &table->batch->submissions;
    unsigned people = 0;
    if (!table->out) return;
    for (unsigned i = 0; i < list->count; i++) people += list->items[i].older ? 0 : list->items[i].person_count;
    char sum[400];
    snprintf(sum, sizeof sum, "%s: %u submissions of %u people; %u found", submissions_platform(list), list->count,
             people, table->counts[FOUND]);
    for (unsigned i = FOUND + 1; i < sizeof table->counts / sizeof *table->counts; i++)
        if (table->counts[i] && (i != MISSING || table->batch->named)) // else each of all exercises is missing
            text_append(sum, sizeof sum, ", %u %s", table->counts[i], words_of[i]);
    fputc('\n', table->out);
    print_wrapped(table->out, sum, 0, INDENT, table->width);
    fputc('\n', table->out);
    char words[PATH_BYTES + 100];
    text_format(words, sizeof words, "%d of them %s not in %s", table->batch->strangers,
                table->batch->strangers == 1 ? "is" : "are", table->batch->roster.path);
    if (table->batch->strangers) say(table->out, words);
    text_format(words, sizeof words, "the class is that of %s in the export, as no --roster is given",
                table->batch->roster.path);
    if (table->batch->roster.own) say(table->out, words);
    show_doubt(table);
    if (table->counts[MISNAMED] + table->counts[REFUSED] + table->counts[UNCLEAR] + table->counts[UNREADABLE])
        say(table->out,
            "Where a file was taken wrongly, or none could be chosen, say which one in the rules under `take:`.");
    if (!table->files) say(table->out, "--list=files says of each file what it was taken for, and why.");
}

// Whether the rules have a due time, and nobody knows when anything was handed in.
static bool lacks_times(const Batch *batch) {
    if (batch->rules.due == UNKNOWN_TIME) return false;
    for (unsigned i = 0; i < batch->submissions.count; i++)
        if (batch->submissions.items[i].handed_in != UNKNOWN_TIME || batch->submissions.items[i].late) return false;
    return true;
}

void recognised_warn(Batch *batch, FILE *out) {
    char question[300];
    unsigned some = 0;
    char words[600];
    if (batch_questionable(batch, NULL, question)) {
        snprintf(words, sizeof words, "Careful: %s", question);
        say(out, words);
    }
    if (lacks_times(batch))
        say(out,
            "Careful: the rules have a due time, but neither the export nor the roster says when anything was handed "
            "in, so nobody is late. Say who was in the rules under `lateness:`.");
    if (!fill_possible(&batch->roster, &batch->rules, question)) {
        snprintf(words, sizeof words, "Careful: grades cannot be filled into %s: %s", batch->roster.path, question);
        say(out, words);
    }
    if (fill_worth_differs(&batch->roster, &batch->rules, question)) {
        snprintf(words, sizeof words, "Careful: %s. Change `worth:`, or what it is worth there.", question);
        say(out, words);
    }
    for (unsigned e = 0; e < batch->exercise_count; e++) some += batch->handed_in[e] > 0;
    if (batch->named || !some || some == batch->exercise_count) return;
    snprintf(words, sizeof words,
             "No exercise is named, so all %u count, and %u of them were handed in by nobody. Those that were:",
             batch->exercise_count, batch->exercise_count - some);
    say(out, words);
    fputc(' ', out);
    for (unsigned e = 0; e < batch->exercise_count; e++)
        if (batch->handed_in[e]) fprintf(out, " --exercise %s", batch->exercises[e]->name);
    fputc('\n', out);
    say(out, "Give these options, or name the exercises in the rules under `exercises:`.");
}

bool recognised_print(Batch *batch, FILE *out, bool files, char **csv, size_t *length) {
    Table table = {.batch = batch, .out = out, .files = files, .csv = open_memstream(csv, length)};
    if (!table.csv) return false;
    if (out) table.width = terminal_style(out).width;
    fputs("student,id,login,email,late,handed_in,what,exercise,file,words\r\n", table.csv);
    if (out) recognised_unclaimed(batch, out);
    for (unsigned i = 0; i < batch->submissions.count; i++) add_submission(&table, &batch->submissions.items[i]);
    add_absent(&table);
    add_left_out(&table);
    show_sum(&table);
    if (out) recognised_warn(batch, out);
    return fclose(table.csv) == 0;
}

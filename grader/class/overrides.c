// overrides.c - reads what people give instead of the grader, and finds what is said of somebody.
#include "overrides.h"

#include "../device/system/files.h"
#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../formats/csv.h"
#include "../questions/course.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MOST_NAMED 6 // exercises listed in a message

typedef struct {
    const char *path, *marker;
    Csv csv;
    int student, exercise, points, comment, part, line; // columns
    const Submissions *list;
    const Roster *roster;
    const Exercise *const *exercises;
    unsigned exercise_count;
    Overrides *overrides;
    char *error; // [400]
} Reading;

static bool refuse(const Reading *reading, unsigned line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool refuse(const Reading *reading, unsigned line, const char *format, ...) {
    va_list arguments;
    text_format(reading->error, 400, "%.120s, line %u: ", reading->path, line + 1);
    va_start(arguments, format);
    text_append_list(reading->error, 400, format, arguments);
    va_end(arguments);
    return false;
}

static const char *cell(const Reading *reading, unsigned line, int column) {
    const char *text = csv_cell(&reading->csv, line, column);
    return text + strspn(text, " ");
}

// ---- one row ----

static bool read_exercise(const Reading *reading, unsigned line, Override *override) {
    char names[200] = "";
    const char *name = cell(reading, line, reading->exercise);
    for (unsigned e = 0; e < reading->exercise_count; e++) {
        if (!strcmp(reading->exercises[e]->name, name)) return override->exercise = reading->exercises[e], true;
        if (e < MOST_NAMED) text_append(names, sizeof names, "%s%s", e ? ", " : "", reading->exercises[e]->name);
    }
    if (reading->exercise_count > MOST_NAMED) text_append(names, sizeof names, ", ...");
    return refuse(reading, line, "this batch does not grade \"%.60s\", but %s", name, names);
}

// A part is named by its label, or by its number from 1.
static bool read_part(const Reading *reading, unsigned line, Override *override) {
    const char *text = cell(reading, line, reading->part);
    const Exercise *exercise = override->exercise;
    char *rest, labels[200] = "";
    long number = strtol(text, &rest, 10);
    override->part = -1;
    if (!text[0]) return true;
    if (rest != text && !*rest && number >= 1 && number <= (long)exercise->part_count)
        return override->part = (int)number - 1, true;
    for (unsigned p = 0; p < exercise->part_count; p++) {
        if (!strcasecmp(exercise->parts[p].label, text)) return override->part = (int)p, true;
        text_append(labels, sizeof labels, "%s%s", p ? ", " : "", exercise->parts[p].label);
    }
    return refuse(reading, line, "%s has no part \"%.40s\", but %s", exercise->name, text, labels);
}

// Whole or half points; none makes the row a comment.
static bool read_points(const Reading *reading, unsigned line, Override *override) {
    const char *text = cell(reading, line, reading->points);
    char *rest;
    int parts[override->exercise->part_count + 1];
    course_points(override->exercise, parts);
    int most = override->part < 0 ? exercise_most_points(override->exercise) : parts[override->part];
    override->points = strtod(text, &rest);
    rest += strspn(rest, " ");
    override->pointed = text[0] != 0;
    if (!override->pointed && cell(reading, line, reading->comment)[0]) return true;
    bool halves = 2 * override->points == (int)(2 * override->points);
    if (rest == text || *rest || !(override->points >= 0 && override->points <= most) || !halves)
        return refuse(reading, line, "points of %s are a whole or half number from 0 to %d, not \"%.40s\"",
                      override->part < 0 ? override->exercise->name : override->exercise->parts[override->part].label,
                      most, text);
    return true;
}

static bool read_line(const Reading *reading, unsigned line, Override *override) {
    const char *text = cell(reading, line, reading->line);
    char *rest;
    long number = strtol(text, &rest, 10);
    override->line = (unsigned)number;
    if (!text[0] || (rest != text && !*rest && number >= 1 && number < 1000000)) return true;
    return refuse(reading, line, "\"%.40s\" is no line of a file", text);
}

static bool same_meaning(const Meant *one, const Meant *other) {
    if (one->person && other->person) return person_same(one->person, other->person);
    return !one->person && !other->person && one->submission == other->submission;
}

// An earlier row that gives the same person points for the same; NULL: there is none.
static const Override *earlier_row(const Reading *reading, const Override *override) {
    for (unsigned i = 0; i < reading->overrides->count && override->pointed; i++) {
        const Override *earlier = &reading->overrides->items[i];
        if (earlier->pointed && earlier->exercise == override->exercise && earlier->part == override->part &&
            same_meaning(&earlier->meant, &override->meant))
            return earlier;
    }
    return NULL;
}

static bool read_row(const Reading *reading, unsigned line) {
    Override *override = &reading->overrides->items[reading->overrides->count];
    const char *student = cell(reading, line, reading->student);
    Message problem;
    *override = (Override){.part = -1};
    text_copy(override->marker, sizeof override->marker, reading->marker);
    if (!student[0] && !cell(reading, line, reading->exercise)[0]) return true;
    if (!people_find(reading->list, reading->roster, student, &override->meant, problem))
        return refuse(reading, line, "%s", problem);
    if (!read_exercise(reading, line, override) || !read_part(reading, line, override) ||
        !read_points(reading, line, override) || !read_line(reading, line, override))
        return false;
    const Override *earlier = earlier_row(reading, override);
    if (earlier && !strcmp(earlier->marker, override->marker))
        return refuse(reading, line, "an earlier line gives %.60s points for %s, too", student,
                      override->exercise->name);
    if (earlier)
        return refuse(reading, line, "%.60s has points for %s from %.40s, too: agree on one, and delete the other",
                      student, override->exercise->name, earlier->marker[0] ? earlier->marker : "overrides.csv");
    text_copy(override->comment, sizeof override->comment, cell(reading, line, reading->comment));
    reading->overrides->count++;
    return true;
}

// ---- the file ----

static bool read_rows(Reading *reading) {
    reading->student = csv_column(&reading->csv, "student");
    reading->exercise = csv_column(&reading->csv, "exercise");
    reading->points = csv_column(&reading->csv, "points");
    reading->comment = csv_column(&reading->csv, "comment");
    reading->part = csv_column(&reading->csv, "part");
    reading->line = csv_column(&reading->csv, "line");
    if (reading->student < 0 || reading->exercise < 0 || reading->points < 0)
        return refuse(reading, 0, "the first line has to be: student,exercise,points,comment");
    size_t rows = reading->overrides->count + reading->csv.count + 1;
    Override *items = realloc(reading->overrides->items, rows * sizeof *items);
    if (!items) return snprintf(reading->error, 400, "out of memory"), false;
    reading->overrides->items = items;
    for (unsigned line = 1; line < reading->csv.count; line++)
        if (!read_row(reading, line)) return false;
    return true;
}

static bool read_file(Reading *reading, const char *path, const char *marker) {
    Message problem;
    reading->path = path;
    reading->marker = marker;
    if (!file_exists(path)) return true;
    if (!csv_read(path, &reading->csv, problem)) return snprintf(reading->error, 400, "%s", problem), false;
    bool read = read_rows(reading);
    csv_free(&reading->csv);
    return read;
}

// The files of the markers, in the order of their names.
static bool read_markers(Reading *reading, const char *folder) {
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    bool read = true;
    for (int i = 0; i < count; i++) {
        char path[PATH_BYTES], marker[64];
        const char *name = entries[i]->d_name;
        if (read && name[0] != '.' && text_ends(name, ".csv")) {
            snprintf(path, sizeof path, "%s/%s", folder, name);
            text_format(marker, sizeof marker, "%.*s", (int)(strlen(name) - strlen(".csv")), name);
            read = read_file(reading, path, marker);
        }
        free(entries[i]);
    }
    free(entries);
    return read;
}

bool overrides_read(const char *results, const Submissions *list, const Roster *roster,
                    const Exercise *const *exercises_of, unsigned exercise_count_of, Overrides *overrides,
                    char error[400]) {
    char path[PATH_BYTES];
    Reading reading = {.list = list,
                       .roster = roster,
                       .exercises = exercises_of,
                       .exercise_count = exercise_count_of,
                       .overrides = overrides,
                       .error = error};
    *overrides = (Overrides){.count = 0};
    snprintf(path, sizeof path, "%s/overrides.csv", results);
    if (!read_file(&reading, path, "")) return false;
    snprintf(path, sizeof path, "%s/marks", results);
    return read_markers(&reading, path);
}

void overrides_free(Overrides *overrides) {
    free(overrides->items);
    *overrides = (Overrides){.count = 0};
}

// ---- what it says ----

static bool means(const Override *override, const Submission *submission, const Person *person) {
    if (override->meant.person) return override->meant.person == person || person_same(override->meant.person, person);
    return submission && override->meant.submission == submission;
}

// Points for parts come on top of points for the whole, or of the grader's.
static Marked mark(const Overrides *overrides, const Submission *submission, const Person *person,
                   const Exercise *exercise, const Verdict *verdict, bool all) {
    bool known = verdict && verdict->exercise && (verdict->by_hand || verdict_has_points(verdict));
    Marked marked = {.points = known ? verdict_earned(verdict) : 0};
    for (int parts = 0; parts < 2; parts++)
        for (unsigned i = 0; i < overrides->count; i++) {
            const Override *row = &overrides->items[i];
            if (!row->pointed || row->exercise != exercise || (row->part >= 0) != parts) continue;
            if (all ? !override_of_all(row, submission) : !means(row, submission, person)) continue;
            bool has = known && row->part >= 0 && (unsigned)row->part < verdict->part_count;
            if (row->part < 0) marked.points = row->points;
            else marked.points += row->points - (has ? verdict->parts[row->part].points : 0);
            marked.by_hand = true;
            if (!row->comment[0]) continue;
            text_append(marked.comment, sizeof marked.comment, "%s%s", marked.comment[0] ? "; " : "", row->comment);
        }
    if (marked.points < 0) marked.points = 0;
    return marked;
}

Marked override_marks(const Overrides *overrides, const Submission *submission, const Person *person,
                      const Exercise *exercise, const Verdict *verdict) {
    return mark(overrides, submission, person, exercise, verdict, false);
}

Marked override_marks_of_all(const Overrides *overrides, const Submission *submission, const Exercise *exercise,
                             const Verdict *verdict) {
    return mark(overrides, submission, NULL, exercise, verdict, true);
}

bool override_of_all(const Override *override, const Submission *submission) {
    return means(override, submission, &submission->people[0]) &&
           (submission->person_count == 1 || !override->meant.person);
}

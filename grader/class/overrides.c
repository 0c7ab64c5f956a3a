// overrides.c - reads RESULTS/overrides.csv, and finds what it says of somebody.
#include "overrides.h"

#include "../formats/csv.h"
#include "../system/files.h"
#include "../system/message.h"
#include "../system/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NAMED 6 // exercises listed in a message

typedef struct {
    const char *path;
    Csv csv;
    int student, exercise, points, comment; // columns
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

static bool read_points(const Reading *reading, unsigned line, Override *override) {
    const char *text = cell(reading, line, reading->points);
    char *rest;
    int most = exercise_most_points(override->exercise);
    long points = strtol(text, &rest, 10);
    rest += strspn(rest, " ");
    if (rest == text || *rest || points < 0 || points > most)
        return refuse(reading, line, "points of %s are a whole number from 0 to %d, not \"%.40s\"",
                      override->exercise->name, most, text);
    override->points = (int)points;
    return true;
}

static bool same_meaning(const Meant *one, const Meant *other) {
    if (one->person && other->person) return person_same(one->person, other->person);
    return !one->person && !other->person && one->submission == other->submission;
}

static bool is_repeated(const Reading *reading, const Override *override) {
    for (unsigned i = 0; i < reading->overrides->count; i++) {
        const Override *earlier = &reading->overrides->items[i];
        if (earlier->exercise == override->exercise && same_meaning(&earlier->meant, &override->meant)) return true;
    }
    return false;
}

static bool read_row(const Reading *reading, unsigned line) {
    Override *override = &reading->overrides->items[reading->overrides->count];
    const char *student = cell(reading, line, reading->student);
    Message problem;
    *override = (Override){.points = 0};
    if (!student[0] && !cell(reading, line, reading->exercise)[0]) return true;
    if (!people_find(reading->list, reading->roster, student, &override->meant, problem))
        return refuse(reading, line, "%s", problem);
    if (!read_exercise(reading, line, override) || !read_points(reading, line, override)) return false;
    if (is_repeated(reading, override))
        return refuse(reading, line, "an earlier line gives %.60s points for %s, too", student,
                      override->exercise->name);
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
    if (reading->student < 0 || reading->exercise < 0 || reading->points < 0)
        return refuse(reading, 0, "the first line has to be: student,exercise,points,comment");
    reading->overrides->items = calloc(reading->csv.count + 1, sizeof *reading->overrides->items);
    if (!reading->overrides->items) return snprintf(reading->error, 400, "out of memory"), false;
    for (unsigned line = 1; line < reading->csv.count; line++)
        if (!read_row(reading, line)) return false;
    return true;
}

bool overrides_read(const char *path, const Submissions *list, const Roster *roster,
                    const Exercise *const *exercises_of, unsigned exercise_count_of, Overrides *overrides,
                    char error[400]) {
    Reading reading = {.path = path,
                       .list = list,
                       .roster = roster,
                       .exercises = exercises_of,
                       .exercise_count = exercise_count_of,
                       .overrides = overrides,
                       .error = error};
    *overrides = (Overrides){.count = 0};
    if (!file_exists(path)) return true;
    if (!csv_read(path, &reading.csv, error)) return false;
    bool read = read_rows(&reading);
    csv_free(&reading.csv);
    return read;
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

const Override *override_find(const Overrides *overrides, const Submission *submission, const Person *person,
                              const Exercise *exercise) {
    for (unsigned i = 0; i < overrides->count; i++) {
        const Override *override = &overrides->items[i];
        if (override->exercise == exercise && means(override, submission, person)) return override;
    }
    return NULL;
}

const Override *override_of_all(const Overrides *overrides, const Submission *submission, const Exercise *exercise) {
    const Override *override = override_find(overrides, submission, &submission->people[0], exercise);
    return override && (submission->person_count == 1 || !override->meant.person) ? override : NULL;
}

// overrides.h - points and comments of people: RESULTS/overrides.csv, and a file for each marker,
// RESULTS/marks/NAME.csv.
//
// The files have the columns student, exercise, points and comment, and may have part and line. A batch reads them and
// never writes them, so grading again changes nothing about them. A row has to mean one person and one exercise of the
// batch. Without points it is a comment; with a part it is about that part; with a line, about that line of the file.
#ifndef OVERRIDES_H
#define OVERRIDES_H

#include "../exercises/exercise.h"
#include "../report/verdict.h"
#include "people.h"

typedef struct {
    Meant meant;
    const Exercise *exercise;
    bool pointed; // has points, whole or half ones
    double points;
    int part;          // number of the exercise's part, -1: all of it
    unsigned line;     // of the file, 0: none
    char comment[240]; // printable; ""
    char marker[64];   // whose file it is; "" of overrides.csv
} Override;
typedef struct {
    Override *items;
    unsigned count;
} Overrides;

// Reads RESULTS/overrides.csv and RESULTS/marks/*.csv. No file is no override. false with a sentence in error[400]: the
// first row that cannot be used, and why.
bool overrides_read(const char *results, const Submissions *list, const Roster *roster,
                    const Exercise *const *exercises, unsigned exercise_count, Overrides *overrides, char error[400]);
void overrides_free(Overrides *overrides);
// What markers make of a person's exercise; submission NULL: none was handed in; verdict NULL: it has no points.
typedef struct {
    bool by_hand;
    double points;
    char comment[240]; // of who gave points; ""
} Marked;
Marked override_marks(const Overrides *overrides, const Submission *submission, const Person *person,
                      const Exercise *exercise, const Verdict *verdict);
// Whether a row holds for everybody whose submission it is, so that its pages can say so.
bool override_of_all(const Override *override, const Submission *submission);
// The same as override_marks of these rows alone.
Marked override_marks_of_all(const Overrides *overrides, const Submission *submission, const Exercise *exercise,
                             const Verdict *verdict);

// mark_history.c: appends what markers changed since the last run to RESULTS/marks_history.csv: when, who, whose, what.
// false with a sentence in error.
bool overrides_note_changes(const char *results, const Overrides *overrides, Message error);

#endif

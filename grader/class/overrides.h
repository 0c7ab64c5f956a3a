// overrides.h - points that a person gives instead of the grader: RESULTS/overrides.csv.
//
// The file has the columns student, exercise, points and comment. A batch reads it and never writes it, so grading
// again changes nothing about it. A row has to mean one person and one exercise of the batch.
#ifndef OVERRIDES_H
#define OVERRIDES_H

#include "../exercises/exercise.h"
#include "people.h"

typedef struct {
    Meant meant;
    const Exercise *exercise;
    int points;
    char comment[240]; // printable; ""
} Override;
typedef struct {
    Override *items;
    unsigned count;
} Overrides;

// No file is no override. false with a sentence in error[400]: the first row that cannot be used, and why.
bool overrides_read(const char *path, const Submissions *list, const Roster *roster, const Exercise *const *exercises,
                    unsigned exercise_count, Overrides *overrides, char error[400]);
void overrides_free(Overrides *overrides);
// What is said of a person, or of the submission (NULL: none was handed in); NULL: nothing.
const Override *override_find(const Overrides *overrides, const Submission *submission, const Person *person,
                              const Exercise *exercise);
// What holds for everybody whose submission it is, so that its pages can say so; NULL: nothing.
const Override *override_of_all(const Overrides *overrides, const Submission *submission, const Exercise *exercise);

#endif

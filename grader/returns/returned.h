// returned.h - grades that students have: RESULTS/returned.csv, a row for each student and exercise. What stands there
// is graded again only if somebody asks for it (--regrade), whatever changed in the grader meanwhile.
#ifndef RETURNED_H
#define RETURNED_H

#include "../exercises/exercise.h"
#include "../formats/csv.h"

typedef struct {
    Csv csv;
    int id, exercise, points;
} Returned;

// No file: nothing was returned. false with a sentence in error.
bool returned_read(const char *results, Returned *returned, Message error);
void returned_free(Returned *returned);
// The points that a student has; negative: none were returned.
double returned_points(const Returned *returned, const char *id, const Exercise *exercise);

#endif

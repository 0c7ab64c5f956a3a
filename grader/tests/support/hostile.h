// hostile.h - the programs of tests/adversarial, which a sandbox must survive.
//
// NN-what_it_does-STATE.cu gets the verdict in its name. @ROOT@, @SUBMISSIONS@ and @RESULTS@ stand for places that a
// program looks for, and correct.cuh and processes.cuh are put in where they are included, for a box has none of
// the tests.
#ifndef HOSTILE_H
#define HOSTILE_H

#include "classroom.h"

#define MOST_HOSTILE 100

typedef struct {
    char names[MOST_HOSTILE][80];
    unsigned count;
} Hostile;

void hostile_find(const Classroom *room, Hostile *hostile);
// The program as somebody of that classroom hands it in, whose results are in results/RESULTS; the caller frees it.
char *hostile_text(const Classroom *room, const char *name, const char *results);
const char *hostile_state(const char *name);

#endif

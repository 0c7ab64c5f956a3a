// steps.h - the steps of a solution, from the plainest on, and what the exercise's limits count in each.
#ifndef STEPS_H
#define STEPS_H

#include "../system/paths.h"

#define MOST_STEPS 1024 // make mutate makes ladders of many steps
#define MOST_STEP_VALUES 16

typedef struct {
    char names[MOST_STEPS][64];
    unsigned count;
    double values[MOST_STEPS][MOST_STEP_VALUES]; // by part of the exercise; NAN where it is no limit or did not run
} Steps;

// The names in a solution's source.
void steps_read(const char *source, Steps *steps);
// Names, and values on the case that exercise_timed_case says. What was measured is kept in build/reference/ under the
// reference's key. false: there are none, or they cannot be made. May be called where process_run may.
bool steps_measure(const Paths *paths, const Exercise *exercise, Steps *steps);

#endif

// ladder.h - what each step of a solution costs.
#ifndef LADDER_H
#define LADDER_H

#include "../system/paths.h"

// Prints the table of the steps of the solution, or of another file like it. 0: every step is right in every case.
int ladder_command(const Paths *paths, const Exercise *exercise, const char *file, double timeout_seconds);
// Prints the times of every ladder as CSV: grader/gpu/bench/estimates.csv. 0, or 2: the grader could not work.
int ladder_times_command(const Paths *paths);

#endif

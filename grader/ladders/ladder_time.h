// ladder_time.h - how long the steps of a solution take on the GPU, with the student's own function among them.
#ifndef LADDER_TIME_H
#define LADDER_TIME_H

#include "../grading/grade.h"
#include "../verdict/steps.h"

// Prints a row for each step: the estimate, the recorded time where there is one, the share of what a library or a copy
// reaches, and what limits it. yours: a program, NULL: there is none. folder is private to the caller. Nothing is
// printed for an exercise whose time is not estimated.
void ladder_time_print(const GradeJob *job, const Steps *steps, const char *yours, const char *folder);
// The same as rows of a CSV without its header: exercise, size, step, estimate_us, low_us, high_us, l2_bytes,
// dram_bytes, recorded_us, peer, peer_us, reason.
void ladder_time_csv(const GradeJob *job, const Steps *steps, const char *folder);

#endif

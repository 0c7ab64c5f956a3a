// points.h - what the parts of an exercise earn.
#ifndef POINTS_H
#define POINTS_H

#include "run.h"

// What one limit (an index of parts) counts in one run, whether it is met, and what share of its points it earns.
VerdictCounter judge_limit(const Exercise *exercise, unsigned index, const CaseRun *run);
// What a limit asks of a case, without the slack.
Bounds limit_bounds(const Part *part, const CaseSpec *spec);
// The share of its points, 0 to 1, that a value earns (see Bounds).
double limit_share(const Bounds *bounds, double value);

// The share of the points for a time: none for the plain kernel's, all for `full` or less, in between by how many times
// it is faster. `favour` is how many times shorter yours may be than it is thought to be, 1 where it was measured.
double time_share(double plain, double full, double yours, double favour);

// Fills a row for each part of the exercise, from cases, faults, counters, answers and time of a verdict, and returns
// the sum of their points.
int judge_points(const Verdict *verdict, VerdictPart *parts);

#endif

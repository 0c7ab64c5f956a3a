// passed.h - what a student reads once an exercise has passed.
#ifndef PASSED_H
#define PASSED_H

#include "../report/report.h"
#include "../system/paths.h"

// Prints what was learnt, the counters beside those of the solution's steps, and the next exercise. Runs the steps
// unless that was done before: may be called where process_run may.
void passed_print(const Paths *paths, const Verdict *verdict, FILE *out, TerminalStyle style);

#endif

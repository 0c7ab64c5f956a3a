// passed.h - what a student reads once an exercise has passed.
#ifndef PASSED_H
#define PASSED_H

#include "../report/report.h"
#include "../system/paths.h"

// What was learnt, what was counted beside the steps of the solution, and which exercise is next. The steps are run if
// they were not before: to be called as process_run is.
void passed_print(const Paths *paths, const Verdict *verdict, FILE *out, TerminalStyle style);

#endif

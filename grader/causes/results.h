// results.h - what wrong results have to do with the student's source and with the cases.
#ifndef RESULTS_H
#define RESULTS_H

#include "../report/verdict.h"
#include "source.h"

// The only line of a kernel that ran and that stores to the array of that name; 0: there is none, or more than one.
unsigned results_line(const Source *source, const Verdict *verdict, const char *array);
// What all cases that are wrong have, and none that is right. false: nothing.
bool results_pattern(const Verdict *verdict, char *text, size_t size);

#endif

// results.h - what wrong results have to do with the student's source and with the cases.
#ifndef RESULTS_H
#define RESULTS_H

#include "../report/verdict.h"
#include "source/source.h"

// The only line of a kernel that ran and that stores to the array of that name; 0: there is none, or more than one.
unsigned results_line(const Source *source, const Verdict *verdict, const char *array);
// The line that takes the number of a thread's warp for that of its lane, threadIdx.x / 32; 0: there is none. Says so
// in result.kind of the wrong cases.
unsigned results_lane(const Source *source, Verdict *verdict);
// The line of a division that rounds down, if elements are never written and host code has only one; 0: none. Says so
// in result.kind of the wrong cases.
unsigned results_division(const Source *source, Verdict *verdict);
// Says in the message of cases that divided by zero which divisor was rounded down, if only one can have been.
void results_divisor(const Source *source, Verdict *verdict);
// The line of kernels whose lanes lie apart, if nothing else tells why results are wrong and the exercise counts
// sectors; 0: none. Says so in result.kind of the wrong cases.
unsigned results_strided(const Source *source, Verdict *verdict);
// What all cases that are wrong have, and none that is right. false: nothing.
bool results_pattern(const Verdict *verdict, char *text, size_t size);

#endif

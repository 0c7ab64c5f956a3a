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
// The line where threads return from a loop, although a barrier and more work of theirs follow it; 0: there is none.
// Says so in result.kind of the wrong cases.
unsigned results_return(const Source *source, Verdict *verdict);
// The line with __shfl_up_sync() in a program whose lane 0 stores what it adds up; 0: there is none. Says so in
// result.kind of the wrong cases.
unsigned results_shuffle(const Source *source, Verdict *verdict);
// The line that gives curand_init() the seed in the place of the sequence; 0: there is none. Says so in result.kind of
// the wrong cases.
unsigned results_seed(const Source *source, Verdict *verdict);
// The line where each thread takes a number of its own for what the lanes of its warp add up together, in a loop from
// the lane on by 32; 0: there is none. Says so in result.kind of the wrong cases.
unsigned results_lane_rows(const Source *source, Verdict *verdict);
// The line of a loop that begins with the lane and goes on by the threads of a block; 0: there is none, or a cause is
// known. Says so in result.kind of the wrong cases.
unsigned results_lane_steps(const Source *source, Verdict *verdict);
// The line of a division that rounds down, if elements are never written and host code has only one; 0: none. Says so
// in result.kind of the wrong cases.
unsigned results_division(const Source *source, Verdict *verdict);
// Says in the message of cases that divided by zero which divisor was rounded down, if only one can have been.
void results_divisor(const Source *source, Verdict *verdict);
// The line of kernels whose lanes lie apart, if nothing else tells why results are wrong and the exercise counts
// sectors; 0: none. Says so in result.kind of the wrong cases.
unsigned results_strided(const Source *source, Verdict *verdict);
// Whether device code halves a number.
bool results_halve(const Source *source);
// What all cases that are wrong have, and none that is right. false: nothing.
bool results_pattern(const Verdict *verdict, char *text, size_t size);

#endif

// explain.h - what a fault has to do with the student's source: the line that caused it, in words.
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "../report/verdict.h"

// Fills `cause` (and, where the device could not know it, the line) of each fault of the verdict that the source tells
// more about: what keeps threads from a barrier, which variable has no value, which arrays share memory, where a launch
// stands. source is the file that was graded, NUL-terminated; fault->file must be the student's name of it.
void explain_faults(const char *source, Verdict *verdict);
// Fills the line of what the verdict says was never freed: the only cudaMalloc whose pointer no cudaFree names.
void explain_leaks(const char *source, Verdict *verdict);
// Fills `cause` of wrong results if the source alone tells why, and verdict->stored: the line that stores the first
// wrong array of a visible case.
void explain_results(const char *source, Verdict *verdict);
// Fills verdict->ended from what a program said (CaseRun.said) when it stopped itself at a call that failed.
void explain_end(const char *source, Verdict *verdict, const char *said);

#endif

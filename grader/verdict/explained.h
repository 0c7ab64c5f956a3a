// explained.h - what a verdict has to do with the student's source: the lines that caused it, in words.
#ifndef EXPLAINED_H
#define EXPLAINED_H

#include "../report/verdict.h"

// Fills verdict->geometry: what of blocks and threads in the source does not fit the kernel. The two below use it.
void explain_geometry(const char *source, Verdict *verdict);
// Fills `cause` (and, where the device could not know it, the line) of each fault of the verdict that the source tells
// more about: what keeps threads from a barrier, which variable has no value, which arrays share memory, where a launch
// stands. source is the file that was graded, NUL-terminated; fault->file must be the student's name of it.
void explain_faults(const char *source, Verdict *verdict);
// Fills `cause` of wrong results if the source alone tells why, and verdict->stored: the line that stores the first
// wrong array of a visible case.
void explain_results(const char *source, Verdict *verdict);

#endif

// host_calls.h - what the source says about calls of the host that caused a fault.
#ifndef HOST_CALLS_H
#define HOST_CALLS_H

#include "../report/verdict.h"
#include "source/source.h"

// These explain a fault at a call of the host, whose line the device knows.
void empty_grid_explain(const Source *source, VerdictFault *fault);
// Memory that was freed before: at a line of the file, or by the grader, which was to read it. Then the fault is at the
// line that freed it.
void freed_explain(const Verdict *verdict, VerdictFault *fault);
// Where host code uses a pointer that it got as the function's argument or from cudaMalloc.
void host_use_explain(const Source *source, const Verdict *verdict, VerdictFault *fault);
// Explains an access to memory that is too short or was never filled: a call was given a number of elements instead of
// bytes.
void explain_bytes(const Source *source, VerdictFault *fault);
// Explains an access past the end of memory whose bytes were computed in an int, in a case where they overflow it.
void explain_overflow(const Source *source, const Verdict *verdict, VerdictFault *fault);
// The line of the exercise's file in which a signal ended the program, by what the runtime library said then
// ("exercise.cu:12: Segmentation fault"); 0: it is not known.
unsigned crash_line(const char *exercise, const char *said);
// Fills verdict->ended from what a program said (CaseRun.said) when it stopped itself at a call that failed.
void explain_end(const char *source, Verdict *verdict, const char *said);

#endif

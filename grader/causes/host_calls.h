// host_calls.h - finds the line of host code that caused a fault outside of kernels: a launch, a copy, a cudaFree.
#ifndef HOST_CALLS_H
#define HOST_CALLS_H

#include "../report/verdict.h"
#include "source/source.h"

// These find the host call that caused a fault: its line, and perhaps its cause. The line stays 0 where more than one
// call can be meant. Which one a fault needs is in its row of faults.def.
void find_launch(const Source *source, const Verdict *verdict, VerdictFault *fault);
void find_copy(const Source *source, const Verdict *verdict, VerdictFault *fault);
void find_free(const Source *source, const Verdict *verdict, VerdictFault *fault);
void find_wrong_memory(const Source *source, const Verdict *verdict, VerdictFault *fault);
void find_copy_or_free(const Source *source, const Verdict *verdict, VerdictFault *fault); // of freed memory
void find_reset(const Source *source, const Verdict *verdict, VerdictFault *fault);
// Where host code uses a pointer that it got as the function's argument or from cudaMalloc: in the line that is known,
// or the first of all.
void find_host_use(const Source *source, const Verdict *verdict, VerdictFault *fault);
// Explains an access to memory that is too short or was never filled: a call was given a number of elements instead of
// bytes.
void explain_bytes(const Source *source, VerdictFault *fault);
// Fills the line of what the verdict says was never freed: the only cudaMalloc whose pointer no cudaFree names. source
// is the file that was graded, NUL-terminated.
void explain_leaks(const char *source, Verdict *verdict);
// Fills verdict->ended from what a program said (CaseRun.said) when it stopped itself at a call that failed.
void explain_end(const char *source, Verdict *verdict, const char *said);

#endif

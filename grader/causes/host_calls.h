// host_calls.h - finds the line of host code that caused a fault outside of kernels: a launch, a copy, a cudaFree.
#ifndef HOST_CALLS_H
#define HOST_CALLS_H

#include "../report/verdict.h"
#include "source.h"

// The line of a launch that names the block before the grid, by their usual names: <<<block, grid>>>. 0: there is none.
unsigned turned_launch(const Source *source);
// The line of a fault that has none, and perhaps its cause. text: the source as the student wrote it.
void explain_host_call(const char *text, const Source *source, const Verdict *verdict, VerdictFault *fault);
// Where host code uses a pointer that it got as the function's argument or from cudaMalloc: in the line that is known,
// or the first of all.
void explain_host_use(const Source *source, const Verdict *verdict, VerdictFault *fault);
// Explains an access to memory that is too short or was never filled: a call was given a number of elements instead of
// bytes.
void explain_bytes(const Source *source, VerdictFault *fault);

#endif

// preview.h - what can be told of a program before it runs.
#ifndef PREVIEW_H
#define PREVIEW_H

#include <stdbool.h>

// Says on standard error, in a line for each reason, why the emulated GPU will not see all, or anything, of this
// program's work: it has a CUDA runtime of its own, has no PTX, or calls a library that is machine code only, or
// functions that our libraries refuse. Says nothing of other programs, and nothing at all if quiet. name: as for
// execvp. Returns whether the program calls such a library, whose results will be missing.
bool preview_program(const char *name, bool quiet);
// Whether the program is linked with that library, by its name in the file, as "libcuda.so.1".
bool preview_needs(const char *name, const char *library);

#endif

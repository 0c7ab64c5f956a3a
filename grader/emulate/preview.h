// preview.h - what can be told of a program before it runs.
#ifndef PREVIEW_H
#define PREVIEW_H

// Says in one line on standard error why the emulated GPU will not see all, or anything, of this program's work: it has
// a CUDA runtime of its own, has no PTX, or calls a library that is machine code only. Says nothing of other programs.
// name: as for execvp. Returns what it calls of such a library, as "cuFFT"; NULL: nothing.
const char *preview_program(const char *name);

#endif

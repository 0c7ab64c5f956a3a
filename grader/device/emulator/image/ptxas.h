// ptxas.h - ptxas of a CUDA toolkit: what kernels need on a GPU that the program has no machine code for.
#ifndef PTXAS_H
#define PTXAS_H

#include "fatbin.h"

typedef struct Assembler Assembler;

// ptxas: its path; NULL: the one that comes with nvcc, wherever that is found; "none": there shall be none. NULL: out
// of memory. ptxas is run at the first question about a text, once per text and target, for a limited time in all.
Assembler *assembler_create(const char *ptxas);
// What the kernel in a module of these texts needs on sm_<target>. NULL: not known, and assembler_reason says why.
const FatbinResources *assembler_resources(Assembler *assembler, const FatbinPtx *texts, size_t count, int target,
                                           const char *kernel);
// A clause on the first question that was not answered; NULL: there is none.
const char *assembler_reason(const Assembler *assembler);

#endif

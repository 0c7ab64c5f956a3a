// grade.h - what is graded.
#ifndef GRADE_H
#define GRADE_H

#include "../gpu/gpu.h"
#include "../report/verdict.h"
#include "../system/paths.h"

typedef struct {
    const Paths *paths;
    const Exercise *exercise;
    const char *file;       // the file to grade
    const char *shown;      // its name in the verdict; NULL: its path as the student knows it
    const char *program;    // what the file was built to; NULL: to be built
    uint64_t seed, inputs;  // of the hidden cases, and of the visible ones (see run_case_seed)
    double timeout_seconds; // wall clock of each case
    unsigned at_once;       // cases that run at the same time; 0: one
    const RealGpu *gpu;     // of this machine; NULL: not to be used
    bool estimates;         // someone reads the verdict: with an estimate of the time, which takes about a second
} GradeJob;

// What the inputs of visible cases are drawn from on this machine: kept in build/inputs.seed.
uint64_t grade_inputs(const Paths *paths);

#endif

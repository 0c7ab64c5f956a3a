// grade.h - what is graded, and the reference solution that it is compared with.
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
    const RealGpu *gpu;     // of this machine; NULL: not to be used
    bool estimates;         // someone reads the verdict: with an estimate of the time, which takes about a second
    const char *waiting;    // the folder where front ends wait (build_wait); NULL: nowhere
} GradeJob;

// What the inputs of visible cases are drawn from on this machine: kept in build/inputs.seed.
uint64_t grade_inputs(const Paths *paths);

// reference.c: the reference solution of an exercise, built and run once and kept in build/reference/.
typedef struct {
    char program[PATH_BYTES], key[64]; // the key changes with everything that the program depends on
    bool has_bound;
    double bound_us; // on the measured case
} Reference;

// The index of the visible case whose time is shown, the last measured one; -1 if there is none.
int grade_timed_case(const Exercise *exercise);
// What was graded just now, in case it is the reference solution itself.
typedef struct {
    const char *source, *program;
    size_t length;
    bool has_bound;
    double bound_us;
} Graded;
// false: there is no usable reference, which changes no verdict. folder is private to the caller.
bool reference_prepare(const GradeJob *job, const Graded *graded, const char *folder, Reference *reference);

#endif

// run.h - runs a built program on the emulated GPU, one case at a time.
#ifndef RUN_H
#define RUN_H

#include "../gpu/gpu.h"
#include "../system/paths.h"
#include "judge.h"

#define MOST_OPTIONS 24

typedef struct {
    const Paths *paths;
    const Exercise *exercise;
    const char *program;
    const char *folder;           // private; every case gets a folder below it, which is removed again
    uint64_t seed, inputs;        // see run_case_seed
    double timeout_seconds;       // wall clock of a case
    unsigned step;                // of a solution's ladder, from 1 on; 0: the function as it is
    const RealGpu *gpu;           // whose results count; NULL: none
    const char *const *arguments; // of a program instead of those of its case, NULL-terminated, at most MOST_OPTIONS;
                                  // NULL: the case's
    const char *const *options;   // more for build/emulate, at most MOST_OPTIONS, NULL-terminated; NULL: none
    uint64_t disturbance;         // secret of a device that draws other numbers, for the key program too; 0: none
} RunPlan;

// What a case may use.
extern const ProcessLimits run_limits;

// The seed of a case. That of a hidden one follows from the run's seed. That of a visible one depends on its place and,
// for a function, on `inputs`, which stays the same on a machine: a student sees the same values each time, and a
// program with the values of another machine built in has wrong ones. At most 2^53, so that every JSON reader keeps it
// exactly.
uint64_t run_case_seed(const Exercise *exercise, unsigned index, uint64_t seed, uint64_t inputs);

// Sizes and label of case `index`, drawn from its seed where the exercise draws them.
CaseSpec run_case_spec(const Exercise *exercise, unsigned index, uint64_t case_seed);

// Runs case `index` and fills *run, whose report and texts the caller frees with run_free. false with a sentence in
// error[200]: the grader could not work.
bool run_case(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]);
// The same with a seed of the caller's.
bool run_seeded(const RunPlan *plan, unsigned index, uint64_t case_seed, CaseRun *run, char error[200]);
// seed and spec of a case that is not run, so that it can be told of.
void run_announce(const RunPlan *plan, unsigned index, CaseRun *run);
void run_free(CaseRun *run);
// Results of the host are none: takes them from *run. why: in the other cases' sentences; message: in its own.
void run_refuse(CaseRun *run, const char *why, const char *message);

// Makes the input of a case and writes it to path, whole.
bool run_write_input(const Exercise *exercise, const CaseSpec *spec, uint64_t case_seed, CaseFile *input,
                     const char *path, char error[200]);

#endif

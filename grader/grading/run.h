// run.h - runs a built program on the emulated GPU, one case at a time.
#ifndef RUN_H
#define RUN_H

#include "../system/paths.h"
#include "judge.h"

typedef struct {
    const Paths *paths;
    const Exercise *exercise;
    const char *program;
    const char *folder; // private; every case gets a folder below it, which is removed again
    uint64_t seed;
    double timeout_seconds; // wall clock of a case
} RunPlan;

// The seed of a case: that of a visible one depends on its place alone, so a student meets the same values each time;
// that of a hidden one follows from the run's seed. At most 2^53, so that every JSON reader keeps it exactly.
uint64_t run_case_seed(const Exercise *exercise, unsigned index, uint64_t seed);

// Runs case `index` and fills *run, whose report and text the caller frees with run_free. false with a sentence in
// error[200]: the grader could not work.
bool run_case(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]);
void run_free(CaseRun *run);

// Writes the input of a case to path.
bool run_write_input(const Exercise *exercise, unsigned index, uint64_t case_seed, CaseFile *input, const char *path,
                     char error[200]);

#endif

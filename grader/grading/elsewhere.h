// elsewhere.h - results that the device's kernels have no part in.
#ifndef ELSEWHERE_H
#define ELSEWHERE_H

#include "run.h"

// Runs a hidden measured case of an exercise with `essential` once more, on a device that takes the work's
// instructions for others. If its right results stay as they were, they are not counted: *run has no right result any
// more. false with a sentence in error[200]: the grader could not work.
bool elsewhere_judge(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]);

#endif

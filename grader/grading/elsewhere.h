// elsewhere.h - random numbers that no kernel has drawn.
#ifndef ELSEWHERE_H
#define ELSEWHERE_H

#include "run.h"

// Runs a hidden measured case of an exercise whose key is a program that runs on the device (KEY_PER_CASE) once more,
// together with the key, on a device that draws other numbers. If its results are not right there, they are not
// counted: *run has no right result any more. false with a sentence in error[200]: the grader could not work.
bool elsewhere_judge(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]);

#endif

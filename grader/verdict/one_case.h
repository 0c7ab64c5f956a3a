// one_case.h - the run of one case, with the key that its results are held against.
#ifndef ONE_CASE_H
#define ONE_CASE_H

#include "../grading/run.h"

// Runs case `index`, with its own seed, and fills *run, which the caller frees with run_free. false with a sentence in
// error[200]: the grader could not work.
bool run_case(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]);
// Runs a hidden measured case of an exercise whose key is a program that runs on the device (KEY_PER_CASE) once more,
// together with the key, on a device that draws other numbers. If its results are not right there, they are not
// counted: *run has no right result any more. false with a sentence in error[200]: the grader could not work.
bool run_elsewhere(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]);
// Once nothing more becomes known of a run: fills in its faults and its state.
void run_conclude(CaseRun *run);
// All three.
bool run_whole(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]);
// Whether the cases behind it are not worth what they would cost.
bool run_stops(const CaseRun *run);

#endif

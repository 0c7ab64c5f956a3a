// one_case.h - the run of one case, with the key that its results are held against.
#ifndef ONE_CASE_H
#define ONE_CASE_H

#include "../grading/run.h"

// Runs case `index`, with its own seed, and fills *run, which the caller frees with run_free. false with a sentence in
// error[200]: the grader could not work.
bool run_case(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]);
// Once nothing more becomes known of a run: fills in its faults and its state.
void run_conclude(CaseRun *run);
// Both.
bool run_whole(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]);
// Whether the cases behind it are not worth what they would cost.
bool run_stops(const CaseRun *run);

#endif

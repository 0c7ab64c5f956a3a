// at_once.h - the cases of an exercise, several at a time.
#ifndef AT_ONCE_H
#define AT_ONCE_H

#include "../grading/run.h"

// Runs every case, at most `at_once` of them at a time, into runs[]. A case that is not run is announced. false with a
// sentence in error[200]: the grader could not work.
bool run_at_once(const RunPlan *plan, unsigned at_once, CaseRun *runs, char error[200]);

#endif

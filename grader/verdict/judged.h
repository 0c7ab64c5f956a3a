// judged.h - a verdict from the runs of an exercise's cases.
#ifndef JUDGED_H
#define JUDGED_H

#include "../grading/run.h"

// Fills the verdict from count runs, one for each case of verdict->exercise, in order, which are concluded
// (run_conclude). A case is passed when its program ended by itself with status 0 and right results, and no fault made
// them meaningless: a crash after a correct output is a crash.
// The state is the first that applies to any case: timeout, memory, output, disk, crash, fault, wrong; then limit.
// Faults keep the device's file names, and there are no answers, no time and no points yet.
// false: out of memory.
bool judge_runs(const CaseRun *runs, unsigned count, Verdict *verdict);
// A verdict without any run (does not build, not started, rejected): every part earns nothing. false: out of memory.
bool judge_unrun(Verdict *verdict, VerdictState state, const char *summary);

#endif

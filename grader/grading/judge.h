// judge.h - from the runs of an exercise's cases to the verdict: state, cases, faults, counters, points.
#ifndef JUDGE_H
#define JUDGE_H

#include "../measured/device_report.h"
#include "../system/process.h"

// One case's run, as the grader saw it. What the program prints is the student's word: `text` is judged by check alone,
// `errors` and `said` decide nothing.
typedef struct {
    bool started; // false: not run, because an earlier case had to be stopped
    uint64_t seed;
    ProcessEnd end;          // of the emulator, which is PROCESS_EXITED where the program ended by itself
    int exit_status, signal; // how the program ended
    int died;                // the signal that ended the device process, twice; RUN_LEFT_NO_REPORT; 0: it lives
    CaseSpec spec;           // as drawn
    Work work;               // that its kernels must do before a limit is met
    CaseResult result;       // from the exercise's check
    const char *on_host;     // its results were computed on the host: what shows it; NULL: they were not
    bool on_gpu;             // of what a real GPU computed, not the emulated one
    DeviceReport *report;    // NULL: the run was stopped from outside
    CaseFile outputs;        // arrays that came back, until they are judged
    char *text;              // standard output, for check_all; may be NULL
    char *key_text;          // the key program's; may be NULL
    char *errors;            // standard error, of the program and of build/emulate; may be NULL
    char said[160];          // last line of it
} CaseRun;

#define RUN_LEFT_NO_REPORT (-1) // it ended by itself, and its report cannot be read

// Fills the verdict from count runs, one for each case of verdict->exercise, in order. A case is passed when its
// program ended by itself with status 0 and right results, and no fault made them meaningless: a crash after a correct
// output is a crash.
// The state is the first that applies to any case: timeout, memory, output, disk, crash, fault, wrong; then limit.
// Faults keep the device's file names; room is made for the answers; points are left to judge_points.
// false: out of memory.
bool judge_runs(const CaseRun *runs, unsigned count, Verdict *verdict);
// faults.c: what a run's faults are.
typedef struct {
    unsigned count;
    bool endless; // a kernel did not end
    bool spoil;   // results mean nothing after them
} RunFaults;
RunFaults faults_of(const CaseRun *run);
// Fills the verdict's faults, and what was never freed, from its runs; the cases must be judged.
void judge_faults(const CaseRun *runs, unsigned count, Verdict *verdict);
void judge_leaks(const CaseRun *runs, unsigned count, Verdict *verdict);

// limits.c: what one limit (an index of parts) counts in one run, whether it is met, and how much of its points a miss
// still earns.
void judge_limit(const Exercise *exercise, unsigned index, const CaseRun *run, VerdictCounter *counter);
// What a limit asks of a case, without the slack.
Bounds limit_bounds(const Part *part, const CaseSpec *spec);
// The share of its points, 0 to 1, that a value earns (see Bounds).
double limit_share(const Bounds *bounds, double value);
// What share of the work of a case the busiest block may do: all of it in a case that is small.
Bounds limit_balance(const Exercise *exercise, const CaseSpec *spec, const Work *work);
// What kernels must move in a case; input: its arrays, NULL: of a whole program.
Work limit_work(const Exercise *exercise, const CaseSpec *spec, const CaseFile *input);
// Whether a case had to be stopped (timeout, memory, output, disk), so that the next ones are not worth their cost.
bool judge_was_stopped(const CaseRun *run);
// Once the answers are judged and the time is measured: the points.
void judge_points(Verdict *verdict);
// A verdict without any run (does not build, not started, rejected): every part earns nothing.
bool judge_unrun(Verdict *verdict, VerdictState state, const char *summary);

#endif

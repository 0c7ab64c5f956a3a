// run.h - runs a built program on the emulated GPU, one case at a time.
#ifndef RUN_H
#define RUN_H

#include "../gpu/gpu.h"
#include "../measured/device_report.h"
#include "../report/verdict.h"
#include "../system/paths.h"
#include "../system/process.h"

#define MOST_OPTIONS 24

// What a run's faults come to.
typedef struct {
    unsigned count;
    bool endless; // a kernel did not end
    bool spoil;   // results mean nothing after them
} RunFaults;

// One case's run, as the grader saw it. What the program prints is the student's word: `text` is judged by check alone,
// `errors` and `said` decide nothing.
typedef struct {
    bool started; // false: not run, because an earlier case had to be stopped
    uint64_t seed;
    ProcessEnd end;          // of the emulator, which is PROCESS_EXITED where the program ended by itself
    int exit_status, signal; // how the program ended
    int died;                // the signal that ended the device process, twice; RUN_LEFT_NO_REPORT; 0: it lives
    CaseSpec spec;           // as drawn
    CaseResult result;       // from the exercise's check
    const char *on_host;     // its results were computed on the host: what shows it; NULL: they were not
    bool on_gpu;             // of what a real GPU computed, not the emulated one
    DeviceReport *report;    // NULL: the run was stopped from outside
    CaseFile outputs;        // arrays that came back, until they are judged
    char *text;              // standard output, for check_all; may be NULL
    char *key_text;          // the key program's; may be NULL
    char *errors;            // standard error, of the program and of build/emulate; may be NULL
    char said[160];          // last line of it
    RunFaults faults;        // from here on run_conclude fills in: what was reported,
    VerdictState state;      // and what it all comes to; STATE_passed of a case that was not run
} CaseRun;

#define RUN_LEFT_NO_REPORT (-1) // it ended by itself, and its report cannot be read

typedef struct {
    const Paths *paths;
    const Exercise *exercise;
    const char *program;
    const char *folder;           // private; every case gets a folder below it, which is removed again
    uint64_t seed, inputs;        // see run_case_seed
    double timeout_seconds;       // wall clock of a case
    uint64_t output_bytes;        // that the program may print; 0: as many as a student's
    unsigned step;                // of a solution's ladder, from 1 on; 0: the function as it is
    const RealGpu *gpu;           // whose results count; NULL: none
    const char *const *arguments; // of a program instead of those of its case, NULL-terminated, at most MOST_OPTIONS;
                                  // NULL: the case's
    const char *const *options;   // more for build/emulate, at most MOST_OPTIONS, NULL-terminated; NULL: none
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

// The case of that seed before it is run: its seed, sizes and label.
CaseRun run_announce(const Exercise *exercise, unsigned index, uint64_t case_seed);
// Runs an announced case and fills in the rest of *run but its conclusion; report and texts are freed with run_free.
// false with a sentence in error[200]: the grader could not work.
bool run_program(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]);
void run_free(CaseRun *run);
// The program ended by itself, with status 0.
static inline bool run_ended(const CaseRun *run) {
    return run->started && run->end == PROCESS_EXITED && run->exit_status == 0 && run->signal == 0;
}
// Results of the host are none: takes them from *run. why: in the other cases' sentences; message: in its own.
void run_refuse(CaseRun *run, const char *why, const char *message);

// Makes the input of a case and writes it to path, whole.
bool run_write_input(const Exercise *exercise, const CaseSpec *spec, uint64_t case_seed, CaseFile *input,
                     const char *path, char error[200]);

#endif

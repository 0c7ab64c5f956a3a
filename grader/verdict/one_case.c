// one_case.c - what the built program does in one case of the exercise, and what that comes to.
#include "one_case.h"

#include "../exercises/definition.h"
#include "../grading/key.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

// ---- one case ----

bool run_case(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]) {
    uint64_t seed = run_case_seed(plan->exercise, index, plan->seed, plan->inputs);
    *run = run_announce(plan->exercise, index, seed);
    // The key first: what its program prints is what the results are held against.
    if (plan->exercise->key == KEY_PER_CASE)
        run->key_text = key_text(plan->paths, plan->exercise, &run->spec, seed, plan->folder, error);
    return (plan->exercise->key != KEY_PER_CASE || run->key_text) && run_program(plan, index, run, error);
}

// ---- what a run comes to ----

static RunFaults faults_of(const CaseRun *run) {
    RunFaults faults = {0};
    VerdictFault fault;
    for (unsigned i = 0; run->report && i < report_fault_count(run->report); i++) {
        if (!report_fault(run->report, i, &fault) || !fault_counts(fault.kind)) continue;
        faults.count++;
        faults.endless |= fault_results(fault.kind) == RESULTS_NEVER;
        faults.spoil |= fault_results(fault.kind) != RESULTS_STAND;
    }
    return faults;
}

// A program may end itself after a device fault or a refused call; that is a consequence, not a crash.
static VerdictState state_of_end(const CaseRun *run) {
    char refused[200] = "";
    if (run->signal == SIGXCPU) return STATE_timeout;
    if (run->signal == SIGXFSZ) return STATE_disk;
    if (run->report && report_out_of_memory(run->report) && !run->result.passed && !run->result.cause[0])
        return STATE_memory;
    if (run->signal == 0 && run->exit_status == 0) return STATE_passed;
    if (run->faults.count) return STATE_fault;
    if (run->report) report_api_error(run->report, refused);
    return refused[0] && run->signal == 0 && !run->result.passed ? STATE_wrong : STATE_crash;
}

static VerdictState state_of_case(const CaseRun *run) {
    switch (run->end) {
    case PROCESS_TIMEOUT:
    case PROCESS_TOO_MANY: return STATE_timeout;
    case PROCESS_MEMORY: return STATE_memory;
    case PROCESS_OUTPUT: return STATE_output;
    case PROCESS_DISK: return STATE_disk;
    default: break;
    }
    if (run->faults.endless) return STATE_timeout;
    VerdictState end = state_of_end(run);
    if (end != STATE_passed) return end;
    return run->faults.count ? STATE_fault : run->result.passed ? STATE_passed : STATE_wrong;
}

void run_conclude(CaseRun *run) {
    run->faults = faults_of(run);
    run->state = run->started ? state_of_case(run) : STATE_passed;
}

bool run_stops(const CaseRun *run) {
    VerdictState state = run->state;
    bool stopped = state == STATE_timeout || state == STATE_memory || state == STATE_output || state == STATE_disk;
    return stopped || !run->started;
}

bool run_whole(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]) {
    bool worked = run_case(plan, index, run, error);
    if (worked && !run->died) run_conclude(run);
    return worked;
}

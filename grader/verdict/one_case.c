// one_case.c - what the built program does in one case of the exercise, and what that comes to.
#include "one_case.h"

#include "../exercises/definition.h"
#include "../grading/key.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

// ---- one case ----

// The key first: what its program prints is what the results are held against.
static bool run_announced(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]) {
    const Exercise *exercise = plan->exercise;
    if (exercise->key == KEY_PER_CASE)
        run->key_text = key_text(plan->paths, exercise, &run->spec, run->seed, plan->disturbance, plan->folder, error);
    return (exercise->key != KEY_PER_CASE || run->key_text) && run_program(plan, index, run, error);
}

bool run_case(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]) {
    uint64_t seed = run_case_seed(plan->exercise, index, plan->seed, plan->inputs);
    *run = run_announce(plan->exercise, index, seed);
    return run_announced(plan, index, run, error);
}

// ---- random numbers that no kernel has drawn ----
//
// Seed and generator of such an exercise are known, so the host can draw the same numbers while decoy kernels run,
// and no counter tells such a program from a right one. An experiment does: the case runs once more on a device whose
// conversions of integers to floating-point numbers are disturbed (emulator/kernels/disturbed.h), and so does the key
// program. The results must be right again, that is, the key's on that device, each of them. How a program takes its
// results from the device makes no difference. One that notices the experiment gains nothing: only a kernel that
// converts a number knows what becomes of it.

// A program's visible cases have the same arguments on every machine, so it may have their results built in.
static bool is_tried_elsewhere(const RunPlan *plan, unsigned index, const CaseRun *run) {
    const CaseSpec *spec = &plan->exercise->cases[index];
    bool asked = spec->hidden ? spec->measured : exercise_is_program(plan->exercise);
    return plan->exercise->key == KEY_PER_CASE && asked && run->result.passed;
}

// ---- blocks that draw for show ----
//
// One block may draw the points for all, while the others draw as many without use. Where neither inputs nor results
// are on the device, no counter tells these decoys from blocks of a right program. So the case runs some times more,
// while the numbers of two fifths of the blocks are all the same (emulator/grid/chosen.h). The result must move by
// these blocks' share of all numbers drawn, those of decoys included. If few blocks do the work, the result moves by
// what the chosen ones among them do: by a multiple of a quarter, say, where it should be two fifths. A right program
// moves by its share, however its points are spread over blocks and launches. Decoys whose numbers move as far as the
// others' by chance, as two of four blocks and two of four large decoys do, pass a run in three cases of eight at most
// (the middle binomial coefficient), and all of them in one of fifty.
//
// Decoys that draw need numbers for themselves, so there may be few more than the case takes. And a block draws its
// numbers itself: it has them from no other one, which would be two words of a generator, eight bytes for each.
enum { CHOICES = 4, BYTES_OF_A_NUMBER = 8 };
#define DRAWN_BEYOND 1.25
static bool draws_for_show(const Exercise *exercise, const CaseRun *run) {
    double numbers = exercise->numbers ? exercise->numbers(&run->spec) : INFINITY;
    return report_draws(run->report) > DRAWN_BEYOND * numbers ||
           report_loaded_to_draw(run->report) >= BYTES_OF_A_NUMBER * numbers / 2;
}

static Outcome outcome_of(const CaseRun *run) {
    return (Outcome){.spec = &run->spec, .seed = run->seed, .text = run->text, .report = run->report};
}

static bool choose_blocks(const RunPlan *plan, unsigned index, const CaseRun *before, CaseRun *run, char error[200]) {
    CaseRun after = run_announce(plan->exercise, index, run->seed);
    bool worked = run_program(plan, index, &after, error);
    Outcome first = outcome_of(before), then = outcome_of(&after);
    run->died = after.died;
    if (worked && !after.died)
        run->drawn_for_show =
            !after.text || !after.report || !plan->exercise->moved(&first, &then, report_chosen_draws(after.report));
    run_free(&after);
    return worked;
}

static bool share_draws(const RunPlan *plan, unsigned index, const CaseRun *before, CaseRun *run, char error[200]) {
    RunPlan again = *plan;
    Random random = random_seeded(plan->disturbance);
    bool worked = true;
    run->drawn_by_busiest = report_busiest_draws(before->report);
    run->drawn_for_show = draws_for_show(plan->exercise, before);
    for (unsigned n = 0; n < CHOICES && worked && !run->died && !run->drawn_for_show; n++) {
        again.choice = (random_next(&random) & ~(uint64_t)1) | 2 | n % 2;
        worked = choose_blocks(&again, index, before, run, error);
    }
    return worked;
}

// ---- both ----

static bool shares_draws(const RunPlan *plan, unsigned index) {
    return plan->exercise->moved && plan->exercise->cases[index].hidden;
}

bool run_elsewhere(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]) {
    if (!is_tried_elsewhere(plan, index, run)) return true;
    RunPlan again = *plan;
    Random random = random_seeded(run->seed);
    CaseRun tried = run_announce(plan->exercise, index, run->seed);
    again.disturbance = random_next(&random) | 1;
    bool worked = run_announced(&again, index, &tried, error);
    run->died = tried.died;
    if (worked && !tried.died && !tried.result.passed)
        run_refuse(run, "results were not drawn by kernels",
                   "on a device that draws other numbers the results are wrong: draw them all with cuRAND's device "
                   "functions, since the work belongs on the device");
    else if (worked && !tried.died && shares_draws(plan, index))
        worked = share_draws(&again, index, &tried, run, error);
    run_free(&tried);
    return worked;
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
    bool worked = run_case(plan, index, run, error) && (run->died || run_elsewhere(plan, index, run, error));
    if (worked && !run->died) run_conclude(run);
    return worked;
}

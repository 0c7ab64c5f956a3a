// elsewhere.c - random numbers that no kernel has drawn: the host drew them, and kernels ran for show.
//
// Seed and generator of such an exercise are known, so the host can draw the same numbers, and no counter tells such a
// program from a right one. An experiment does: a hidden measured case runs once more on a device whose conversions of
// integers to floating-point numbers are disturbed (emulator/kernels/disturbed.h), and so does the key program. The
// results must be right again, that is, the key's on that device, each of them. How a program takes its results from
// the device makes no difference. One that notices the experiment gains nothing: only a kernel that converts a number
// knows what becomes of it.
#include "elsewhere.h"

#include "../exercises/definition.h"
#include "../system/text.h"

#include <stdio.h>

static bool is_tried(const RunPlan *plan, unsigned index, const CaseRun *run) {
    const CaseSpec *spec = &plan->exercise->cases[index];
    return plan->exercise->key == KEY_PER_CASE && spec->hidden && spec->measured && run->result.passed;
}

bool elsewhere_judge(const RunPlan *plan, unsigned index, CaseRun *run, char error[200]) {
    if (!is_tried(plan, index, run)) return true;
    RunPlan again = *plan;
    Random random = random_seeded(run->seed);
    CaseRun tried = {0};
    again.disturbance = random_next(&random) | 1;
    bool worked = run_seeded(&again, index, run->seed, &tried, error);
    run->died = tried.died;
    if (worked && !tried.died && !tried.result.passed)
        run_refuse(run, "results were not drawn by kernels",
                   "on a device that draws other numbers the results are wrong");
    run_free(&tried);
    return worked;
}

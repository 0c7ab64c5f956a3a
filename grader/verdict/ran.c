// ran.c - what the built program does in each case of the exercise.
#include "at_once.h"
#include "one_case.h"
#include "stages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool run_in_turn(const RunPlan *plan, CaseRun *runs, char error[200]) {
    const Exercise *exercise = plan->exercise;
    for (unsigned i = 0; i < exercise->case_count; i++) {
        if (i && run_stops(&runs[i - 1]))
            runs[i] = run_announce(exercise, i, run_case_seed(exercise, i, plan->seed, plan->inputs));
        else if (!run_whole(plan, i, &runs[i], error)) return false;
        if (runs[i].died) return true;
    }
    return true;
}

static bool run_cases(Ran *ran, char error[200]) {
    const GradeJob *job = ran->built->job;
    RunPlan plan = {.paths = job->paths,
                    .exercise = job->exercise,
                    .program = ran->built->build.program,
                    .folder = ran->built->folder,
                    .seed = job->seed,
                    .inputs = job->inputs,
                    .timeout_seconds = job->timeout_seconds,
                    .gpu = job->gpu};
    bool several = job->at_once > 1 && !(job->gpu && job->gpu->state == GPU_READY); // there is one real GPU
    return several ? run_at_once(&plan, job->at_once, ran->runs, error) : run_in_turn(&plan, ran->runs, error);
}

// Whether the device process died of a case. Then nothing that was counted is worth anything, and a person decides.
static void find_death(Ran *ran) {
    int died = 0;
    for (unsigned i = 0; i < ran->built->job->exercise->case_count && !died; i++) died = ran->runs[i].died;
    if (!died) return;
    ran->stop.state = STATE_grader_died;
    snprintf(ran->stop.summary, sizeof ran->stop.summary,
             "The emulated GPU itself crashed on this file, and when it was tried again (%s). A person has to look at "
             "it: it has no points yet, which is not a zero.",
             died == RUN_LEFT_NO_REPORT ? "its report cannot be read" : strsignal(died));
}

bool run_file(const Built *built, Ran *ran, char error[200]) {
    const Exercise *exercise = built->job->exercise;
    *ran = (Ran){.built = built, .stop = built->stop};
    if (ran->stop.state != STATE_passed || !exercise_runs(exercise)) return true;
    ran->runs = calloc(exercise->case_count, sizeof *ran->runs);
    if (!ran->runs) return snprintf(error, 200, "out of memory"), false;
    if (!run_cases(ran, error)) return false;
    find_death(ran);
    return true;
}

void ran_free(Ran *ran) {
    for (unsigned i = 0; ran->runs && i < ran->built->job->exercise->case_count; i++) run_free(&ran->runs[i]);
    free(ran->runs);
}

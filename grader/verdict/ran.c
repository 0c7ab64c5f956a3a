// ran.c - what the built program does in each case of the exercise.
#include "stages.h"

#include "../grading/elsewhere.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A case that had to be stopped is the last: the next ones are not worth their cost.
static bool run_cases(Ran *ran, char error[200]) {
    const GradeJob *job = ran->built->job;
    const Exercise *exercise = job->exercise;
    RunPlan plan = {.paths = job->paths,
                    .exercise = exercise,
                    .program = ran->built->build.program,
                    .folder = ran->built->folder,
                    .seed = job->seed,
                    .inputs = job->inputs,
                    .timeout_seconds = job->timeout_seconds,
                    .gpu = job->gpu};
    for (unsigned i = 0; i < exercise->case_count; i++) {
        run_announce(&plan, i, &ran->runs[i]);
        bool stop = i && (judge_was_stopped(&ran->runs[i - 1]) || !ran->runs[i - 1].started);
        if (stop) continue;
        if (!run_case(&plan, i, &ran->runs[i], error)) return false;
        if (!ran->runs[i].died && !elsewhere_judge(&plan, i, &ran->runs[i], error)) return false;
        if (ran->runs[i].died) return true;
    }
    return true;
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

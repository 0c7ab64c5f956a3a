// pipeline.c - a verdict, stage by stage. (stages.h)
#include "pipeline.h"

#include "../causes/summary.h"
#include "stages.h"

#include <stdio.h>

bool report_file(const Explained *explained, Verdict *verdict, char error[200]) {
    if (!verdict_copy(&explained->verdict, verdict)) return snprintf(error, 200, "out of memory"), false;
    if (explained->judged->ran->stop.state == STATE_passed) summarise(verdict);
    return true;
}

bool grade_file(const GradeJob *job, Verdict *verdict, char error[200]) {
    Built built = {0};
    Ran ran = {0};
    Judged judged = {0};
    Explained explained = {0};
    *verdict = (Verdict){0};
    error[0] = 0;
    bool worked = build_file(job, &built, error) && run_file(&built, &ran, error) && judge_file(&ran, &judged, error) &&
                  explain_file(&judged, &explained, error) && report_file(&explained, verdict, error);
    if (worked && estimate_is_due(&judged)) {
        if (job->first) job->first(verdict);
        estimate_add(&judged, verdict);
    }
    explained_free(&explained);
    judged_free(&judged);
    ran_free(&ran);
    built_free(&built);
    return worked;
}

// pipeline.c - a verdict, stage by stage. (stages.h)
#include "pipeline.h"

#include "../causes/summary.h"

#include <stdio.h>

bool report_file(const Explained *explained, Verdict *verdict, char error[200]) {
    if (!verdict_copy(&explained->verdict, verdict)) return snprintf(error, 200, "out of memory"), false;
    if (explained->judged->ran->stop.state == STATE_passed) summarise(verdict);
    return true;
}

bool grading_decide(const GradeJob *job, Grading *grading, Verdict *verdict, char error[200]) {
    *grading = (Grading){0};
    *verdict = (Verdict){0};
    error[0] = 0;
    return build_file(job, &grading->built, error) && run_file(&grading->built, &grading->ran, error) &&
           judge_file(&grading->ran, &grading->judged, error) &&
           explain_file(&grading->judged, &grading->explained, error) &&
           report_file(&grading->explained, verdict, error);
}

void grading_free(Grading *grading) {
    explained_free(&grading->explained);
    judged_free(&grading->judged);
    ran_free(&grading->ran);
    built_free(&grading->built);
}

bool grade_file(const GradeJob *job, Verdict *verdict, char error[200]) {
    Grading grading;
    bool worked = grading_decide(job, &grading, verdict, error);
    if (worked && estimate_is_due(&grading.judged)) estimate_add(&grading.judged, verdict);
    grading_free(&grading);
    return worked;
}

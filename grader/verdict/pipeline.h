// pipeline.h - one exercise from the student's file to the verdict.
#ifndef PIPELINE_H
#define PIPELINE_H

#include "stages.h"

// Builds, runs every case, judges, explains, and estimates the time where the job asks for it. Whatever the file does
// is in the verdict, which the caller frees. false with a sentence in error[200]: the grader could not work, and there
// is no verdict. To be called in a process of its own (see process.h).
bool grade_file(const GradeJob *job, Verdict *verdict, char error[200]);

// The same in two steps, for who shows a verdict before its estimate is made: grading_decide() makes all but that,
// estimate_add() adds it. The values of the stages are freed in any case.
typedef struct {
    Built built;
    Ran ran;
    Judged judged;
    Explained explained;
} Grading;
bool grading_decide(const GradeJob *job, Grading *grading, Verdict *verdict, char error[200]);
void grading_free(Grading *grading);

#endif

// pipeline.h - one exercise from the student's file to the verdict.
#ifndef PIPELINE_H
#define PIPELINE_H

#include "../grading/grade.h"

// Builds, runs every case, judges, explains. Whatever the file does is in the verdict, which the caller frees. false
// with a sentence in error[200]: the grader could not work, and there is no verdict. To be called in a process of its
// own (see process.h).
bool grade_file(const GradeJob *job, Verdict *verdict, char error[200]);

#endif

// stages.h - the values that a verdict passes through, from a student's file to the record that is printed.
//
//     job -> Built -> Ran -> Judged -> Explained -> Verdict -> the same with an estimate
//
// Each stage is one function: it reads the value before its own, which it does not change, and fills its own. A value
// holds a pointer to the one before, so all that is known stays in reach. Where a file gets no further (it is missing,
// or does not build), the state and the sentence that say so are passed on.
//
// Every stage returns false with a sentence in error[200] if the grader could not work. Its value can be freed in any
// case; values are freed in reverse order.
#ifndef STAGES_H
#define STAGES_H

#include "../grading/build.h"
#include "../grading/grade.h"
#include "../grading/run.h"
#include "reference.h"

// Why a file gets no further. state is STATE_passed where it does.
typedef struct {
    VerdictState state;
    char summary[SUMMARY_BYTES];
} Stop;

// built.c: the file, and the program that it was built to.
typedef struct {
    const GradeJob *job;
    char shown[512]; // the file's name in the verdict
    char *source;    // NUL-terminated; NULL: it cannot be read
    size_t length;
    char folder[PATH_BYTES]; // private to this verdict; "": none was needed
    BuildResult build;
    Stop stop;
} Built;
bool build_file(const GradeJob *job, Built *built, char error[200]);
void built_free(Built *built);

// ran.c: what the program did in each case of the exercise.
typedef struct {
    const Built *built;
    CaseRun *runs; // one for each case; NULL: nothing was run
    Stop stop;
} Ran;
bool run_file(const Built *built, Ran *ran, char error[200]);
void ran_free(Ran *ran);

// judged.c: what the rules make of it: state, cases, faults, counters, answers, time and points, all as they were
// found.
typedef struct {
    const Ran *ran;
    Verdict verdict; // without words: causes, place of what is wrong, order of the faults, summary
    bool compared;   // with the reference solution
    Reference reference;
} Judged;
bool judge_file(const Ran *ran, Judged *judged, char error[200]);
void judged_free(Judged *judged);

// explained.c: what the source says about it: causes and lines.
typedef struct {
    const Judged *judged;
    Verdict verdict; // a copy, with these words
} Explained;
bool explain_file(const Judged *judged, Explained *explained, char error[200]);
void explained_free(Explained *explained);

// pipeline.c: the record that every output is printed from: faults in order, and the sentence that is read first. The
// caller frees it with verdict_free.
bool report_file(const Explained *explained, Verdict *verdict, char error[200]);

// timed.c: the time of an exercise that gives points for it, and their share: estimated, and measured where there is a
// GPU. Nothing where the ladder has no times.
void time_judge(const Judged *judged, VerdictTime *time);
// Makes what time_judge() needs, for jails, which have nothing to make it from. false with a sentence.
bool time_prepare(const GradeJob *job, const char *folder, char error[200]);
// The steps of the ladder that earn no points and all, from 1 on; 0: the solution itself.
void time_ends(const GradeJob *job, unsigned *plain, unsigned *full);

// estimate.c: how long the program would take on the GPU of the model, where that earns no points. It takes longer
// than all the rest, so it is added to a record that may have been read already.
bool estimate_is_due(const Judged *judged);
void estimate_add(const Judged *judged, Verdict *verdict);

#endif

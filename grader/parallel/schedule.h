// schedule.h - many gradings at once, each in a process of its own.
//
// A worker grades one file and hands its record over; whatever happens to it, the others go on. The coordinator
// only starts, waits and collects.
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "../grading/grade.h"

#include <stdio.h>

typedef struct {
    Verdict verdict;
    bool graded; // false: the grader could not work, error says why
    char error[200];
} ScheduleResult;

// Grades count jobs, at most `parallel` at a time, into results[count]. Tells on the terminal behind `progress` (NULL:
// nowhere) what is being done. false: interrupted; what was not graded says so.
bool schedule_run(const GradeJob *jobs, unsigned count, unsigned parallel, FILE *progress, ScheduleResult *results);

#endif

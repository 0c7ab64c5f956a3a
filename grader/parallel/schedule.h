// schedule.h - many gradings at once, each in a process of its own.
//
// A worker grades one file and hands over its record. If it dies, the others go on. The coordinator only starts
// workers, waits and collects.
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "../device/system/message.h"
#include "../grading/grade.h"

#include <stdio.h>

typedef struct {
    Verdict verdict;
    bool graded; // false: the grader could not work, error says why
    Message error;
} ScheduleResult;

// Grades count jobs, at most `parallel` at a time, into results[count]. Shows progress on the terminal `progress`
// (NULL: nowhere). false: interrupted; what was not graded says so.
bool schedule_run(const GradeJob *jobs, unsigned count, unsigned parallel, FILE *progress, ScheduleResult *results);

#endif

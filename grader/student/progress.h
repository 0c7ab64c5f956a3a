// progress.h - what the workbook remembers of a student, in build/progress.json: hints that were given, points reached.
#ifndef PROGRESS_H
#define PROGRESS_H

#include "../device/system/message.h"
#include "../report/verdict.h"
#include "../system/paths.h"

// Hints given for an exercise so far, 0 to 3.
unsigned progress_hints(const Paths *paths, const Exercise *exercise);
bool progress_set_hints(const Paths *paths, const Exercise *exercise, unsigned hints, Message error);

// The last verdict on the student's own file: points, and whether it passed. points is -1 if there is none. tflops: the
// rate of a right matrix product, C = A * B, measured or estimated for an H200; 0: it is none, or has no time.
typedef struct {
    int points;
    bool passed;
    double tflops;
} ProgressMark;
// The marks of all exercises, in the order of exercises[], to be freed. NULL: out of memory.
ProgressMark *progress_marks(const Paths *paths);
// The first exercise that has not passed, those behind `after` first (NULL: from the first one on). NULL: all passed.
const Exercise *progress_next(const ProgressMark *marks, const Exercise *after);
// Remembers the verdicts on files in exercises/; others are left out.
bool progress_note(const Paths *paths, const Verdict *verdicts, unsigned count, Message error);

// hint.c and reset.c: the two commands. The value is the exit status, 2 with a message on standard error.
int hint_command(const Paths *paths, const Exercise *exercise);
int reset_command(const Paths *paths, const Exercise *exercise);
// due.c: what is due in the next weeks, or was and has not passed; nothing if course.txt names no dates.
void due_print(const Paths *paths, const ProgressMark *marks);
// map.c: every chapter with its exercises, how far each is, and what to do next.
int map_command(const Paths *paths);

#endif

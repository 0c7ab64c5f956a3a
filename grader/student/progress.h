// progress.h - what the workbook remembers of a student: how many hints were given. Kept in build/progress.json.
#ifndef PROGRESS_H
#define PROGRESS_H

#include "../system/paths.h"

// Hints given for an exercise so far, 0 to 3.
unsigned progress_hints(const Paths *paths, const Exercise *exercise);
bool progress_set_hints(const Paths *paths, const Exercise *exercise, unsigned hints, char error[200]);

// hint.c and reset.c: the two commands. The value is the exit status, 2 with a message on standard error.
int hint_command(const Paths *paths, const Exercise *exercise);
int reset_command(const Paths *paths, const Exercise *exercise);

#endif

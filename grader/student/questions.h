// questions.h - the questions of a student's file, with the numbers that are drawn from their name.
#ifndef QUESTIONS_H
#define QUESTIONS_H

#include "../system/paths.h"

// Prints the questions of the exercise's file under exercises/. Returns the exit status.
int questions_command(const Paths *paths, const Exercise *exercise);

// Writes a name, given in one word or several, into every file under exercises/ whose line //= student: has none yet.
// Returns the exit status.
int student_command(const Paths *paths, int words, char **name);

#endif

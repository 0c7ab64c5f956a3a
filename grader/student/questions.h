// questions.h - the questions of a student's file, with their numbers, and others.
#ifndef QUESTIONS_H
#define QUESTIONS_H

#include "../system/paths.h"

// Prints the questions of the exercise's file under exercises/. Returns the exit status.
int questions_command(const Paths *paths, const Exercise *exercise);

// Writes the next numbers into the file, takes its answers out, and prints the questions.
int another_command(const Paths *paths, const Exercise *exercise);

#endif

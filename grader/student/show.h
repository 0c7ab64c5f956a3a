// show.h - what each line of a file made the GPU do.
#ifndef SHOW_H
#define SHOW_H

#include "../system/paths.h"

// Runs the student's file (or the solution) on the measured case: the listing goes to standard output, and a page with
// pictures of real accesses, those of the solution beside them, to build/show/NAME.html. 0: shown, or said that there
// is nothing to show; 1: the file does not build, or its run had to be stopped; 2 with a message: the grader could not
// work.
int show_command(const Paths *paths, const Exercise *exercise);
int show_solution(const Paths *paths, const Exercise *exercise);

#endif

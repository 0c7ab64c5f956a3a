// ladder.h - what each step of a solution costs.
#ifndef LADDER_H
#define LADDER_H

#include "../system/paths.h"

// Prints the table of the solution's steps. 0: every step is right in every case.
int ladder_command(const Paths *paths, const Exercise *exercise);

#endif

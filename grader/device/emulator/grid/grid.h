// grid.h - a launch, run to its end.
#ifndef GRID_H
#define GRID_H

#include "../machine/code.h"

int grid_run(Launch *launch, unsigned threads, SiteCounts *sites); // CUDA error of a fatal fault, 0: none
bool grid_stopped(const Launch *launch);                           // from outside
bool grid_spend(Launch *launch, uint64_t steps); // false: the instruction budget is used up, or it is stopped

#endif

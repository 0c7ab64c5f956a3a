// execute.h - the main loop.
#ifndef EXECUTE_H
#define EXECUTE_H

#include "warp.h"

void warp_run(Warp *warp, uint64_t steps); // until it waits, ends, yields or has taken that many steps
// Reads %clock64: what the model of time read there; without it, four clocks for each instruction of the warp.
uint64_t warp_clock(Warp *warp);

// Stops the block at the end of the current instruction, the launch after all earlier blocks.
void warp_stop(Warp *warp, int cuda_error);

#endif

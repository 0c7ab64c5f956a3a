// execute.h - the main loop.
#ifndef EXECUTE_H
#define EXECUTE_H

#include "warp.h"

void warp_run(Warp *warp, uint64_t steps); // until it waits, ends, yields or has taken that many steps
// What %clock64 reads: deterministic, and larger at every later instruction of the warp.
uint64_t warp_clock(const Warp *warp);

// Stops the block at the end of the current instruction, the launch after all earlier blocks.
void warp_stop(Warp *warp, int cuda_error);

#endif

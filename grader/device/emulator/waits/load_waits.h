// load_waits.h - where a warp stalls because it needs what it has loaded from global memory.
#ifndef LOAD_WAITS_H
#define LOAD_WAITS_H

#include "../decode/blocks.h"
#include "../decode/operands.h"

// Finds the instructions that a warp reaches only after waiting for its loads, and gives them a handler that counts
// (in_flight.c).
void load_waits_find(Decoder *decoder, const Blocks *blocks);

#endif

// in_flight.h - what a warp has in flight from global memory, and when it waits for it.
#ifndef IN_FLIGHT_H
#define IN_FLIGHT_H

#include "../machine/access.h"
#include "../machine/code.h"

void run_load_wait(Warp *warp, const Instruction *i); // counts the wait, then does what the instruction does itself

// Asynchronous copies: what the warp has asked for since `asked_before` belongs to a copy; a group ends; all but the
// last `on_the_way` groups are waited for (UINT32_MAX: all copies).
void in_flight_copy(Warp *warp, uint64_t asked_before);
void in_flight_commit(Warp *warp);
void in_flight_wait(Warp *warp, const Instruction *i, uint32_t on_the_way);
// A barrier object waits for the copies so far. The warp waits for them at the next barrier of any kind that it passes:
// one that copies for others learns there that they have what it copied.
void in_flight_attach(Warp *warp);
// A bulk copy begins. Its bytes are shared out over the block's warps, each of which waits for its share in that way.
void in_flight_bulk(Warp *warp, uint64_t bytes);
void in_flight_pass(Warp *warp, const Instruction *i);

#endif

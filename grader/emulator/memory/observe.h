// observe.h - shows each access of a warp to those who check and count.
#ifndef OBSERVE_H
#define OBSERVE_H

#include "../machine/access.h"

// Fills the shape, runs checks, then meters. Returns the lanes that may go on to touch memory; the others have
// faulted (recorded; if the fault is fatal the block is stopped with warp_stop).
uint32_t access_observe(Warp *warp, Access *access);

#endif

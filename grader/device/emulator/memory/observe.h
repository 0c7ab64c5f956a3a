// observe.h - shows each access of a warp to those who check and count.
#ifndef OBSERVE_H
#define OBSERVE_H

#include "../machine/access.h"

// Fills the shape, runs checks, then meters. Returns the lanes that may go on to touch memory; the others have
// faulted (recorded; if the fault is fatal the block is stopped with warp_stop).
uint32_t access_observe(Warp *warp, Access *access);

// ---- the columns of observers.def ----

enum {
    GLOBAL_BIT = 1 << SPACE_GLOBAL,
    SHARED_BIT = 1 << SPACE_SHARED,
    LOCAL_BIT = 1 << SPACE_LOCAL,
    CONST_BIT = 1 << SPACE_CONST
};

// What meters want to see, a bit for each Fate.
enum {
    ISSUED = 1 << FATE_ISSUED | 1 << FATE_SORTED,
    ASKED = ISSUED | 1 << FATE_MERGED,
    PERFORMED = ASKED | 1 << FATE_REDUNDANT,
};

#endif

// aside.h - accesses to global memory that are no part of a kernel's work.
//
// Hardware counts them with all others, and so do the counters; but whoever judges how a kernel moves its data must be
// able to leave them out:
//
//   - the barrier of a grid: a block of a cooperative launch arrives, or polls whether all have;
//   - a poll: an ordered load that a warp repeats and that finds what it found before, as it waits for another block.
//     How often it does so is a matter of time. The first one counts, and the one that finds something else. So does
//     one after any other access to global memory: who works between two loads of a word does not wait for it;
//   - a parameter: a word that all lanes load from a small allocation, and that no kernel wrote. A kernel that is told
//     as much in its parameter list loads it from constant memory.
#ifndef ASIDE_H
#define ASIDE_H

#include "../machine/access.h"

#define PARAMETER_BYTES 256 // the most that an allocation of parameters has

bool aside_is_grid_barrier(const Warp *warp, const Access *access);
bool aside_is_poll(const Warp *warp, const Access *access);
bool aside_is_parameter(const Access *access);

static inline bool access_is_aside(const Warp *warp, const Access *access) {
    return (warp->block->launch->grid_workspace && aside_is_grid_barrier(warp, access)) ||
           (access_is_ordered(access) && access->allocation && aside_is_poll(warp, access)) ||
           (access->pattern & UNIFORM && access->allocation && access->allocation->size <= PARAMETER_BYTES &&
            aside_is_parameter(access));
}

#endif

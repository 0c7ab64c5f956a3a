// regular.h - fast forms of the meters, as memory/observers.def defines them.
#ifndef COUNTERS_REGULAR_H
#define COUNTERS_REGULAR_H

#include "meters.h"

static inline void asked_regular(const Warp *warp, const Access *access) {
    (void)warp;
    access->counts->bytes += (uint64_t)WARP_LANES * access->bytes;
}

static inline void banks_count(SiteCounts *counts, BankPasses passes) {
    counts->requests++;
    counts->wavefronts += passes.wavefronts;
    counts->conflicts += (uint64_t)(passes.wavefronts - passes.groups);
}

// The passes of a load of words with that shape (banks.c).
BankPasses banks_regular_passes(const AccessShape *shape, const Instruction *i);

// A shift by whole words only rotates the banks: the passes are those of the shape's last access, which are known.
static inline void banks_regular(Warp *warp, const Access *access) {
    const Instruction *i = access->instruction;
    banks_count(access->counts, warp->shapes[i->shape].passes[i->merged_bytes / 8]);
}

#endif

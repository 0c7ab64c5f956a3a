// meters.h - what counts every access.
#ifndef METERS_H
#define METERS_H

#include "../machine/access.h"

void coalescing_meter(const Warp *warp, const Access *access);
void host_stores_meter(const Warp *warp, const Access *access);
void trace_before(const Warp *warp, const Access *access);
void exact_use_meter(const Warp *warp, const Access *access);
void trace_meter(const Warp *warp, const Access *access);
void banks_meter(const Warp *warp, const Access *access);
void local_meter(const Warp *warp, const Access *access);
void atomics_meter(const Warp *warp, const Access *access);
void atomic_loop_meter(const Warp *warp, const Access *access);

// The passes over the banks of a load or store, or of the one that the assembler merges it into.
BankPasses banks_passes(const Access *access);
// Counts an access of `bytes` a lane; NULL: one that is merged into another.
static inline void banks_count(SiteCounts *counts, uint32_t mask, uint32_t bytes, const BankPasses *passes) {
    unsigned threads = (unsigned)__builtin_popcount(mask);
    counts->bytes += (uint64_t)threads * bytes;
    if (passes == NULL) { // as if it were not there, but for what it asks for
        counts->warps--;
        counts->threads -= threads;
        return;
    }
    counts->requests++;
    counts->wavefronts += passes->wavefronts;
    counts->conflicts += (uint64_t)(passes->wavefronts - passes->groups);
}

#endif

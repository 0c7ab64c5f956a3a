// observe.h - what checks and meters share: the observers themselves, and the shape of an access.
#ifndef ACCESS_H
#define ACCESS_H

#include "../machine/warp.h"

// Fills pattern, lowest and highest from mask, bytes and address. Lanes outside the mask get the
// address of the first lane in it, so that loops over all 32 lanes need not look at the mask.
void access_shape(Access *access);

// The addresses of all lanes of a shape with regular halves from those of lanes 0 and 16.
void access_fill_halves(Access *access);

#define CHECK(function, spaces) uint32_t function(Warp *warp, Access *access);
#define OPTIONAL_CHECK(function, spaces) CHECK(function, spaces)
#define METER(function, spaces) void function(const Warp *warp, const Access *access);
#include "observers.def"
#undef CHECK
#undef OPTIONAL_CHECK
#undef METER

static inline bool access_writes(const Access *access) { return access->kind != ACCESS_LOAD; }
static inline bool access_is_atomic(const Access *access) {
    return access->kind == ACCESS_ATOMIC || access->kind == ACCESS_REDUCTION;
}

// ---- parts of observers, for loads that need not show themselves to all of them (shapes.c) ------------------------

// initialised.c: all of the bytes from low on, and of as many from high on, are written.
bool shared_halves_written(const struct SharedShadow *shadow, uint64_t low, uint64_t high, unsigned bytes);
// banks.c: the passes of a load or store, or of the one that the assembler merges it into.
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

// Takes back what the main loop counted of an instruction that hardware does not execute.
static inline void access_take_back(const Access *access) {
    access->counts->warps--;
    access->counts->threads -= (unsigned)__builtin_popcount(access->mask);
}
// Whether it is such a load; then that is done.
static inline bool access_left_out(const Access *access) {
    if (access->instruction->redundant) access_take_back(access);
    return access->instruction->redundant;
}

// A fault of this lane's part of the access, as far as the access tells: address, bytes, space, direction.
Fault access_fault(const Access *access, unsigned lane);

#endif

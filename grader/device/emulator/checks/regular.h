// regular.h - fast forms of the checks, as memory/observers.def defines them: false if the check may have something to
// report. They are inline because the loads that they look at are the most frequent instructions of tiled kernels.
#ifndef CHECKS_REGULAR_H
#define CHECKS_REGULAR_H

#include "../base/bits.h"
#include "race_shared.h"

static inline bool bounds_regular(const Warp *warp, const Access *access) {
    uint64_t offsets = access->address[0] | access->address[WARP_LANES / 2];
    return access->lowest < access->highest && access->highest <= warp->block->launch->shared_bytes &&
           offsets % access->bytes == 0;
}

// All bytes of an access with regular halves have been written: a bit each in `initialised`, from address `base` on.
static inline bool initialised_halves(const uint64_t *initialised, uint64_t base, const Access *access) {
    unsigned bytes = access->pattern & CONSECUTIVE_HALVES ? WARP_LANES / 2 * access->bytes : access->bytes;
    uint64_t low = access->address[0] - base, high = access->address[WARP_LANES / 2] - base;
    return bits_all_set(initialised, low, low + bytes - 1, NULL) &&
           bits_all_set(initialised, high, high + bytes - 1, NULL);
}

static inline bool initialised_regular(const Warp *warp, const Access *access) {
    const SharedShadow *shadow = warp->block->shadow;
    unsigned bytes = access->pattern & CONSECUTIVE_HALVES ? WARP_LANES / 2 * access->bytes : access->bytes;
    return shadow->unwritten == 0 || (bits_few_set(shadow->initialised, access->address[0], bytes) &&
                                      bits_few_set(shadow->initialised, access->address[WARP_LANES / 2], bytes));
}

static inline bool race_shared_regular(const Warp *warp, const Access *access) {
    SharedShadow *shadow = warp->block->shadow;
    return shadow->barrier_epoch == warp->block->barrier_epoch && race_reads_continue(warp, shadow->reads) &&
           race_reads_keep(shadow, access->lowest, access->highest,
                           (Read){.location = access->instruction->location,
                                  .pattern = (uint16_t)access->pattern,
                                  .bytes = (uint16_t)access->bytes,
                                  .low = (uint32_t)access->address[0],
                                  .apart = (uint32_t)(access->address[WARP_LANES / 2] - access->address[0])});
}

#endif

// repeated_shapes.c - accesses to shared memory that are like the one before through the same register, but shifted.
//
// An unrolled loop reads base, base + 4, base + 8 and so on. What lanes do relative to each other is found for the
// first and kept in a slot of the warp. A load of words whose halves are regular needs no more than its shape: the
// lowest and the highest address tell bounds and alignment, the byte ranges of the halves what is initialised and what
// races; and as a shift by whole words only rotates the banks, the passes are those of the last one.
#include "repeated_shapes.h"
#include "../checks/checks.h"
#include "../checks/race_shared.h"
#include "../counters/meters.h"
#include "load_store.h"

#define HIGHEST_REUSED (1ull << 31) // sums of addresses and offsets below this cannot wrap, in 32 bits either

bool shape_reuse(const Warp *warp, const Instruction *i, Access *access) {
    const AccessShape *shape = &warp->shapes[i->shape];
    uint64_t distance = i->extra - shape->offset;
    bool same = shape->known && shape->bytes == access->bytes && access->mask == FULL_MASK;
    if (!same || (int64_t)(shape->lowest + distance) < 0) return false;
    access->pattern = shape->pattern;
    access->lowest = shape->lowest + distance;
    access->highest = shape->highest + distance;
    return true;
}

void shape_keep(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    AccessShape *shape = &warp->shapes[i->shape];
    uint64_t low = access->address[0], high = access->address[WARP_LANES / 2];
    bool same_passes = shape->pattern == access->pattern && shape->bytes == access->bytes &&
                       shape->high - shape->low == high - low && access->pattern & REGULAR_HALVES;
    if (!same_passes) memset(shape->passes, 0, sizeof shape->passes);
    shape->known = lanes == FULL_MASK && access->highest < HIGHEST_REUSED && i->extra < HIGHEST_REUSED;
    bool counts_only = !warp->worker->trace; // a trace wants the addresses too
    shape->regular_words = counts_only && shape->known && access->bytes == 4 && access->pattern & REGULAR_HALVES;
    shape->pattern = access->pattern;
    shape->bytes = access->bytes;
    shape->low = low;
    shape->high = high;
    shape->lowest = access->lowest;
    shape->highest = access->highest;
    shape->offset = i->extra;
}

// ---- loads of words ----------------------------------------------------------------------------------------------

// The passes of a load like the shape's last access.
static __attribute__((noinline)) BankPasses passes_of(const Instruction *i, const AccessShape *shape) {
    Access access = {.instruction = i, .kind = ACCESS_LOAD, .bytes = 4, .mask = FULL_MASK, .pattern = shape->pattern};
    access.address[0] = shape->low;
    access.address[WARP_LANES / 2] = shape->high;
    access.lowest = shape->lowest;
    access.highest = shape->highest;
    access_fill_halves(&access);
    return banks_passes(&access);
}

static inline void count_passes(const Warp *warp, const Instruction *i, AccessShape *shape) {
    SiteCounts *counts = &warp->worker->sites[i->site];
    if (i->redundant) {
        counts->warps--;
        counts->threads -= WARP_LANES;
        return;
    }
    if (i->merged_bytes == MERGED_AWAY) {
        banks_count(counts, FULL_MASK, 4, NULL);
        return;
    }
    BankPasses *passes = &shape->passes[i->merged_bytes / 8];
    if (!passes->groups) *passes = passes_of(i, shape);
    banks_count(counts, FULL_MASK, 4, passes);
}

static inline bool pass_checks(Warp *warp, const Instruction *i, const AccessShape *shape, uint64_t distance) {
    SharedShadow *shadow = warp->block->shadow;
    uint32_t low = (uint32_t)(shape->low + distance), high = (uint32_t)(shape->high + distance);
    bool consecutive = shape->pattern & CONSECUTIVE_HALVES;
    return (shadow->unwritten == 0 || shared_halves_written(shadow, low, high, consecutive ? 4 * WARP_LANES / 2 : 4)) &&
           race_reads_keep(warp, shape->lowest + distance, shape->highest + distance,
                           (Read){.location = i->location,
                                  .mask = FULL_MASK,
                                  .pattern = shape->pattern,
                                  .bytes = 4,
                                  .low = low,
                                  .high = high});
}

bool shape_load_words(Warp *warp, const Instruction *i) {
    AccessShape *shape = &warp->shapes[i->shape];
    const Launch *launch = warp->block->launch;
    uint64_t distance = i->extra - shape->offset, highest = shape->highest + distance;
    bool inside = shape->lowest + distance < highest && highest <= launch->shared_bytes;
    if (!shape->regular_words || warp->mask != FULL_MASK || !inside || distance % 4 != 0) return false;
    if (launch->checks && !pass_checks(warp, i, shape, distance)) return false;
    count_passes(warp, i, shape);
    const uint8_t *low = warp->block->shared + (shape->low + distance);
    const uint8_t *high = warp->block->shared + (shape->high + distance);
    load_halves(operand_lanes(warp, i->list[0]), low, high, shape->pattern & UNIFORM_HALVES);
    return true;
}

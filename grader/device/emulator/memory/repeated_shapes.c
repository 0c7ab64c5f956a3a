// repeated_shapes.c - accesses to shared memory that are like the one before through the same register, but shifted.
//
// An unrolled loop reads base, base + 4, base + 8 and so on. What lanes do relative to each other is found for the
// first and kept in a slot of the warp. A load of words whose halves are regular needs no more than its shape: its
// observers have fast forms for it (observers.def).
#include "repeated_shapes.h"
#include "../checks/race_blocks.h"
#include "../checks/regular.h"
#include "../counters/regular.h"
#include "load_store.h"
#include "observe.h"
#include <assert.h>

#define HIGHEST_REUSED (1ull << 31) // sums of addresses and offsets below this cannot wrap, in 32 bits either

bool shape_reuse(const Warp *warp, const Instruction *i, Access *access) {
    const AccessShape *shape = &warp->shapes[i->shape];
    uint64_t distance = i->extra - shape->offset;
    bool same = shape->known && shape->bytes == access->bytes && access->mask == FULL_MASK;
    if (!same || (int64_t)(shape->lowest + distance) < 0) return false;
    assert(i->shape && access->space == SPACE_SHARED);
    access->pattern = shape->pattern;
    access->lowest = shape->lowest + distance;
    access->highest = shape->highest + distance;
    return true;
}

void shape_keep(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    assert(i->shape && i->shape < SHAPES && access->space == SPACE_SHARED);
    AccessShape *shape = &warp->shapes[i->shape];
    uint64_t low = access->address[0], high = access->address[WARP_LANES / 2];
    bool same_passes = shape->pattern == access->pattern && shape->bytes == access->bytes &&
                       shape->high - shape->low == high - low && access->pattern & REGULAR_HALVES;
    if (!same_passes) memset(shape->passes, 0, sizeof shape->passes);
    shape->known = lanes == FULL_MASK && access->highest < HIGHEST_REUSED && i->extra < HIGHEST_REUSED;
    shape->regular_words = shape->known && access->bytes == 4 && access->pattern & REGULAR_HALVES;
    shape->pattern = access->pattern;
    shape->bytes = access->bytes;
    shape->low = low;
    shape->high = high;
    shape->lowest = access->lowest;
    shape->highest = access->highest;
    shape->offset = i->extra;
}

// ---- loads of words ----------------------------------------------------------------------------------------------

// Whether each row of observers.def that wants to see the access has a fast form.
static inline bool all_are_regular(const Warp *warp, const Access *access) {
    const Launch *launch = warp->block->launch;
    const unsigned fate = access->instruction->fate;
    bool all = true;
#define REGULAR(form) true
#define NO_REGULAR false
#define CHECK(function, condition, spaces, regular)                                                                    \
    if ((spaces)&SHARED_BIT && !(regular) && (condition)) all = false;
#define METER(function, condition, spaces, fates, regular)                                                             \
    if ((spaces)&SHARED_BIT && !(regular) && (fates) >> fate & 1 && (condition)) all = false;
#include "observers.def"
#undef REGULAR
#undef NO_REGULAR
#undef CHECK
#undef METER
    return all;
}

// Shows the access to all rows by their fast forms. False: nothing is counted, and the general path must look at it.
static inline bool observe_regular(Warp *warp, const Access *access) {
    const Launch *launch = warp->block->launch;
    const unsigned fate = access->instruction->fate;
    if (!all_are_regular(warp, access)) return false;
#define REGULAR(form) form(warp, access)
#define NO_REGULAR true
#define CHECK(function, condition, spaces, regular)                                                                    \
    if ((spaces)&SHARED_BIT && (condition) && !(regular)) return false;
#define METER(function, condition, spaces, fates, regular)
#include "observers.def"
#undef NO_REGULAR
#undef CHECK
#undef METER
#define NO_REGULAR (void)0
#define CHECK(function, condition, spaces, regular)
#define METER(function, condition, spaces, fates, regular)                                                             \
    if ((spaces)&SHARED_BIT && (fates) >> fate & 1 && (condition)) regular;
#include "observers.def"
#undef REGULAR
#undef NO_REGULAR
#undef CHECK
#undef METER
    return true;
}

// All of a load whose last shape has regular halves: checks, counts and bytes. False: the general code must do it.
static inline __attribute__((always_inline)) bool load_words(Warp *warp, const Instruction *i) {
    AccessShape *shape = &warp->shapes[i->shape];
    uint64_t distance = i->extra - shape->offset;
    BankPasses *passes = &shape->passes[i->merged_bytes / 8];
    if (!shape->regular_words || warp->mask != FULL_MASK || distance % 4 != 0) return false;
    if (!passes->groups) *passes = banks_regular_passes(shape, i);
    Access access; // of which no more is filled than fast forms look at
    access.instruction = i;
    access.kind = ACCESS_LOAD;
    access.order = ORDER_NONE;
    access.space = SPACE_SHARED;
    access.bytes = 4;
    access.mask = FULL_MASK;
    access.address[0] = shape->low + distance;
    access.address[WARP_LANES / 2] = shape->high + distance;
    access.values = NULL;
    access.counts = &warp->worker->sites[i->site];
    access.pattern = shape->pattern;
    access.lowest = shape->lowest + distance;
    access.highest = shape->highest + distance;
    access.allocation = NULL;
    if (!observe_regular(warp, &access)) return false;
    const uint8_t *low = warp->block->shared + access.address[0];
    const uint8_t *high = warp->block->shared + access.address[WARP_LANES / 2];
    load_halves(operand_lanes(warp, i->list[0]), low, high, access.pattern & UNIFORM_HALVES);
    return true;
}

void run_shared_word_load(Warp *warp, const Instruction *i) {
    if (!i->same_base || !load_words(warp, i)) run_any_load(warp, i);
}

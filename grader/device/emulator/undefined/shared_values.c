// shared_values.c - which bits of a block's shared memory are undefined, because undefined values were stored there.
//
// Blocks sort and exchange tiles, the last of which is not full: what lies past its end is carried along, and no
// result depends on it. So such a store is no mistake; what is loaded from there is undefined again.
#include "shared_values.h"
#include "../base/checked.h"
#include "../memory/address_pair.h"
#include "../memory/load_store.h"
#include "shadow.h"
#include <stdlib.h>
#include <string.h>

struct SharedValues {
    uint32_t origin; // of the last that was stored
    uint8_t bits[];  // by byte of shared memory
};

// The place in the block's shared memory, UINT64_MAX: it is elsewhere.
static uint64_t shared_place(const Warp *warp, const Instruction *i, const ValueRule *rule, unsigned lane) {
    uint64_t limit = warp->block->launch->shared_bytes, bytes = (uint64_t)i->bytes * i->list_count;
    if (rule->place != PLACE_SHARED && rule->place != PLACE_GENERIC) return UINT64_MAX;
    uint64_t address = lane_address(warp, i, lane);
    if (rule->place == PLACE_GENERIC && generic_space(address) != SPACE_SHARED) return UINT64_MAX;
    if (rule->place == PLACE_GENERIC) address -= SHARED_WINDOW + SHARED_BASE;
    return checked_inside(address, bytes, limit) ? address : UINT64_MAX;
}

static bool stores_undefined(const Warp *warp, const Instruction *i) {
    for (unsigned n = 0; n < i->list_count; n++) {
        uint32_t lanes = shadow_undefined(warp, i->list[n]) & warp->mask;
        if (lanes && *shadow_origin(warp, i->list[n]) != ORIGIN_HOLE) return true;
    }
    return false;
}

static void keep(const Warp *warp, const Instruction *i, unsigned lane, uint64_t place) {
    for (unsigned n = 0; n < i->list_count; n++) {
        uint64_t bits = shadow_read(warp, i->list[n], lane);
        if (bits && *shadow_origin(warp, i->list[n]) == ORIGIN_HOLE) bits = 0; // of a structure: copied along
        memcpy(warp->block->values->bits + place + n * i->bytes, &bits, i->bytes);
    }
}

uint32_t shared_values_keep(Warp *warp, const Instruction *i, const ValueRule *rule, uint32_t origin) {
    Block *block = warp->block;
    bool undefined = stores_undefined(warp, i);
    uint32_t kept = 0;
    for (uint32_t left = warp->mask; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t place = shared_place(warp, i, rule, lane);
        if (place == UINT64_MAX) continue;
        if (undefined && !block->values) block->values = calloc(1, sizeof *block->values + block->launch->shared_bytes);
        if (!block->values) return kept; // nothing is undefined there, or no memory is left
        if (undefined) block->values->origin = origin;
        keep(warp, i, lane, place);
        kept |= 1u << lane;
    }
    return kept;
}

uint64_t shared_values_read(const Warp *warp, const Instruction *i, const ValueRule *rule, unsigned lane,
                            unsigned element, uint32_t *origin) {
    const struct SharedValues *values = warp->block->values;
    uint64_t place = values ? shared_place(warp, i, rule, lane) : UINT64_MAX, bits = 0;
    if (place == UINT64_MAX) return 0;
    memcpy(&bits, values->bits + place + element * i->bytes, i->bytes < sizeof bits ? i->bytes : sizeof bits);
    if (bits) *origin = values->origin;
    if (bits && i->bytes < sizeof bits) bits |= UINT64_MAX << 8 * i->bytes; // what sign extension may fill in
    return bits;
}

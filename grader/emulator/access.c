// access.c - shows each warp-level access to its observers: first the checks, then the meters.
#include "access.h"

#include <string.h>

void access_shape(Access *access) {
    uint64_t *address = access->address;
    uint64_t first = address[__builtin_ctz(access->mask)];
    if (access->mask != FULL_MASK)
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            address[lane] = access->mask >> lane & 1 ? address[lane] : first;
    uint64_t differs = 0, irregular = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        uint64_t distance = address[lane] - first;
        differs |= distance;
        irregular |= distance ^ (uint64_t)lane * access->bytes;
    }
    access->uniform = differs == 0;
    access->consecutive = irregular == 0 && access->mask == FULL_MASK;
    uint64_t lowest = first, last = first;
    if (access->consecutive) last = address[WARP_LANES - 1];
    else if (!access->uniform)
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            lowest = address[lane] < lowest ? address[lane] : lowest;
            last = address[lane] > last ? address[lane] : last;
        }
    access->lowest = lowest;
    access->highest = last + access->bytes;
    access->allocation = NULL;
}

Fault access_fault(const Access *access, unsigned lane) {
    static const char names[SPACE_COUNT][8] = {
        [SPACE_GLOBAL] = "global", [SPACE_SHARED] = "shared", [SPACE_LOCAL] = "local", [SPACE_CONST] = "const"};
    Fault fault = {.address = access->address[lane], .bytes = access->bytes, .is_write = access_writes(access)};
    memcpy(fault.space, names[access->space], sizeof fault.space);
    return fault;
}

enum {
    GLOBAL_BIT = 1 << SPACE_GLOBAL,
    SHARED_BIT = 1 << SPACE_SHARED,
    LOCAL_BIT = 1 << SPACE_LOCAL,
    CONST_BIT = 1 << SPACE_CONST
};

// Lanes that a check stops leave the access, and what is left has a shape of its own.
static inline bool lanes_left(Access *access, uint32_t lanes) {
    if (lanes == access->mask) return true;
    access->mask = lanes;
    if (lanes == 0) return false;
    Allocation *allocation = access->allocation;
    access_shape(access);
    access->allocation = allocation;
    return true;
}

// Called with a constant space, so that only that space's observers remain.
static inline __attribute__((always_inline)) uint32_t observe(Warp *warp, Access *access, unsigned space) {
    access_shape(access);
#define CHECK(function, spaces)                                                                                        \
    if ((spaces) >> space & 1 && !lanes_left(access, function(warp, access))) return 0;
#define OPTIONAL_CHECK(function, spaces)                                                                               \
    if ((spaces) >> space & 1 && warp->block->launch->checks && !lanes_left(access, function(warp, access))) return 0;
#define METER(function, spaces)                                                                                        \
    if ((spaces) >> space & 1) function(warp, access);
#include "observers.def"
#undef CHECK
#undef OPTIONAL_CHECK
#undef METER
    return access->mask;
}

uint32_t access_observe(Warp *warp, Access *access) {
    switch (access->space) {
    case SPACE_GLOBAL: return observe(warp, access, SPACE_GLOBAL);
    case SPACE_SHARED: return observe(warp, access, SPACE_SHARED);
    case SPACE_LOCAL: return observe(warp, access, SPACE_LOCAL);
    default: return observe(warp, access, SPACE_CONST);
    }
}

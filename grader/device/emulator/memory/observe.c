// observe.c - shows each warp-level access to its observers: first the checks, then the meters.
//
// This path and the fast one (repeated_shapes.c) are both made of observers.def, so neither can leave an observer out.
#include "observe.h"
#include "../base/invariant.h"
#include "../checks/checks.h"
#include "../checks/race_blocks.h"
#include "../counters/meters.h"
#include <assert.h>

// Lanes that a check stops leave the access, and what is left has a shape of its own.
static inline bool lanes_left(Access *access, uint32_t lanes) {
    invariant(!(lanes & ~access->mask));
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
    const Launch *launch = warp->block->launch;
    const unsigned fate = access->instruction->fate;
    if (access->shaped) access->allocation = NULL;
    else access_shape(access);
#define CHECK(function, condition, spaces, regular)                                                                    \
    if ((spaces) >> space & 1 && (condition) && !lanes_left(access, function(warp, access))) return 0;
#define METER(function, condition, spaces, fates, regular)
#include "observers.def"
#undef CHECK
#undef METER
#define CHECK(function, condition, spaces, regular)
#define METER(function, condition, spaces, fates, regular)                                                             \
    if ((spaces) >> space & 1 && (fates) >> fate & 1 && (condition)) function(warp, access);
#include "observers.def"
#undef CHECK
#undef METER
    return access->mask;
}

uint32_t access_observe(Warp *warp, Access *access) {
    if (access->kind == ACCESS_STORE && access->space != SPACE_LOCAL) warp->changed = true;
    assert(access->mask && access->counts);
    switch (access->space) {
    case SPACE_GLOBAL: return observe(warp, access, SPACE_GLOBAL);
    case SPACE_SHARED: return observe(warp, access, SPACE_SHARED);
    case SPACE_LOCAL: return observe(warp, access, SPACE_LOCAL);
    default: return observe(warp, access, SPACE_CONST);
    }
}

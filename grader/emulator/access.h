// access.h - what checks and meters share: the observers themselves, and the shape of an access.
#ifndef ACCESS_H
#define ACCESS_H

#include "warp.h"

// Fills uniform, consecutive, lowest and highest from mask, bytes and address. Lanes outside the mask get the
// address of the first lane in it, so that loops over all 32 lanes need not look at the mask.
void access_shape(Access *access);

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

// A fault of this lane's part of the access, as far as the access tells: address, bytes, space, direction.
Fault access_fault(const Access *access, unsigned lane);

#endif

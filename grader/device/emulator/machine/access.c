// access.c - how the addresses of a warp's lanes lie, and a fault of one of them.
#include "access.h"
#include <assert.h>
#include <string.h>

enum { HALF_LANES = WARP_LANES / 2 };

// The first byte, and the first byte after the last.
static inline void find_ends(Access *access) {
    const uint64_t *address = access->address, *high = address + HALF_LANES;
    uint64_t lowest = address[0], last = address[0];
    if (access->pattern & REGULAR_HALVES) {
        lowest = high[0] < address[0] ? high[0] : address[0];
        last = high[HALF_LANES - 1] > address[HALF_LANES - 1] ? high[HALF_LANES - 1] : address[HALF_LANES - 1];
    } else {
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            lowest = address[lane] < lowest ? address[lane] : lowest;
            last = address[lane] > last ? address[lane] : last;
        }
    }
    access->lowest = lowest;
    access->highest = last + access->bytes;
}

void access_shape(Access *access) {
    assert(access->mask && access->bytes <= 32 && __builtin_popcount(access->bytes) == 1);
    uint64_t *address = access->address;
    uint64_t first = address[__builtin_ctz(access->mask)];
    if (access->mask != FULL_MASK)
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            address[lane] = access->mask >> lane & 1 ? address[lane] : first;
    const uint64_t *high = address + HALF_LANES;
    uint64_t differs = 0, irregular = 0;
    for (unsigned lane = 0; lane < HALF_LANES; lane++) {
        uint64_t low_distance = address[lane] - address[0], high_distance = high[lane] - high[0];
        differs |= low_distance | high_distance;
        irregular |= (low_distance ^ (uint64_t)lane * access->bytes) | (low_distance ^ high_distance);
    }
    bool full = access->mask == FULL_MASK;
    bool together = high[0] == address[0], behind = high[0] - address[0] == (uint64_t)HALF_LANES * access->bytes;
    uint32_t pattern = 0;
    if (differs == 0) pattern |= (full ? UNIFORM_HALVES : 0) | (together ? UNIFORM : 0);
    if (irregular == 0 && full) pattern |= CONSECUTIVE_HALVES | (behind ? CONSECUTIVE : 0);
    access->pattern = pattern;
    find_ends(access);
    access->allocation = NULL;
}

void access_fill_halves(Access *access) {
    assert(access->mask == FULL_MASK && access->pattern & REGULAR_HALVES);
    uint64_t *address = access->address, step = access->pattern & CONSECUTIVE_HALVES ? access->bytes : 0;
    for (unsigned lane = 0; lane < HALF_LANES; lane++) {
        address[lane] = address[0] + lane * step;
        address[lane + HALF_LANES] = address[HALF_LANES] + lane * step;
    }
}

Fault access_fault(const Access *access, unsigned lane) {
    static const char names[SPACE_COUNT][8] = {
        [SPACE_GLOBAL] = "global", [SPACE_SHARED] = "shared", [SPACE_LOCAL] = "local", [SPACE_CONST] = "const"};
    assert(lane < WARP_LANES && names[access->space][0]);
    Fault fault = {.address = access->address[lane], .bytes = access->bytes, .is_write = access_writes(access)};
    memcpy(fault.space, names[access->space], sizeof fault.space);
    return fault;
}

void access_each_part(const Access *access, void (*visit)(void *opaque, const Access *part), void *opaque) {
    const unsigned bytes = access->instruction->bytes;
    assert(access->instruction->used_elements && bytes < access->bytes);
    access->counts->warps--; // as one instruction it has been counted
    for (uint32_t left = access->instruction->used_elements; left; left &= left - 1) {
        Access part = *access;
        part.bytes = bytes;
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            part.address[lane] += (uint64_t)bytes * (unsigned)__builtin_ctz(left);
        access_shape(&part);
        part.allocation = access->allocation;
        access->counts->warps++;
        visit(opaque, &part);
    }
}

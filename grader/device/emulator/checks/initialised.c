// initialised.c - reads of global and shared memory that nothing has written.
//
// A lane's read is a fault if none of its bytes was ever written. One that is partly of written bytes may be a copy of
// a structure with its padding, and is let pass where stores were wide enough to leave some. Writes mark their bytes;
// an atomic does both. Writes to global memory are marked even when nobody asked for checks: copies to the host look at
// the marks too.
#include "../base/bits.h"
#include "../base/checked.h"
#include "../base/invariant.h"
#include "checks.h"
#include "regular.h"
#include "shadow.h"
#include <assert.h>
#include <stdio.h>

static void report(Warp *warp, const Access *access, unsigned lane, FaultKind kind, const Allocation *allocation,
                   bool partly) {
    Fault fault = access_fault(access, lane);
    fault.is_write = false;
    if (partly) fault.fact = FACT_OF(partly_written, fault.bytes, fact_text(fault.space));
    if (allocation != NULL) {
        fault.allocation = allocation->base;
        fault.allocation_bytes = allocation->size;
    }
    warp_fault(warp, access->instruction, lane, kind, &fault);
}

// ---- global -----------------------------------------------------------------------------------------------

static Allocation *allocation_of(const Warp *warp, const Access *access, unsigned lane) {
    if (access->allocation != NULL) return access->allocation;
    return memory_find(warp->block->launch->memory, access->address[lane]);
}

static void read_global_lanes(Warp *warp, const Access *access) {
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        const Allocation *allocation = allocation_of(warp, access, lane);
        if (allocation->all_initialised) continue;
        uint64_t offset = access->address[lane] - allocation->base;
        invariant(checked_inside(offset, access->bytes, allocation->size));
        if (bits_all_set(allocation->initialised, offset, offset + access->bytes - 1, NULL)) continue;
        bool partly = bits_any_set(allocation->initialised, offset, offset + access->bytes - 1);
        if (partly && memory_initialised(allocation, offset, access->bytes, NULL)) continue;
        report(warp, access, lane, FAULT_UNINITIALISED_GLOBAL, allocation, partly);
    }
}

// Remembers the widest store to the allocation. A structure is copied together with its padding; unwritten bytes count
// as padding if they lie within what one of the widest stores would cover (memory_initialised).
static void note_width(Allocation *allocation, uint32_t bytes) {
    uint32_t widest = __atomic_load_n(&allocation->widest, __ATOMIC_RELAXED);
    if (bytes > widest) __atomic_store_n(&allocation->widest, bytes, __ATOMIC_RELAXED);
}

static void write_global_lanes(Warp *warp, const Access *access) {
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        Allocation *allocation = allocation_of(warp, access, lane);
        if (allocation->all_initialised) continue;
        uint64_t offset = access->address[lane] - allocation->base;
        invariant(checked_inside(offset, access->bytes, allocation->size));
        note_width(allocation, access->bytes);
        bits_set(allocation->initialised, offset, offset + access->bytes - 1);
    }
}

// Every byte between the first and the last one of the access is its own, in one allocation.
static bool is_whole(const Access *access) {
    return access->allocation != NULL && access->pattern & (UNIFORM | CONSECUTIVE);
}

static bool all_global_written(const Access *access) {
    const Allocation *allocation = access->allocation;
    if (allocation != NULL &&
        memory_known_written(allocation, access->lowest - allocation->base, access->highest - allocation->base))
        return true;
    if (is_whole(access))
        return bits_all_set(allocation->initialised, access->lowest - allocation->base,
                            access->highest - allocation->base - 1, NULL);
    return allocation != NULL && access->pattern & REGULAR_HALVES &&
           initialised_halves(allocation->initialised, allocation->base, access);
}

uint32_t initialised_global_check(Warp *warp, Access *access) {
    Allocation *allocation = access->allocation;
    if (allocation != NULL && allocation->all_initialised) return access->mask;
    bool whole = is_whole(access);
    uint64_t first = whole ? access->lowest - allocation->base : 0,
             last = first + (access->highest - access->lowest) - 1;
    bool reads = access->kind != ACCESS_STORE && access->order != ORDER_BLIND;
    bool looked_at = warp->block->launch->checks && reads;
    if (looked_at && !all_global_written(access)) read_global_lanes(warp, access);
    if (access_writes(access)) {
        if (whole) note_width(allocation, access->bytes), bits_set(allocation->initialised, first, last);
        else write_global_lanes(warp, access);
    }
    return access->mask;
}

// ---- shared -----------------------------------------------------------------------------------------------

static void read_shared_lanes(Warp *warp, const Access *access, const SharedShadow *shadow) {
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t offset = access->address[lane];
        bool partly = bits_any_set(shadow->initialised, offset, offset + access->bytes - 1);
        bool padded = shadow->widest > 1 || access->bytes == 1;
        if (partly && (padded || bits_all_set(shadow->initialised, offset, offset + access->bytes - 1, NULL))) continue;
        report(warp, access, lane, FAULT_UNINITIALISED_SHARED, NULL, partly);
    }
}

void shared_mark(Block *block, uint64_t offset, uint64_t bytes) {
    assert(!block->shadow || checked_inside(offset, bytes, block->shadow->bytes));
    if (block->shadow && bytes)
        block->shadow->unwritten -= bits_set(block->shadow->initialised, offset, offset + bytes - 1);
    if (block->shadow && bytes > block->shadow->widest) block->shadow->widest = (uint32_t)bytes;
}

static void write_shared(const Access *access, SharedShadow *shadow) {
    assert(access->highest <= shadow->bytes);
    if (access->bytes > shadow->widest) shadow->widest = access->bytes;
    if (access->pattern & (UNIFORM | CONSECUTIVE)) {
        shadow->unwritten -= bits_set(shadow->initialised, access->lowest, access->highest - 1);
        return;
    }
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        uint64_t offset = access->address[__builtin_ctz(left)];
        shadow->unwritten -= bits_set(shadow->initialised, offset, offset + access->bytes - 1);
    }
}

// True if all words of a 4-byte access have a written byte, or all four where no store was wider than one; every lane
// counts, as the shape fills them all.
static bool words_written(const Access *access, const SharedShadow *shadow) {
    const uint64_t *initialised = shadow->initialised;
    uint64_t whole = shadow->widest > 1 ? 0 : 0xf;
    bool all = true;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        uint64_t offset = access->address[lane];
        uint64_t word = initialised[offset / 64] >> offset % 64 & 0xf;
        all &= word != 0 && (word & whole) == whole;
    }
    return all;
}

static bool all_written(const Access *access, const SharedShadow *shadow) {
    if (access->pattern & REGULAR_HALVES && initialised_halves(shadow->initialised, 0, access)) return true;
    return access->bytes == 4 && words_written(access, shadow);
}

uint32_t initialised_shared_check(Warp *warp, Access *access) {
    SharedShadow *shadow = warp->block->shadow;
    if (shadow->unwritten == 0) return access->mask;
    if (access->kind != ACCESS_STORE && access->order != ORDER_AHEAD && access->order != ORDER_BLIND) {
        if (!all_written(access, shadow)) read_shared_lanes(warp, access, shadow);
    }
    if (access_writes(access)) write_shared(access, shadow);
    assert(shadow->unwritten <= shadow->bytes); // no byte was written for the first time twice
    return access->mask;
}

// race_async.c - copies to shared memory in flight (cp.async): made by a thread that has not waited for them yet.
//
// The emulator copies at once, but a program may not rely on it: until its thread waits, anybody who touches the bytes
// races with the copy, even that thread. When it has waited it is as if it had stored them just then: the others
// need a barrier after that. Groups are counted by each lane, as commit_group and wait_group do it.
#include "../../system/grow.h"
#include "../base/bits.h"
#include "../base/cuda_errors.h"
#include "../base/invariant.h"
#include "../machine/execute.h"
#include "checks.h"
#include "race_shared.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the lanes of one instruction copy.
typedef struct {
    uint32_t mask, bytes, location;
    uint64_t areas;
    uint32_t address[WARP_LANES], group[WARP_LANES];
} Copy;

typedef struct {
    uint32_t groups[WARP_LANES]; // committed so far: the number of the group that is being made
    Copy *copies;
    uint32_t count;
} WarpCopies;

struct CopiesOnTheWay {
    WarpCopies warps[32];
    uint64_t words[]; // a bit per byte of shared memory that a copy will write
};

// NULL: out of memory.
static struct CopiesOnTheWay *copies_of(SharedShadow *shadow) {
    if (shadow->copies == NULL)
        shadow->copies = calloc(1, sizeof *shadow->copies + (bits_words(shadow->bytes) + 1) * sizeof(uint64_t));
    return shadow->copies;
}

void race_copies_free(SharedShadow *shadow) {
    if (shadow->copies == NULL) return;
    for (unsigned n = 0; n < 32; n++) free(shadow->copies->warps[n].copies);
    free(shadow->copies);
}

void race_copies_forget(SharedShadow *shadow) {
    shadow->copied = 0;
    if (shadow->copies == NULL) return;
    for (unsigned n = 0; n < 32; n++) {
        shadow->copies->warps[n].count = 0;
        memset(shadow->copies->warps[n].groups, 0, sizeof shadow->copies->warps[n].groups);
    }
    memset(shadow->copies->words, 0, bits_words(shadow->bytes) * sizeof(uint64_t));
}

// ---- the thread that copies ---------------------------------------------------------------------------------------

// NULL: out of memory.
static Copy *next_copy(WarpCopies *mine) {
    return ARRAY_GROW(mine->copies, mine->count) ? &mine->copies[mine->count++] : NULL;
}

void race_copy_begin(Warp *warp, const Access *store) {
    SharedShadow *shadow = warp->block->shadow;
    if (shadow == NULL || !store->mask) return;
    assert(warp->index < WARP_LANES && store->highest <= shadow->bytes);
    struct CopiesOnTheWay *all = copies_of(shadow);
    WarpCopies *mine = all ? &all->warps[warp->index] : NULL;
    Copy *copy = mine ? next_copy(mine) : NULL;
    if (!copy) { // without a note of it, a read that comes too early would look right
        warp_stop(warp, ERROR_MEMORY);
        return;
    }
    *copy = (Copy){.mask = store->mask, .bytes = store->bytes, .location = store->instruction->location};
    copy->areas = race_areas(shadow, store->lowest, store->highest);
    memcpy(copy->group, mine->groups, sizeof copy->group);
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        if (!(store->mask >> lane & 1)) continue;
        copy->address[lane] = (uint32_t)store->address[lane];
        bits_set(all->words, store->address[lane], store->address[lane] + store->bytes - 1);
    }
    shadow->copied |= copy->areas;
    shadow->written |= copy->areas;
}

void race_copies_commit(Warp *warp) {
    SharedShadow *shadow = warp->block->shadow;
    if (shadow == NULL || shadow->copies == NULL) return;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        shadow->copies->warps[warp->index].groups[lane] += warp->mask >> lane & 1;
}

// From now on it is a store of this moment.
static void land_lane(SharedShadow *shadow, const Copy *copy, unsigned lane, RaceStamp me) {
    invariant(copy->mask >> lane & 1);
    uint64_t first = copy->address[lane], last = first + copy->bytes - 1;
    bits_clear(shadow->copies->words, first, last);
    for (uint64_t unit = first >> shadow->unit_shift; unit <= last >> shadow->unit_shift; unit++)
        shadow->races.write[unit] = me + lane;
}

// Those of `lanes` whose group was committed so long ago that it must be there.
static void land(Warp *warp, Copy *copy, const uint32_t groups[WARP_LANES], uint32_t lanes, uint32_t on_the_way) {
    SharedShadow *shadow = race_interval(warp->block);
    if (copy->areas & shadow->waiting) race_reads_note(shadow);
    RaceStamp me = race_stamp(shadow->epoch, copy->location, race_sync(warp), warp_thread(warp, 0));
    for (uint32_t left = copy->mask & lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        bool landed = on_the_way == COPIES_NONE || copy->group[lane] + (uint64_t)on_the_way < groups[lane];
        if (!landed) continue;
        land_lane(shadow, copy, lane, me);
        copy->mask &= ~(1u << lane);
    }
    shadow->written |= copy->areas;
}

static uint64_t areas_on_the_way(const struct CopiesOnTheWay *all) {
    uint64_t areas = 0;
    for (unsigned n = 0; n < 32; n++)
        for (uint32_t c = 0; c < all->warps[n].count; c++) areas |= all->warps[n].copies[c].areas;
    return areas;
}

void race_copies_wait(Warp *warp, uint32_t on_the_way) {
    SharedShadow *shadow = warp->block->shadow;
    if (shadow == NULL || shadow->copies == NULL) return;
    WarpCopies *mine = &shadow->copies->warps[warp->index];
    uint32_t kept = 0;
    for (uint32_t n = 0; n < mine->count; n++) {
        land(warp, &mine->copies[n], mine->groups, warp->mask, on_the_way);
        if (mine->copies[n].mask) mine->copies[kept++] = mine->copies[n];
    }
    if (kept == mine->count) return;
    mine->count = kept;
    shadow->copied = areas_on_the_way(shadow->copies);
}

// ---- everybody ----------------------------------------------------------------------------------------------------

static bool meets_lane(const Copy *copy, uint64_t first, uint64_t end, unsigned *lane) {
    for (uint32_t left = copy->mask; left; left &= left - 1) {
        *lane = (unsigned)__builtin_ctz(left);
        if (copy->address[*lane] < end && first < copy->address[*lane] + (uint64_t)copy->bytes) return true;
    }
    return false;
}

// The copy that will write some of [first, end), and the thread that made it. NULL: none.
static const Copy *copy_to(const struct CopiesOnTheWay *all, uint64_t first, uint64_t end, uint32_t *thread) {
    for (unsigned n = 0; n < 32; n++)
        for (uint32_t c = 0; c < all->warps[n].count; c++) {
            unsigned lane;
            if (!meets_lane(&all->warps[n].copies[c], first, end, &lane)) continue;
            *thread = n * WARP_LANES + lane;
            return &all->warps[n].copies[c];
        }
    return NULL;
}

static void report(Warp *warp, const Access *access, unsigned lane, const Copy *copy, uint32_t thread) {
    Fault fault = access_fault(access, lane);
    fault.other_location = copy->location;
    fault.other = (FaultThread){warp->block->index, thread};
    fault.other_is_write = true;
    fault.allocation_bytes = warp->block->launch->shared_bytes;
    fault.fact = FACT_OF(race_with_copy, fault.is_write, access->bytes, thread == warp_thread(warp, lane));
    warp_fault(warp, access->instruction, lane, FAULT_RACE_SHARED, &fault);
}

uint32_t race_with_copies(Warp *warp, const Access *access) {
    assert(warp->block->shadow->copies);
    const struct CopiesOnTheWay *all = warp->block->shadow->copies;
    uint32_t racing = 0;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t first = access->address[lane], end = first + access->bytes;
        uint32_t thread;
        if (!bits_any_set(all->words, first, end - 1)) continue;
        const Copy *copy = copy_to(all, first, end, &thread);
        if (copy == NULL) continue; // two copies to one place, one of which has landed
        report(warp, access, lane, copy, thread);
        racing |= 1u << lane;
    }
    return racing;
}

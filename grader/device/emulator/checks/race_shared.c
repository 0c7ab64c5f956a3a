// race_shared.c - races in shared memory, access by access.
//
// What is read between two barriers and not written there waits (race_reads.c); what disturbs nobody is noted for a
// whole warp at once (race_quiet.c); only the rest goes unit by unit through the rule of race.h.
#include "race_shared.h"
#include "../base/invariant.h"
#include "checks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// ---- the interval and the unit ----------------------------------------------------------------------------

static uint64_t unit_count(const SharedShadow *shadow) { return (shadow->bytes >> shadow->unit_shift) + 1; }

void race_interval_begin(SharedShadow *shadow, uint32_t barrier_epoch) {
    shadow->barrier_epoch = barrier_epoch;
    shadow->read = 0;
    shadow->written = shadow->copied; // nobody may read there without a look
    race_reads_forget(shadow);
    if (++shadow->epoch < STAMP_EPOCHS) return;
    memset(shadow->races.write, 0, 3 * unit_count(shadow) * sizeof *shadow->races.write);
    shadow->epoch = 1;
}

// From now on a unit is a byte; each keeps what its word knew. False: no memory, words stay.
static bool refine(SharedShadow *shadow) {
    assert(shadow->unit_shift == WORD_SHIFT);
    race_reads_note(shadow);
    uint64_t words = unit_count(shadow), bytes = shadow->bytes + 1;
    RaceStamp *stamps = calloc(3 * bytes, sizeof *stamps);
    if (stamps == NULL) return false;
    for (unsigned part = 0; part < 3; part++)
        for (uint64_t byte = 0; byte < shadow->bytes; byte++)
            stamps[part * bytes + byte] = shadow->races.write[part * words + (byte >> WORD_SHIFT)];
    free(shadow->races.write);
    shadow->races = (RaceRecords){stamps, stamps + bytes, stamps + 2 * bytes};
    shadow->unit_shift = 0;
    return true;
}

// ---- unit by unit -----------------------------------------------------------------------------------------

static void report(Warp *warp, const Access *access, unsigned lane, RaceStamp other, bool other_writes) {
    Fault fault = access_fault(access, lane);
    fault.other_location = stamp_location(other);
    fault.other = (FaultThread){warp->block->index, stamp_thread(other)};
    fault.other_is_write = other_writes;
    fault.allocation_bytes = warp->block->launch->shared_bytes;
    warp_fault(warp, access->instruction, lane, FAULT_RACE_SHARED, &fault);
}

static const uint8_t *value_of(const Access *access, unsigned lane) {
    invariant(access->values && access->mask >> lane & 1);
    return (const uint8_t *)access->values + (size_t)lane * access->bytes;
}

// The value a lane stores is there already, or another lane of this very instruction stores it too.
static bool same_value(const Warp *warp, const Access *access, unsigned lane, RaceStamp last) {
    const uint8_t *value = value_of(access, lane);
    unsigned other = stamp_thread(last) % WARP_LANES;
    bool this_instruction = stamp_thread(last) / WARP_LANES == warp->index && other < lane &&
                            access->mask >> other & 1 && access->address[other] == access->address[lane];
    if (this_instruction) return memcmp(value, value_of(access, other), access->bytes) == 0;
    return memcmp(value, warp->block->shared + access->address[lane], access->bytes) == 0;
}

static RaceStamp note(Warp *warp, const Access *access, unsigned lane, uint64_t unit, RaceStamp me, bool *writes) {
    RaceRecords records = warp->block->shadow->races;
    bool strong = access->order == ORDER_STRONG;
    if (access->order == ORDER_SWAP || (strong && access->kind == ACCESS_LOAD))
        return race_peek(records, unit, me, writes);
    switch (strong ? ACCESS_ATOMIC : access->kind) {
    case ACCESS_LOAD: return race_read(records, unit, me, writes);
    case ACCESS_STORE: {
        RaceStamp last = records.write[unit];
        bool same = stamp_same_epoch(last, me) && same_value(warp, access, lane, last);
        return race_write(records, unit, me, same, writes);
    }
    default: return race_atomic(records, unit, me, writes);
    }
}

// ---- orders that no barrier makes -------------------------------------------------------------------------
//
// In shared memory, a warp that does an atomic (or ordered access) after an access, and another that does one after
// that and before its own access, may have met there: locks and flags work so. Such accesses count as ordered.
//
// In global memory it takes a release and an acquire, as the memory model has them: an atomic (or ordered or volatile)
// write that releases or comes after a fence, and such a read that acquires or is followed by one. Any scope will do
// within a block. Which words they meet at is not asked, nor which lanes of a warp do it.

static bool meets(const Access *access) {
    return access->kind == ACCESS_ATOMIC || access->kind == ACCESS_REDUCTION || access->order == ORDER_STRONG;
}

// What the warp did before its synchronisation of that number is known from now on.
static void make_known(SharedShadow *shadow, Meetings *mine, uint32_t number) {
    assert(mine->latest <= shadow->meeting_time && mine->seen <= shadow->meeting_time);
    mine->last[mine->count % MEETINGS_KEPT].sync = number;
    mine->last[mine->count % MEETINGS_KEPT].time = ++shadow->meeting_time;
    mine->count++;
}

static void note_meeting(const Warp *warp) {
    SharedShadow *shadow = warp->block->shadow;
    Meetings *mine = &shadow->meetings[warp->index];
    make_known(shadow, mine, sync_number(race_sync(warp)));
    mine->latest = shadow->meeting_time;
    mine->sync += SYNC_OF_LANES;
}

static void release(const Warp *warp, Meetings *mine) {
    mine->fenced = sync_number(race_sync(warp));
    mine->may_release = true;
    mine->sync += SYNC_OF_WARPS;
}

// A warp that knows what others made known after it did so itself has waited for them, and for its own lanes.
static void acquire(Meetings *mine) {
    if (mine->seen <= mine->latest) return;
    mine->latest = mine->seen;
    if (mine->waited) mine->sync += SYNC_OF_LANES;
    mine->waited = false;
}

void race_warp_fence(Warp *warp) {
    if (warp->block->shadow == NULL) return;
    Meetings *mine = &warp->block->shadow->meetings[warp->index];
    acquire(mine);
    release(warp, mine);
}

void race_warp_meet(Warp *warp, const Access *access) {
    SharedShadow *shadow = warp->block->shadow;
    Meetings *mine = &shadow->meetings[warp->index];
    if (access->instruction->releases) release(warp, mine);
    if (access_writes(access) && mine->may_release) {
        make_known(shadow, mine, mine->fenced);
        mine->may_release = false;
        mine->waited = true;
    }
    if (access->kind != ACCESS_LOAD && access->kind != ACCESS_ATOMIC) return;
    mine->seen = ++shadow->meeting_time;
    if (access->instruction->acquires) acquire(mine);
}

// The other's warp made that access known, and this warp learnt it later. What is no longer kept counts as known to a
// warp that has ever learnt something.
static bool is_ordered(const Warp *warp, RaceStamp other) {
    const SharedShadow *shadow = warp->block->shadow;
    const Meetings *theirs = &shadow->meetings[stamp_thread(other) / WARP_LANES];
    uint32_t oldest = theirs->count > MEETINGS_KEPT ? theirs->count - MEETINGS_KEPT : 0;
    uint32_t latest = shadow->meetings[warp->index].latest;
    if (oldest > 0 && theirs->last[oldest % MEETINGS_KEPT].sync > stamp_sync(other)) return latest > 0;
    for (uint32_t n = oldest; n < theirs->count; n++)
        if (theirs->last[n % MEETINGS_KEPT].sync >= stamp_sync(other))
            return theirs->last[n % MEETINGS_KEPT].time < latest;
    return false;
}

static void note_lanes(Warp *warp, const Access *access, RaceStamp me) {
    const SharedShadow *shadow = warp->block->shadow;
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t first = access->address[lane] >> shadow->unit_shift;
        uint64_t last = (access->address[lane] + access->bytes - 1) >> shadow->unit_shift;
        invariant(last < unit_count(shadow));
        RaceStamp other = 0;
        bool other_writes = false;
        for (uint64_t unit = first; unit <= last; unit++) {
            bool writes;
            RaceStamp found = note(warp, access, lane, unit, me + lane, &writes);
            if (other != 0 || found == 0 || is_ordered(warp, found)) continue;
            other = found; // one fault a lane, whatever the number of units
            other_writes = writes;
        }
        if (other != 0) report(warp, access, lane, other, other_writes);
    }
}

static bool is_plain_read(const Access *access) { return access->kind == ACCESS_LOAD && access->order != ORDER_STRONG; }

// Keeps the read for later. False: it must be looked at now.
static bool keep_read(const Warp *warp, const Access *access) {
    SharedShadow *shadow = race_interval(warp->block);
    if (race_areas(shadow, access->lowest, access->highest) & shadow->written) return false;
    if (shadow->reads->scattered_count == SCATTERED_KEPT) race_reads_note(shadow);
    if (!race_reads_continue(warp, shadow->reads)) race_reads_begin(warp, shadow);
    Read read = {.location = access->instruction->location,
                 .pattern = access->mask == FULL_MASK ? (uint16_t)access->pattern : 0,
                 .bytes = (uint16_t)access->bytes,
                 .low = (uint32_t)access->address[0],
                 .apart = (uint32_t)(access->address[WARP_LANES / 2] - access->address[0])};
    if (!read.pattern) read.low = race_reads_keep_addresses(shadow, access);
    return race_reads_keep(shadow, access->lowest, access->highest, read);
}

static bool note_quietly(SharedShadow *shadow, const Access *access, RaceStamp me, uint64_t areas) {
    if (!race_units_are_words(shadow, access) || access->order == ORDER_STRONG) return false;
    if (access->kind == ACCESS_LOAD) return race_quiet_read(shadow, access, me, areas & shadow->written);
    return access->kind == ACCESS_STORE && race_quiet_write(shadow, access, me, areas & shadow->read);
}

static void note_access(Warp *warp, const Access *access) {
    SharedShadow *shadow = race_interval(warp->block);
    if (access->bytes < 4 && shadow->unit_shift == WORD_SHIFT && !refine(shadow)) return;
    if (is_plain_read(access) && keep_read(warp, access)) return;
    RaceStamp me = race_stamp(shadow->epoch, access->instruction->location, race_sync(warp), warp_thread(warp, 0));
    uint64_t areas = race_areas(shadow, access->lowest, access->highest);
    if (areas & shadow->waiting) race_reads_note(shadow);
    if (!note_quietly(shadow, access, me, areas)) note_lanes(warp, access, me);
    if (is_plain_read(access)) shadow->read |= areas;
    else shadow->written |= areas;
    if (meets(access)) note_meeting(warp);
}

uint32_t race_shared_check(Warp *warp, Access *access) {
    const SharedShadow *shadow = race_interval(warp->block);
    assert(access->highest <= shadow->bytes);
    uint32_t reported = 0;
    if (race_areas(shadow, access->lowest, access->highest) & shadow->copied) reported = race_with_copies(warp, access);
    if (!reported) {
        note_access(warp, access);
    } else if (reported != access->mask) {
        Access rest = *access;
        rest.mask &= ~reported;
        rest.pattern = 0; // which is that of full warps
        note_access(warp, &rest);
    }
    return access->mask;
}

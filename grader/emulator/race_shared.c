// race_shared.c - races in shared memory, access by access.
//
// Most accesses are quiet: no unit has an access of another thread in this interval that matters, and what is to
// be noted is known already or goes to units not yet read. Whole warps find that out with loops the compiler
// makes vectors of; only what is not quiet goes unit by unit through the rule of race.h.
#include "access.h"
#include "race.h"
#include "shadow.h"

#include <stdlib.h>
#include <string.h>

#define WORD_SHIFT 2

// ---- the interval and the unit ----------------------------------------------------------------------------

static uint64_t unit_count(const SharedShadow *shadow) { return (shadow->bytes >> shadow->unit_shift) + 1; }

static void next_epoch(SharedShadow *shadow, uint32_t barrier_epoch) {
    shadow->barrier_epoch = barrier_epoch;
    if (++shadow->epoch < STAMP_EPOCHS) return;
    memset(shadow->races.write, 0, 3 * unit_count(shadow) * sizeof *shadow->races.write);
    shadow->epoch = 1;
}

// From now on a unit is a byte; each keeps what its word knew. False: no memory, words stay.
static bool refine(SharedShadow *shadow) {
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
// A warp that does an atomic (or ordered access) after an access, and another that does one after that and before its
// own access, may have met there: locks and flags work so. Such accesses count as ordered.

static bool meets(const Access *access) {
    return access->kind == ACCESS_ATOMIC || access->kind == ACCESS_REDUCTION || access->order == ORDER_STRONG;
}

// The number that a stamp has for what orders lanes of one warp: its warp-level barriers, and its meetings.
static uint32_t sync_of(const Warp *warp) {
    return warp->sync_epoch + warp->block->shadow->meetings[warp->index].count;
}

static void note_meeting(const Warp *warp) {
    SharedShadow *shadow = warp->block->shadow;
    Meetings *mine = &shadow->meetings[warp->index];
    mine->last[mine->count % MEETINGS_KEPT].sync = sync_of(warp);
    mine->last[mine->count % MEETINGS_KEPT].time = mine->latest = ++shadow->meeting_time;
    mine->count++;
}

// The other's warp met somebody after that access, and this warp did later.
static bool is_ordered(const Warp *warp, RaceStamp other) {
    const SharedShadow *shadow = warp->block->shadow;
    const Meetings *theirs = &shadow->meetings[stamp_thread(other) / WARP_LANES];
    uint32_t oldest = theirs->count > MEETINGS_KEPT ? theirs->count - MEETINGS_KEPT : 0;
    for (uint32_t n = oldest; n < theirs->count; n++)
        if (theirs->last[n % MEETINGS_KEPT].sync >= stamp_sync(other))
            return theirs->last[n % MEETINGS_KEPT].time < shadow->meetings[warp->index].latest;
    return false;
}

static void note_lanes(Warp *warp, const Access *access, RaceStamp me) {
    const SharedShadow *shadow = warp->block->shadow;
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t first = access->address[lane] >> shadow->unit_shift;
        uint64_t last = (access->address[lane] + access->bytes - 1) >> shadow->unit_shift;
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

// ---- whole warps ------------------------------------------------------------------------------------------
//
// The loops below gather one word of bits that must all be 0: `differs` of what should be equal. Stamps of other
// intervals never matter; `apart` is all ones for them.

static inline uint64_t apart(RaceStamp stamp, RaceStamp me) {
    return (stamp ^ me) >> STAMP_EPOCH_SHIFT != 0 ? ~0ull : 0;
}
// Not 0 if it is a write of this interval by another thread, or by several.
static inline uint64_t disturbs(RaceStamp write, RaceStamp me) {
    return (((write ^ me) & STAMP_THREAD) | (write & STAMP_SEVERAL)) & ~apart(write, me);
}
// 0 if noting my read would change nothing: readers of two warps are known, or two of my warp, or just I am.
static inline uint64_t unknown_read(RaceStamp first, RaceStamp second, RaceStamp me) {
    const uint64_t place = ~0ull << STAMP_EPOCH_SHIFT | STAMP_WARP | STAMP_SYNC;
    uint64_t i_am = (first ^ me) & (place | STAMP_THREAD), my_warp = ((first ^ me) | (second ^ me)) & place;
    uint64_t two_warps = (first & STAMP_WARPS) != 0 ? apart(first, me) : ~0ull;
    return i_am != 0 && my_warp != 0 ? two_warps : 0;
}
// Not 0 if another thread has read the unit in this interval.
static inline uint64_t other_readers(RaceStamp first, RaceStamp second, RaceStamp me) {
    uint64_t others = ((first ^ me) & STAMP_THREAD) | (first & STAMP_WARPS) | ~apart(second, me);
    return others & ~apart(first, me);
}

// Consecutive lanes, 1 << per_lane units each, `units` in all from `unit` on. True: quiet, and noted.
static inline bool quiet_read_run(SharedShadow *shadow, uint64_t unit, unsigned units, unsigned per_lane,
                                  RaceStamp me) {
    const RaceStamp *write = shadow->races.write + unit;
    RaceStamp *first = shadow->races.first + unit, *second = shadow->races.second + unit;
    uint64_t disturbed = 0, unknown = 0;
    if (shadow->written_epoch == shadow->epoch)
        for (unsigned i = 0; i < units; i++) disturbed |= disturbs(write[i], me + (i >> per_lane));
    if (disturbed) return false;
    for (unsigned i = 0; i < units; i++) unknown |= unknown_read(first[i], second[i], me + (i >> per_lane));
    if (!unknown) return true;
    for (unsigned i = 0; i < units; i++) race_note_read(&first[i], &second[i], me + (i >> per_lane));
    return true;
}

static inline bool quiet_write_run(SharedShadow *shadow, uint64_t unit, unsigned per_lane, RaceStamp me) {
    const RaceStamp *first = shadow->races.first + unit, *second = shadow->races.second + unit;
    RaceStamp *write = shadow->races.write + unit;
    const unsigned units = WARP_LANES << per_lane;
    uint64_t disturbed = 0;
    for (unsigned i = 0; i < units; i++) disturbed |= disturbs(write[i], me + (i >> per_lane));
    if (shadow->read_epoch == shadow->epoch)
        for (unsigned i = 0; i < units; i++) disturbed |= other_readers(first[i], second[i], me + (i >> per_lane));
    if (disturbed) return false;
    for (unsigned i = 0; i < units; i++) write[i] = me + (i >> per_lane);
    return true;
}

// Any pattern of a full warp's words.
static bool quiet_read_words(SharedShadow *shadow, const uint64_t address[WARP_LANES], RaceStamp me) {
    RaceRecords records = shadow->races;
    uint64_t disturbed = 0, unknown = 0;
    if (shadow->written_epoch == shadow->epoch)
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            disturbed |= disturbs(records.write[address[lane] >> WORD_SHIFT], me + lane);
    if (disturbed) return false;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        uint64_t unit = address[lane] >> WORD_SHIFT;
        unknown |= unknown_read(records.first[unit], records.second[unit], me + lane);
    }
    if (!unknown) return true;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        uint64_t unit = address[lane] >> WORD_SHIFT;
        race_note_read(&records.first[unit], &records.second[unit], me + lane);
    }
    return true;
}

static bool quiet_write_words(SharedShadow *shadow, const uint64_t address[WARP_LANES], RaceStamp me) {
    RaceRecords records = shadow->races;
    RaceStamp before[WARP_LANES];
    uint64_t disturbed = 0, twice = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        before[lane] = records.write[address[lane] >> WORD_SHIFT];
        disturbed |= disturbs(before[lane], me + lane);
    }
    if (shadow->read_epoch == shadow->epoch)
        for (unsigned lane = 0; lane < WARP_LANES; lane++) {
            uint64_t unit = address[lane] >> WORD_SHIFT;
            disturbed |= other_readers(records.first[unit], records.second[unit], me + lane);
        }
    if (disturbed) return false;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) records.write[address[lane] >> WORD_SHIFT] = me + lane;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) // two lanes at one word: only one finds its own stamp
        twice |= records.write[address[lane] >> WORD_SHIFT] ^ (me + lane);
    if (!twice) return true;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) records.write[address[lane] >> WORD_SHIFT] = before[lane];
    return false;
}

// Lanes first to last read one unit that nobody writes: these two stand for all.
static bool quiet_read_one(const SharedShadow *shadow, uint64_t unit, unsigned first, unsigned last, RaceStamp me) {
    RaceRecords records = shadow->races;
    if (!apart(records.write[unit], me)) return false;
    if (!unknown_read(records.first[unit], records.second[unit], me + first)) return true;
    race_note_read(&records.first[unit], &records.second[unit], me + first);
    race_note_read(&records.first[unit], &records.second[unit], me + last);
    return true;
}

// The halves of a warp read one word each, or consecutive ones, as 16-wide tiles do.
static bool quiet_read_halves(SharedShadow *shadow, const Access *access, RaceStamp me) {
    enum { HALF = WARP_LANES / 2 };
    for (unsigned lane = 0; lane < WARP_LANES; lane += HALF) {
        uint64_t unit = access->address[lane] >> WORD_SHIFT;
        bool quiet = access->uniform_halves ? quiet_read_one(shadow, unit, 0, HALF - 1, me + lane)
                                            : quiet_read_run(shadow, unit, HALF, 0, me + lane);
        if (!quiet) return false;
    }
    return true;
}

static bool quiet_read(SharedShadow *shadow, const Access *access, RaceStamp me) {
    shadow->read_epoch = shadow->epoch;
    uint64_t unit = access->lowest >> WORD_SHIFT;
    if (access->consecutive && access->bytes == 4) return quiet_read_run(shadow, unit, WARP_LANES, 0, me);
    if (access->consecutive && access->bytes == 8) return quiet_read_run(shadow, unit, 2 * WARP_LANES, 1, me);
    if (access->consecutive) return quiet_read_run(shadow, unit, 4 * WARP_LANES, 2, me);
    if (access->bytes != 4) return false;
    unsigned first = (unsigned)__builtin_ctz(access->mask),
             last = WARP_LANES - 1 - (unsigned)__builtin_clz(access->mask);
    if (access->uniform) return quiet_read_one(shadow, unit, first, last, me);
    if (access->mask != FULL_MASK) return false;
    bool halves = access->uniform_halves || access->consecutive_halves;
    if (halves && quiet_read_halves(shadow, access, me)) return true;
    return quiet_read_words(shadow, access->address, me);
}

static bool quiet_write(SharedShadow *shadow, const Access *access, RaceStamp me) {
    shadow->written_epoch = shadow->epoch;
    uint64_t unit = access->lowest >> WORD_SHIFT;
    if (access->consecutive && access->bytes == 4) return quiet_write_run(shadow, unit, 0, me);
    if (access->consecutive) return quiet_write_run(shadow, unit, access->bytes == 8 ? 1 : 2, me);
    return access->bytes == 4 && access->mask == FULL_MASK && quiet_write_words(shadow, access->address, me);
}

uint32_t race_shared_check(Warp *warp, Access *access) {
    SharedShadow *shadow = warp->block->shadow;
    if (shadow->barrier_epoch != warp->block->barrier_epoch) next_epoch(shadow, warp->block->barrier_epoch);
    if (access->bytes < 4 && shadow->unit_shift == WORD_SHIFT && !refine(shadow)) return access->mask;
    RaceStamp me = race_stamp(shadow->epoch, access->instruction->location, sync_of(warp), warp_thread(warp, 0));
    bool words = shadow->unit_shift == WORD_SHIFT && access->bytes <= 16 && access->order != ORDER_STRONG,
         quiet = false;
    if (access->kind == ACCESS_LOAD) quiet = words && quiet_read(shadow, access, me);
    else if (access->kind == ACCESS_STORE) quiet = words && quiet_write(shadow, access, me);
    if (access->kind != ACCESS_LOAD) shadow->written_epoch = shadow->epoch;
    if (!quiet) note_lanes(warp, access, me);
    if (meets(access)) note_meeting(warp);
    return access->mask;
}

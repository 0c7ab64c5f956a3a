// race_quiet.c - accesses of whole warps to shared memory that race with nothing.
//
// Most accesses are quiet: no unit has an access of another thread in this interval that matters, and what is to
// be noted is known already or goes to units not yet read. Loops that the compiler makes vectors of find that out
// for a whole warp. Each gathers one word of bits that must all be 0. Stamps of other intervals never matter; `apart`
// is all ones for them.
#include "race_shared.h"
#include <assert.h>

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
static inline bool quiet_read_run(const SharedShadow *shadow, uint64_t unit, unsigned units, unsigned per_lane,
                                  RaceStamp me, bool written) {
    const RaceStamp *write = shadow->races.write + unit;
    RaceStamp *first = shadow->races.first + unit, *second = shadow->races.second + unit;
    uint64_t disturbed = 0, unknown = 0;
    if (written)
        for (unsigned i = 0; i < units; i++) disturbed |= disturbs(write[i], me + (i >> per_lane));
    if (disturbed) return false;
    for (unsigned i = 0; i < units; i++) unknown |= unknown_read(first[i], second[i], me + (i >> per_lane));
    if (!unknown) return true;
    for (unsigned i = 0; i < units; i++) race_note_read(&first[i], &second[i], me + (i >> per_lane));
    return true;
}

static inline bool quiet_write_run(const SharedShadow *shadow, uint64_t unit, unsigned per_lane, RaceStamp me,
                                   bool read) {
    const RaceStamp *first = shadow->races.first + unit, *second = shadow->races.second + unit;
    RaceStamp *write = shadow->races.write + unit;
    const unsigned units = WARP_LANES << per_lane;
    uint64_t disturbed = 0;
    for (unsigned i = 0; i < units; i++) disturbed |= disturbs(write[i], me + (i >> per_lane));
    if (read)
        for (unsigned i = 0; i < units; i++) disturbed |= other_readers(first[i], second[i], me + (i >> per_lane));
    if (disturbed) return false;
    for (unsigned i = 0; i < units; i++) write[i] = me + (i >> per_lane);
    return true;
}

// Any pattern of a full warp's words.
static bool quiet_read_words(const SharedShadow *shadow, const uint64_t address[WARP_LANES], RaceStamp me,
                             bool written) {
    RaceRecords records = shadow->races;
    uint64_t disturbed = 0, unknown = 0;
    if (written)
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

static bool quiet_write_words(const SharedShadow *shadow, const uint64_t address[WARP_LANES], RaceStamp me, bool read) {
    RaceRecords records = shadow->races;
    RaceStamp before[WARP_LANES];
    uint64_t disturbed = 0, twice = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        before[lane] = records.write[address[lane] >> WORD_SHIFT];
        disturbed |= disturbs(before[lane], me + lane);
    }
    if (read)
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
static bool quiet_read_halves(const SharedShadow *shadow, const Access *access, RaceStamp me, bool written) {
    enum { HALF = WARP_LANES / 2 };
    for (unsigned lane = 0; lane < WARP_LANES; lane += HALF) {
        uint64_t unit = access->address[lane] >> WORD_SHIFT;
        bool quiet = access->pattern & UNIFORM_HALVES ? quiet_read_one(shadow, unit, 0, HALF - 1, me + lane)
                                                      : quiet_read_run(shadow, unit, HALF, 0, me + lane, written);
        if (!quiet) return false;
    }
    return true;
}

bool race_quiet_read(SharedShadow *shadow, const Access *access, RaceStamp me, bool written) {
    assert(race_units_are_words(shadow, access));
    uint64_t unit = access->lowest >> WORD_SHIFT;
    if (access->pattern & CONSECUTIVE && access->bytes == 4)
        return quiet_read_run(shadow, unit, WARP_LANES, 0, me, written);
    if (access->pattern & CONSECUTIVE && access->bytes == 8)
        return quiet_read_run(shadow, unit, 2 * WARP_LANES, 1, me, written);
    if (access->pattern & CONSECUTIVE) return quiet_read_run(shadow, unit, 4 * WARP_LANES, 2, me, written);
    if (access->bytes != 4) return false;
    unsigned first = (unsigned)__builtin_ctz(access->mask),
             last = WARP_LANES - 1 - (unsigned)__builtin_clz(access->mask);
    if (access->pattern & UNIFORM) return quiet_read_one(shadow, unit, first, last, me);
    if (access->mask != FULL_MASK) return false;
    if (access->pattern & REGULAR_HALVES && quiet_read_halves(shadow, access, me, written)) return true;
    return quiet_read_words(shadow, access->address, me, written);
}

bool race_quiet_write(SharedShadow *shadow, const Access *access, RaceStamp me, bool read) {
    assert(race_units_are_words(shadow, access));
    uint64_t unit = access->lowest >> WORD_SHIFT;
    if (access->pattern & CONSECUTIVE && access->bytes == 4) return quiet_write_run(shadow, unit, 0, me, read);
    if (access->pattern & CONSECUTIVE) return quiet_write_run(shadow, unit, access->bytes == 8 ? 1 : 2, me, read);
    return access->bytes == 4 && access->mask == FULL_MASK && quiet_write_words(shadow, access->address, me, read);
}

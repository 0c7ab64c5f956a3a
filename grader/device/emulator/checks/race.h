// race.h - the rule of races, for one unit of memory at a time.
//
// Two accesses of different threads race if one writes, not both are atomic, and nothing orders them: no barrier
// of the block lies between, and, for threads of one warp, no warp-level barrier either. What a unit must remember
// of an interval between barriers is its last writer and two readers, of different warps if there were such:
// whoever writes later is then in another warp than one of them. Stamps of older intervals count as absent,
// so barriers clear nothing.
#ifndef RACE_H
#define RACE_H

#include "../base/invariant.h"
#include <stdbool.h>
#include <stdint.h>

// Who accessed a unit: thread (10 bits), warp synchronisations so far (16), location (20), flags (3), the lowest bits
// of the number of those synchronisations that order the warp's own lanes (4), epoch (11).
typedef uint64_t RaceStamp;

#define STAMP_THREAD 0x3ffull
#define STAMP_WARP 0x3e0ull
#define STAMP_SYNC (0xffffull << 10)
#define STAMP_SYNC_SHIFT 10
#define STAMP_SYNC_MOST 0xffffu // and more: such accesses of one warp count as ordered
#define STAMP_LOCATION_SHIFT 26
#define STAMP_LOCATION_MOST 0xfffffu // locations beyond are unknown
#define STAMP_SEVERAL (1ull << 46)   // atomic writers: more than one thread
#define STAMP_WARPS (1ull << 47)     // of more than one warp (readers: then `second` is current)
#define STAMP_ATOMIC (1ull << 48)
#define STAMP_LANES (0xfull << 49)
#define STAMP_LANES_SHIFT 49
#define STAMP_EPOCH_SHIFT 53
#define STAMP_EPOCHS (1u << 11) // from 1 on; 0 is no access

_Static_assert((STAMP_THREAD ^ STAMP_SYNC ^ (uint64_t)STAMP_LOCATION_MOST << STAMP_LOCATION_SHIFT ^ STAMP_SEVERAL ^
                STAMP_WARPS ^ STAMP_ATOMIC ^ STAMP_LANES ^ (uint64_t)(STAMP_EPOCHS - 1) << STAMP_EPOCH_SHIFT) ==
                       UINT64_MAX &&
                   STAMP_THREAD >> STAMP_SYNC_SHIFT == 0 && STAMP_SYNC >> STAMP_LOCATION_SHIFT == 0,
               "the fields of a stamp lie side by side and fill it");
typedef struct {
    RaceStamp *write, *first, *second;
} RaceRecords; // each an array, by unit

// How often a warp has synchronised so far (28 bits), and of these how often with other warps but not its own lanes
// (4).
typedef uint32_t WarpSync;
#define SYNC_OF_LANES 1u             // to be added for a synchronisation that orders its lanes, too
#define SYNC_OF_WARPS (1u << 28 | 1) // for one that does not
static inline uint32_t sync_number(WarpSync sync) { return sync & ((1u << 28) - 1); }

static inline RaceStamp race_stamp(uint32_t epoch, uint32_t location, WarpSync sync, uint32_t thread) {
    invariant(epoch && epoch < STAMP_EPOCHS && thread <= STAMP_THREAD);
    uint64_t place = location <= STAMP_LOCATION_MOST ? location : 0, number = sync_number(sync);
    uint64_t syncs = number < STAMP_SYNC_MOST ? number : STAMP_SYNC_MOST, lanes = (sync - (sync >> 28)) & 0xf;
    return (uint64_t)epoch << STAMP_EPOCH_SHIFT | lanes << STAMP_LANES_SHIFT | place << STAMP_LOCATION_SHIFT |
           syncs << STAMP_SYNC_SHIFT | thread;
}
static inline uint32_t stamp_thread(RaceStamp stamp) { return stamp & STAMP_THREAD; }
static inline uint32_t stamp_sync(RaceStamp stamp) { return stamp >> STAMP_SYNC_SHIFT & STAMP_SYNC_MOST; }
static inline uint32_t stamp_location(RaceStamp stamp) { return stamp >> STAMP_LOCATION_SHIFT & STAMP_LOCATION_MOST; }
static inline bool stamp_same_epoch(RaceStamp a, RaceStamp b) {
    return a >> STAMP_EPOCH_SHIFT == b >> STAMP_EPOCH_SHIFT;
}

static inline bool stamp_same_warp(RaceStamp a, RaceStamp b) { return ((a ^ b) & STAMP_WARP) == 0; }

// Notes a read without looking at writers. Written as choices, not branches, so that loops over it become vectors:
// the first reader of the interval is kept, then one of another warp; of one warp only those since its last
// synchronisation count, and two of them are kept.
static inline void race_note_read(RaceStamp *first, RaceStamp *second, RaceStamp me) {
    RaceStamp one = *first;
    bool fresh = !stamp_same_epoch(one, me), settled = !fresh && (one & STAMP_WARPS) != 0;
    bool other_warp = !stamp_same_warp(one, me), synchronised = ((one ^ me) & STAMP_SYNC) != 0;
    bool replace = fresh || (!settled && !other_warp && synchronised);
    bool other_lane = !fresh && !settled && !synchronised && ((one ^ me) & STAMP_THREAD) != 0;
    bool widen = !fresh && !settled && other_warp;
    *second = widen || other_lane ? me : *second;
    *first = replace ? me : widen ? one | STAMP_WARPS : one;
}

// Each notes one access by `me` to a unit and returns the stamp of an access it races with, 0: none.
// *other_writes says whether that one is a write.
RaceStamp race_read(RaceRecords records, uint64_t unit, RaceStamp me, bool *other_writes);
RaceStamp race_atomic(RaceRecords records, uint64_t unit, RaceStamp me, bool *other_writes);
// An access that only plain writes race with, and that nobody later need know of.
RaceStamp race_peek(RaceRecords records, uint64_t unit, RaceStamp me, bool *other_writes);
// same_value: the unit already has the value that is written; then two plain writes do no harm.
RaceStamp race_write(RaceRecords records, uint64_t unit, RaceStamp me, bool same_value, bool *other_writes);

#endif

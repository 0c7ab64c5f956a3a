// race_shared.h - what the parts of the check for races in shared memory share.
#ifndef RACE_SHARED_H
#define RACE_SHARED_H

#include "../base/invariant.h"
#include "../machine/access.h"
#include "shadow.h"

#define WORD_SHIFT 2

// The access is of whole units, and these are words.
static inline bool race_units_are_words(const SharedShadow *shadow, const Access *access) {
    return shadow->unit_shift == WORD_SHIFT && access->bytes <= 16;
}

// ---- intervals and areas -----------------------------------------------------------------------------------------

// race_shared.c: a barrier was passed.
void race_interval_begin(SharedShadow *shadow, uint32_t barrier_epoch);

// The shadow of the current interval.
static inline SharedShadow *race_interval(const Block *block) {
    SharedShadow *shadow = block->shadow;
    if (shadow->barrier_epoch != block->barrier_epoch) race_interval_begin(shadow, block->barrier_epoch);
    return shadow;
}

// Of shared memory, the areas that hold [lowest, highest): a bit each.
static inline uint64_t race_areas(const SharedShadow *shadow, uint64_t lowest, uint64_t highest) {
    return ~0ull << (lowest >> shadow->area_shift) & ~0ull >> (63 - ((highest - 1) >> shadow->area_shift));
}

// What a stamp says of a warp's synchronisations: its warp-level barriers, and its meetings.
static inline WarpSync race_sync(const Warp *warp) {
    return warp->sync_epoch + warp->block->shadow->meetings[warp->index].sync;
}

// ---- race_quiet.c: accesses of whole warps that disturb nobody ---------------------------------------------------

// True: noted. False: nothing is noted, and the access must be looked at unit by unit. Units are words.
// written: the access may meet writes of this interval.
bool race_quiet_read(SharedShadow *shadow, const Access *access, RaceStamp me, bool written);
// read: it may meet reads.
bool race_quiet_write(SharedShadow *shadow, const Access *access, RaceStamp me, bool read);

// ---- race_reads.c: reads that wait to be noted -------------------------------------------------------------------

#define READS_KEPT 4096    // what 32 warps do with two tiles of 32 x 32
#define SCATTERED_KEPT 256 // of them, those whose lanes follow no pattern

// A read of a whole warp that follows a pattern, or one whose lanes are in `scattered`. An entry of no bytes is no
// read: those after it are of the warp `location`, whose race_sync() is `low`.
typedef struct {
    uint32_t location;
    uint16_t pattern, bytes; // as in Access; no pattern: `low` is a place in `scattered`
    uint32_t low, apart;     // address of lane 0, and how far behind it that of lane 16 is
} Read;

typedef struct {
    uint32_t mask, address[WARP_LANES];
} ScatteredRead;

typedef struct ReadLog {
    uint32_t count, scattered_count;
    uint32_t warp, sync; // of the last ones
    Read reads[READS_KEPT];
    ScatteredRead scattered[SCATTERED_KEPT];
} ReadLog;

// Keeps mask and addresses of the next read to be kept; where.
uint32_t race_reads_keep_addresses(SharedShadow *shadow, const Access *access);
// Notes all that wait: something else comes that they matter to.
void race_reads_note(SharedShadow *shadow);

// A new interval: they never mattered.
static inline void race_reads_forget(SharedShadow *shadow) {
    shadow->waiting = 0;
    shadow->reads->count = shadow->reads->scattered_count = 0;
    shadow->reads->warp = UINT32_MAX;
}

// Whether the log has room for a read, and its next ones are those of this warp.
static inline bool race_reads_continue(const Warp *warp, const ReadLog *log) {
    return log->count < READS_KEPT && log->warp == warp->index && log->sync == race_sync(warp);
}
// Makes it so.
void race_reads_begin(const Warp *warp, SharedShadow *shadow);

// Keeps a read in [lowest, highest) of the current interval, once that is so. False: something has been written there
// in this interval.
static inline bool race_reads_keep(SharedShadow *shadow, uint64_t lowest, uint64_t highest, Read read) {
    uint64_t areas = race_areas(shadow, lowest, highest);
    if (areas & shadow->written) return false;
    invariant(shadow->reads->count < READS_KEPT && read.bytes);
    shadow->waiting |= areas;
    shadow->reads->reads[shadow->reads->count++] = read;
    return true;
}

// ---- race_async.c: copies that have not been waited for ----------------------------------------------------------

// The lanes of the access that touch what such a copy writes; they are reported.
uint32_t race_with_copies(Warp *warp, const Access *access);

#endif

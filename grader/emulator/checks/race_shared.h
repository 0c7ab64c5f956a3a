// race_shared.h - what the parts of the check for races in shared memory share.
#ifndef RACE_SHARED_H
#define RACE_SHARED_H

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

// The number that a stamp has for what orders lanes of one warp: its warp-level barriers, and its meetings.
static inline uint32_t race_sync(const Warp *warp) {
    return warp->sync_epoch + warp->block->shadow->meetings[warp->index].count;
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

typedef struct {
    uint32_t location, warp, sync;
    uint32_t mask; // as in Access, and the next two
    uint16_t pattern, bytes;
    uint32_t low, high; // addresses of lanes 0 and 16; without a pattern: which of `scattered`
} Read;

typedef struct ReadLog {
    uint32_t count, scattered_count;
    Read reads[READS_KEPT];
    uint32_t scattered[SCATTERED_KEPT][WARP_LANES];
} ReadLog;

// Keeps the addresses of all lanes of the next read to be kept; where.
uint32_t race_reads_keep_addresses(SharedShadow *shadow, const uint64_t address[WARP_LANES]);
// Notes all that wait: something else comes that they matter to.
void race_reads_note(SharedShadow *shadow);

// A new interval: they never mattered.
static inline void race_reads_forget(SharedShadow *shadow) {
    shadow->waiting = 0;
    shadow->reads->count = shadow->reads->scattered_count = 0;
}

// Keeps a read of the warp in [lowest, highest). False: something has been written there in this interval.
static inline bool race_reads_keep(const Warp *warp, uint64_t lowest, uint64_t highest, Read read) {
    SharedShadow *shadow = race_interval(warp->block);
    ReadLog *log = shadow->reads;
    uint64_t areas = race_areas(shadow, lowest, highest);
    if (areas & shadow->written) return false;
    if (log->count == READS_KEPT) race_reads_note(shadow);
    shadow->waiting |= areas;
    read.warp = warp->index;
    read.sync = race_sync(warp);
    log->reads[log->count++] = read;
    return true;
}

// ---- race_async.c: copies that have not been waited for ----------------------------------------------------------

// The lanes of the access that touch what such a copy writes; they are reported.
uint32_t race_with_copies(Warp *warp, const Access *access);

#endif

// shadow.h - what the checks remember of a block's memory: written bytes, last accesses, faults not yet reported.
#ifndef SHADOW_H
#define SHADOW_H

#include "../machine/warp.h"
#include "race.h"

// Of one warp in this block: where it made known what it had done before, the last ones with the warp's number of
// synchronisations up to there and the block's time; and the time up to which it knows what others made known.
#define MEETINGS_KEPT 64
typedef struct {
    WarpSync sync;          // of all that is no warp-level barrier
    uint32_t count, latest; // how often it made something known; what it knows
    uint32_t fenced;        // number of its synchronisations at its last fence
    uint32_t seen;          // time of its last look at global memory that others may have released
    bool may_release,
        waited; // something comes after that fence; it has made something known since its lanes were ordered
    struct {
        uint32_t sync, time;
    } last[MEETINGS_KEPT];
} Meetings;

// Shared memory. Made at a block's first begin, used again for every later block of the launch.
typedef struct SharedShadow {
    uint64_t bytes;                // of shared memory
    uint64_t *initialised;         // one bit per byte
    uint64_t unwritten;            // bytes whose bit is not set
    uint32_t widest;               // bytes of the widest store
    RaceRecords races;             // last accesses of each unit
    unsigned unit_shift;           // a unit has 1 << unit_shift bytes: words, or bytes once an access is narrower
    uint32_t epoch;                // RaceStamp epoch of the current interval between barriers
    uint32_t barrier_epoch;        // block->barrier_epoch that `epoch` stands for
    unsigned area_shift;           // shared memory is 64 areas or less, of 1 << area_shift bytes
    uint64_t read, written;        // areas whose records have reads and writes of this interval
    uint64_t waiting;              // areas of the reads that wait to be noted
    struct ReadLog *reads;         // those (race_reads.c)
    uint64_t copied;               // areas that asynchronous copies in flight will write
    struct CopiesOnTheWay *copies; // those, NULL: there never were any (race_async.c)
    uint32_t meeting_time;         // counts the meetings of all warps
    Meetings meetings[32];         // by warp
} SharedShadow;

struct ReadLog *race_reads_create(void);       // NULL: out of memory. free() frees it
void race_copies_forget(SharedShadow *shadow); // a new block (race_async.c)
void race_copies_free(SharedShadow *shadow);

// The global part: made at first use, settled at each barrier and at the block's end. (race_global.c)
void global_shadow_settle(Block *block);
void global_shadow_free(Block *block);

#endif

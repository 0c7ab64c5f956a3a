// site_counts.h - what is counted of one instruction, and of one warp.
#ifndef SITE_COUNTS_H
#define SITE_COUNTS_H

#include <stdint.h>

// Counts of one instruction (memory instructions: of one instruction and space). One per worker, summed at the end.
typedef struct {
    uint64_t warps, threads;        // issued by warps, executed by threads
    uint64_t requests, sectors;     // memory: requests with a lane active; sectors (global) as meters define
    uint64_t wavefronts, conflicts; // shared
    uint64_t bytes;                 // asked for by lanes
    uint64_t wasted;                // global: bytes of sectors beyond those
    uint64_t divergent;             // branches: lanes disagreed
    uint64_t turns;                 // global atomics: lanes that go one after another (counters/atomics.c)
    uint64_t cluster;               // accesses to shared memory of other blocks
    uint64_t cluster_sectors;       // 32-byte pieces of it that they touch
    uint64_t to_host;               // bytes sent to memory that the host sees
    uint64_t waits, awaited;        // for loads from global memory: how often, and bytes in flight then
} SiteCounts;

enum { SITE_GLOBAL, SITE_SHARED, SITE_LOCAL, SITE_SPACES }; // instruction.site + SITE_x for generic accesses

#endif

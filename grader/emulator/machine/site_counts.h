// site_counts.h - what is counted of one instruction, and of one warp.
#ifndef SITE_COUNTS_H
#define SITE_COUNTS_H

#include <stdint.h>

// What an access did in global memory.
typedef struct {
    uint64_t requests, sectors, bytes, wasted;
} AccessCounts;

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
    AccessCounts aside;             // of the above, what is no part of the work (counters/aside.h)
} SiteCounts;
// How often a warp has asked global memory for something, and waited for it.
typedef struct {
    uint64_t loads, waits;
} WarpLoads;
// The same of all warps of a launch: the most loads of any warp, how many warps waited at all, and the bytes that warps
// awaited in their first wait, in their second, and so on. Waits from the 32nd on share places (waits/in_flight.c).
#define WAIT_PLACES 268
typedef struct {
    uint64_t most, waiting, awaited[WAIT_PLACES];
} LaunchLoads;

// What blocks did: instructions of their warps, bytes that passed between these and global memory, how many of them
// were loaded from inputs (Allocation.given), and numbers that a device which draws others has changed (Warp.drawn).
typedef struct {
    uint64_t instructions, moved, given, drawn;
} BlockWork;
// The same of all blocks of a launch together, of those that were chosen, and the most that any of them did
// (counters/block_work.c).
typedef struct {
    BlockWork all, chosen, busiest;
} LaunchWork;

enum { SITE_GLOBAL, SITE_SHARED, SITE_LOCAL, SITE_SPACES }; // instruction.site + SITE_x for generic accesses

#endif

// caches.h - where a warp's access to memory waits: the L1 of its multiprocessor, the port to the L2, the L2, the DRAM.
//
// Times are clocks of the multiprocessors, as doubles. A resource that serves one access after another is the time at
// which it is free. Only some of the multiprocessors are modelled; those share the L2's and the DRAM's bandwidth in
// proportion (scale).
#ifndef TIME_CACHES_H
#define TIME_CACHES_H

#include "../sass/sass.h"
#include "model.h"
#include "workspace.h"

// What an access waited for, in clocks.
typedef struct {
    double l1, l2, dram, atomic, latency;
} MemoryWait;

typedef struct {
    uint8_t valid;                  // sectors
    uint32_t words;                 // that were moved, in an experiment without wasted sectors
    float ready[4], dram[4], l2[4]; // of each sector: the time it is there, and of that what it waited for bandwidth
    double base;                    // that these times are after
} CacheLine;

// Where a queue can be so long that it holds up the multiprocessor that stores.
typedef enum { QUEUE_L1, QUEUE_L2, QUEUE_DRAM, QUEUE_ATOMIC } StoreQueue;

// Of one multiprocessor.
typedef struct {
    uint64_t *tags, *used; // of each way of each set: the line's number + 1; when it was used last
    CacheLine *lines;
    uint32_t sets, ways;
    double load_store, port, stores; // free at
    StoreQueue held_by;              // what load_store waits for most
} FirstCache;

typedef struct Chip Chip; // L2 and DRAM, of all

Chip *chip_create(const TimeModel *model); // NULL: out of memory
void chip_free(Chip *chip);
// A launch begins.
typedef struct {
    double scale;        // multiprocessors of the GPU for each that is modelled
    bool warm, absorbs;  // the L2 holds what is read; it keeps what is stored
    double most_sectors; // that the launch can read from DRAM, because the L2 keeps what it reads; INFINITY: no limit
    double lead_sectors; // that resident warps ask for at once, about
} ChipLaunch;
void chip_begin(Chip *chip, const ChipLaunch *launch);
// The share of the launch's instructions that have been executed by now.
void chip_progress(Chip *chip, double share);
// shared_bytes: in use by resident blocks. false: out of memory.
bool first_cache_create(FirstCache *cache, Workspace *workspace, const TimeModel *model, uint64_t shared_bytes);

typedef struct {
    double done;     // its result is there
    double released; // its operands may be overwritten
    MemoryWait wait;
    uint32_t sectors; // that left the multiprocessor
    double saved;     // clocks or sectors that an experiment with this instruction left out
} AccessTime;

// An access of the lanes in mask, issued now.
AccessTime memory_time(Chip *chip, FirstCache *first, const TimeModel *model, SassWarp *warp, const Sass *in,
                       uint32_t mask, double now);

// A bulk copy, which passes neither the load/store unit nor the L1.
AccessTime bulk_time(Chip *chip, FirstCache *first, const SassWarp *warp, const Sass *in, double now);

// Time until which everything that was stored has been written, and the L2 has passed everything that was loaded.
double chip_drained(const Chip *chip);

// What passed so far, for those who look.
typedef struct {
    double l2_sectors, dram_read_sectors, dram_write_sectors, first_cycles;
} Traffic;
Traffic chip_traffic(const Chip *chip);

// Passes over the banks of shared memory of an access; those that its different words need without conflicts.
unsigned shared_passes_needed(const uint64_t *address, uint32_t mask, unsigned bytes);
unsigned shared_passes(const uint64_t *address, uint32_t mask, unsigned bytes, bool atomic);

#endif

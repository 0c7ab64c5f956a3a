// trace.h - single accesses of warps, kept so that they can be drawn: what counters are the sums of.
//
// A trace holds, for each instruction that touches memory, its first accesses in the order of their blocks, and for
// each cost that its accesses had (sectors, or passes through shared memory) how many had it and which was the first.
// So the worst access of a line and the usual one are there, however long the run was.
//
// What accesses cost adds up to the launch's counters, but for three things: asynchronous copies past the L1 are
// counted in pieces, shared atomics that are loops load words of their own, and another block's shared memory is no
// pass here.
#ifndef TRACE_H
#define TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACED_LANES 32

struct Launch;
struct Warp;
struct Instruction;

typedef enum { TRACED_LOAD, TRACED_STORE, TRACED_ATOMIC, TRACED_BARRIER } TracedKind;
typedef enum { TRACED_NO_MEMORY, TRACED_GLOBAL, TRACED_SHARED, TRACED_LOCAL } TracedSpace;

typedef struct {
    const char *kernel; // mangled
    uint64_t launch;
    uint32_t module, location, site;
    uint32_t block, warp;
    uint32_t phase; // barriers that the block had completed
    TracedKind kind;
    TracedSpace space;
    uint32_t bytes, mask;
    uint32_t sectors, passes, conflicts; // what this access added to the counters
    uint64_t base;                       // global: of the allocation that the first lane touches, 0: none
    uint64_t address[TRACED_LANES];      // of lanes in mask, from the base on; others 0
    uint64_t order;                      // of its block's accesses
    const struct PtxNamed *named;        // variables whose values the trace has (trace_values)
    uint32_t named_count;
    size_t values; // where
} TracedAccess;

typedef struct {
    uint64_t count;
    TracedAccess example; // the first access of this cost
} TracedCost;
static inline uint32_t traced_cost(const TracedAccess *access) {
    return access->space == TRACED_SHARED ? access->passes : access->sectors;
}

// Of every instruction, the first `limit` accesses in blocks first_block to last_block are recorded. Costs are counted
// in all blocks.
typedef struct {
    bool wanted;
    uint32_t limit, first_block, last_block;
} TraceOptions;

// What a run's launches left, and what one worker collects of one launch. Both NULL where nothing is traced.
typedef struct TraceLog TraceLog;
typedef struct Trace Trace;

TraceLog *trace_log_create(TraceOptions options);
void trace_log_destroy(TraceLog *log);
Trace *trace_begin(TraceLog *log, const struct Launch *launch);
void trace_end(TraceLog *log, const struct Launch *launch, Trace *trace); // takes over what it holds and frees it
// Puts the accesses of a launch in order, once all its workers have ended.
void trace_launch_end(TraceLog *log, const struct Launch *launch);

void trace_barrier(const struct Warp *warp, const struct Instruction *i);

// All that was kept: accesses by launch, block and order; costs by kernel, instruction and cost.
const TracedAccess *trace_accesses(const TraceLog *log, size_t *count);
// Of a variable of the access (an index of its `named`): the bits in each lane, of a type as wide as its own.
const uint64_t *trace_values(const TraceLog *log, const TracedAccess *access, uint32_t variable);
const TracedCost *trace_costs(const TraceLog *log, size_t *count);

#endif

// processor.h - some multiprocessors of a GPU run blocks of a launch, cycle by cycle.
//
// Each has four schedulers. A scheduler issues at most one instruction a clock, from a warp that is ready: its last
// instruction's stall count has passed, the scoreboards that the next one waits for are clear, and the pipe is free.
// Instructions are executed as they are issued, so addresses and branches are those of the data.
#ifndef TIME_PROCESSOR_H
#define TIME_PROCESSOR_H

#include "../sass/counts.h"
#include "caches.h"
#include "warp_timeline.h"

typedef enum {
#define REASON(name) REASON_##name,
#include "reasons.def"
#undef REASON
    REASON_COUNT
} Reason;

typedef struct {
    const SassCode *code;
    const TimeModel *model;
    SassMemory *memory;
    Chip *chip;
    Workspace *workspace;
    uint32_t grid[3], block[3];
    uint64_t blocks;       // of the grid
    uint32_t shared_bytes; // of a block, without the system's
    uint32_t local_bytes;  // of a thread
    uint32_t resident;     // blocks of a multiprocessor
    uint32_t processors;   // that are modelled
    uint32_t active;       // that have blocks, on the GPU
    uint64_t limit;        // blocks that they run
    uint64_t chunk, apart; // of neighbours; blocks from the first of one chunk to that of the next
    uint64_t instructions_most;
    ClockReadings *readings;    // of all warps, to be noted; NULL: nobody asks
    WarpTimeline *timeline;     // of the first multiprocessor, to be filled; NULL: nobody asks
    bool warm, absorbs;         // the L2 holds what the launch reads; it keeps what it stores
    double *saved;              // of each instruction: what an experiment left out is added; NULL: there is none
    double launch_instructions; // of the whole launch, about; 0: not known
    double most_sectors;        // that it reads from DRAM at most; INFINITY: no limit
} ProcessorTask;

typedef struct {
    double clocks; // until the last block's end, or until instructions_most
    bool complete;
    double issued; // instructions of warps
    double blocks_done;
    double half_clocks, half_issued; // when half of instructions_most had been issued
    double reasons[REASON_COUNT];    // clocks, on the average of the schedulers
    double used[UNIT_COUNT];         // share of the time that each pipe, and the banks of shared memory, were busy
    Traffic traffic;
    double bytes_in_flight;   // of loads, on the average over time, of one multiprocessor
    double warps;             // resident, likewise
    double loads, load_bytes; // of warps that loaded from global memory; lanes' bytes
    double busy;              // clocks until a multiprocessor's last block ended, on the average
    const Sass *unknown;      // an instruction that cannot be executed; NULL: none was met
    bool failed;              // out of memory, or no end
    bool hangs;               // warps wait for others that do not come
} ProcessorResult;

ProcessorResult processor_run(const ProcessorTask *task);

typedef struct {
    uint64_t instructions; // of a block's warps
    const Sass *unknown;   // an instruction that cannot be executed; NULL: none was met
    Counters *counters;    // what the instructions count is added; NULL: it is not asked for
} Executed;

// Executes one block without a clock. false: an instruction is not known, or there are more than most.
bool processor_count(const ProcessorTask *task, uint64_t block, uint64_t most, Executed *executed);
// Executes the block's first warp alone, which waits at no barrier and for no phase of a barrier object, and takes the
// others to be like it: for blocks that are too long. most: of that warp.
bool processor_count_first(const ProcessorTask *task, uint64_t block, uint64_t most, Executed *executed);

#endif

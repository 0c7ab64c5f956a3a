// experiments.h - what each cost of a launch is worth: the launch is run again without it.
//
// The clocks that a run spends on waiting for something do not say what would be gained without it: warps wait for
// several things at once, and where one is gone they wait for the next. So an experiment removes one cost from the
// model, runs the same blocks again, and compares the times. The clocks only decide which experiments are worth
// running.
#ifndef TIME_EXPERIMENTS_H
#define TIME_EXPERIMENTS_H

#include "../sass/memory.h"
#include "cost_gains.h"
#include "processor.h"

// How the blocks of a launch differ in their work: not at all, each has its own, or they share what is in a queue.
typedef enum { BLOCKS_ALIKE, BLOCKS_UNEVEN, BLOCKS_QUEUE } BlockKind;

// A launch as it was run.
typedef struct {
    SassCode *code;
    const ProcessorTask *task;
    const ProcessorResult *result;
    SassFind find;
    void *context;
    uint32_t multiprocessors; // of the GPU
    double per_block;         // instructions of warps
    double clocks;            // of the launch, without its overhead
    BlockKind kind;
    bool together; // blocks wait for each other
    double scale;  // of what is gained: the launch is that much longer than what was run
} Launched;

CostGains experiments_run(const Launched *launched);

// Clocks of the whole launch, and what they were spent on. What was not executed goes on at the rate of the second half
// of what was.
double launch_clocks(const ProcessorTask *task, const ProcessorResult *result, double per_block, double *reasons);

#endif

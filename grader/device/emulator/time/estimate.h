// estimate.h - how long a launch would take on the GPU, and what it would wait for.
//
// The machine code of the kernel runs on a model of some of the GPU's multiprocessors (processor.h), beside the
// emulation of its PTX and before it: it reads what global memory holds and writes to pages of its own. One launch goes
// this way:
//   1. the kernel's code is decoded once (sass/), and the launch's parameters become constants of it;
//   2. some blocks are executed without a clock: are blocks alike, and how long are they?
//   3. as many multiprocessors as the budget allows run their share of the blocks; if even that is too much, the rate
//   at
//      which they go on is measured, and the rest follows from it;
//   4. clocks become microseconds, and idle clocks reasons.
// An instruction that is not known gives no estimate, and its name.
#ifndef TIME_ESTIMATE_H
#define TIME_ESTIMATE_H

#include "../gpus/gpu.h"
#include "../sass/memory.h"
#include "cost_gains.h"
#include "processor.h"

typedef struct {
    const uint8_t *image; // ELF with the kernel's machine code, which stays where it is
    size_t image_bytes;
    int target; // 90 for sm_90
    const char *kernel;
    uint32_t registers, static_shared_bytes, local_bytes; // as the image says
    uint32_t grid[3], block[3];
    uint32_t dynamic_shared_bytes;
    uint32_t resident;  // blocks of a multiprocessor that fit
    uint64_t workspace; // of the barrier of a grid; 0: the launch is not cooperative
    const uint8_t *parameters;
    uint32_t parameter_bytes;
    SassFind find;         // of allocations
    SassVariable variable; // of the program
    // Told what blocks have written that were executed to their ends, a share of the launch's; NULL: nobody asks.
    void (*ran)(void *context, const SassMemory *memory, double share);
    void *context;              // of all three
    bool repeats;               // the launch before it was the same: caches are warm; otherwise they are cold
    uint64_t instructions_most; // that are executed for the estimate, of warps
    double share;               // of the launch's own instructions, likewise
    WarpTimeline *timeline;     // zeros, to be filled; NULL: nobody asks
    ClockReadings *readings;    // likewise
    double costs_from;          // microseconds from which on costs are tried; INFINITY: nobody asks
} TimeRequest;

typedef struct {
    double microseconds; // 0: there is no estimate
    double low, high; // the range that holds for 80 % of measured kernels; without an estimate `low` is a time that the
                      // launch takes at least, or 0
    double clocks[REASON_COUNT]; // of a multiprocessor, by what they were spent on
    char reason[200];            // what costs most, if costs were tried; why there is no estimate
    double l2_bytes, dram_bytes; // that pass between L1s and the L2, and between the L2 and the DRAM, about
    const char *source;          // of the model's constants
    double instructions;         // executed for this estimate
    double launch_instructions;  // of the whole launch, about
    bool sampled;                // not all blocks were executed
    bool cut;                    // nor those that were begun to their ends: how far the launch is follows from counts
    bool unknown;                // there is none, because an instruction is not known
    CostGains costs;             // what each of them is worth
} TimeEstimate;

typedef struct TimeEstimator TimeEstimator;

TimeEstimator *time_estimator_create(const Gpu *gpu); // NULL: out of memory
void time_estimator_free(TimeEstimator *estimator);
TimeEstimate time_estimate(TimeEstimator *estimator, const TimeRequest *request);

// Microseconds that a launch waits for pages of managed memory: bytes that the host used last, which move, and bytes
// that nobody has used yet.
double time_of_managed(const TimeEstimator *estimator, uint64_t moved, uint64_t first_used);

// Executes the whole launch, block after block, without a clock, and adds what its instructions count. What it wrote,
// for sass_memory_written() and sass_memory_free(); NULL, with a sentence in reason: it cannot be executed.
SassMemory *time_execute(TimeEstimator *estimator, const TimeRequest *request, Counters *counters, char reason[200]);

const char *time_reason_name(Reason reason);

#endif

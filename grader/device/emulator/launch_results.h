// launch_results.h - elements of results that launches have written which are only estimated (options.sample).
//
// Of such a launch some blocks are executed, and nothing of what they write gets into the device's memory. Here a few
// of these elements are kept, so that somebody who knows the right ones can tell whether blocks did at that size what
// they were there for. A block that is executed alone writes its final values if no other block adds to them, and if it
// reads nothing that blocks should have written which were left out; where that is not certain, an array is `unsure`.
#ifndef LAUNCH_RESULTS_H
#define LAUNCH_RESULTS_H

#include "machine/allocations.h"
#include "sass/memory.h"

#define RESULT_ARRAYS 8
#define RESULT_SAMPLES 64

typedef struct {
    bool taken;
    uint64_t index; // of the element in its array
    uint64_t bits;  // of the element, its first byte lowest
} ResultSample;

typedef struct {
    const char *name; // owned by who watches the array
    uint64_t address, bytes;
    uint32_t element_bytes; // at most 8
    double covered;         // elements that launches write, as a share, if all blocks write as many as those executed
    double covers;          // the same of the launch that is being estimated
    bool stored;            // that launch has stored to its allocation, be it what was there already
    bool unsure;
    ResultSample samples[RESULT_SAMPLES];
} ResultArray;

typedef struct {
    ResultArray arrays[RESULT_ARRAYS];
    unsigned count;
    bool lost;  // the host has read what is not there, and may give it back to the device: nothing is certain any more
    bool noted; // what blocks of the launch have written that is being estimated
    bool depends; // the launch that is being estimated reads what blocks should have written that were left out
} LaunchResults;

// Watches an array from now on; one of that name is replaced. Arrays of which there is no room are not watched.
void launch_results_watch(LaunchResults *results, const char *name, uint64_t address, uint64_t bytes,
                          uint32_t element_bytes);
// Notes what executed blocks have written, which are a share of their launch's. May be called again for a launch.
void launch_results_note(LaunchResults *results, const Memory *device, const SassMemory *written, double share);
// Bytes are copied from one allocation to another; NULL: to the host.
void launch_results_copied(LaunchResults *results, Allocation *to, const Allocation *from);
// The launch may write anything to the allocation: its blocks cannot be executed. skipped: as below.
void launch_results_unknown(LaunchResults *results, Allocation *allocation, bool skipped);
// The launch has been estimated. skipped: it will not be run, so most of what it should write is missing from now on.
void launch_results_end(LaunchResults *results, const Memory *device, bool skipped);

#endif

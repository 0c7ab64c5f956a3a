// asynchronous.h - what goes on beside the warp that has begun it: copies in groups, and phases of barrier objects.
#ifndef TIME_ASYNCHRONOUS_H
#define TIME_ASYNCHRONOUS_H

#include "caches.h"

#define COPY_GROUPS 64 // that a warp can still wait for: DEPBAR has six bits for them

// The copies of a warp. Groups end in their order, so each ends no sooner than the one before.
typedef struct {
    double ends[COPY_GROUPS]; // a ring, by number; of those that are counted
    AccessTime last;          // of all copies so far, when they are done
    uint32_t count;           // groups so far
    uint8_t board;            // that counts them
} CopyGroups;

void copies_begin(CopyGroups *copies);
// Notes an instruction that takes so long. Until when the warp waits for groups of copies; 0: it does not.
double copies_note(CopyGroups *copies, const Sass *in, const AccessTime *time);

// The barrier objects of a block, as many as SassBlock.ended tells apart.
typedef struct {
    AccessTime arrived; // the latest arrival so far
    MemoryWait waited;  // what the phase that has ended waited for
} Phase;

// Notes what the instruction does to objects; copies: of its warp. Whether it ends a phase.
bool phases_note(Phase *phases, const CopyGroups *copies, const SassWarp *warp, const Sass *in, uint32_t mask,
                 const AccessTime *time);
// An instruction that waits for a phase has its result `latency` after the end of the phase.
void phases_wait(const Phase *phases, const SassWarp *warp, uint32_t mask, double latency, AccessTime *time);

#endif

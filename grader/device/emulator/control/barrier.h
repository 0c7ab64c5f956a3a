// barrier.h - barriers of a block's threads.
#ifndef BARRIER_H
#define BARRIER_H

#include "../machine/code.h"

typedef struct Barrier {
    uint32_t arrived;         // threads counted so far
    uint32_t expected;        // given with the barrier, 0: every thread of the block that has not exited
    uint32_t true_votes;      // bar.red
    const Instruction *first; // what the first thread arrived at
    const Warp *first_warp;
} Barrier;
void barriers_check(Block *block); // lets the threads go on whose barrier is complete

#endif

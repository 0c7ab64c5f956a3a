// block.h - a block of threads, from its first instruction to its last.
#ifndef BLOCK_H
#define BLOCK_H

#include "../machine/code.h"

// Ended; its warps only spin; one of them may have asked which work is next; all of them wait, after some have moved;
// all of them wait, and none has moved.
typedef enum { BLOCK_DONE, BLOCK_SPINNING, BLOCK_ASKED, BLOCK_MOVED, BLOCK_WAITING } BlockState;
Block *block_create(Launch *launch, Worker *worker); // NULL: out of memory
void block_begin(Block *block, uint32_t index);
BlockState block_run(Block *block); // until it ends, or all its warps only wait or spin, or one has asked
// All warps wait: some go on without what they wait for, or it is a fault and the block stops. false: none can go on.
bool block_resolve_deadlock(Block *block);
void block_end(Block *block); // ends a block that shall not run further
void block_free(Block *block);

Dim3 cluster_size(const Launch *launch); // in blocks; 1 x 1 x 1 where there are no clusters

#endif

// blocks.h - basic blocks: a function cut where control can come in or go elsewhere.
#ifndef BLOCKS_H
#define BLOCKS_H

#include "flow.h"

typedef struct {
    uint32_t *block_of; // by PTX instruction (and one past the end)
    uint32_t *first;    // by block: its first PTX instruction; [count]: instruction_count
    uint32_t *entry;    // by block: where control comes in: the loop's head, if one was put before it, or place
    uint32_t *place;    // by block: its first instruction in the layout, UINT32_MAX: not reachable
    uint32_t *end;      // by block: after its last instruction in the layout
    BlockEdges *edges;
    uint32_t count;
    Flow flow;
} Blocks;

// Cuts the function; the last block is its end, an implicit return. All of it is in the arena.
void blocks_find(const PtxFunction *function, Arena *arena, Blocks *blocks);

#endif

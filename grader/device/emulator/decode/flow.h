// flow.h - how control flows through a function's basic blocks: order, dominators, loops.
#ifndef FLOW_H
#define FLOW_H

#include "../base/arena.h"
#include "../machine/code.h"

#define NO_BLOCK UINT32_MAX

// Where a basic block leads to: next[0] and next[1] (-1: none) and, for a jump table, more[0..more_count).
typedef struct {
    int32_t next[2];
    const uint32_t *more;
    uint32_t more_count;
} BlockEdges;

typedef struct {
    Arena *arena; // where all of it is
    const BlockEdges *edges;
    uint32_t count;
    uint32_t *order, reached;    // blocks that can be reached from block 0, in reverse post-order
    uint32_t *number;            // by block: its place in order, NO_BLOCK: not reached
    uint32_t *dominator;         // by block: the immediate one; block 0 its own
    uint32_t *entered, *left;    // by block: when a walk of the dominator tree comes to it and leaves it
    uint32_t *first_from, *from; // by block: its predecessors are from[first_from[b] .. first_from[b + 1])
    uint32_t *loop;              // by block: header of the innermost loop that it is in; a header is in its own
    uint32_t *around;            // by header: header of the loop around its loop, or NO_BLOCK
    bool reducible;              // every cycle is a loop with one entry
} Flow;

void flow_find(Flow *flow, Arena *arena, const BlockEdges *edges, uint32_t count);

bool flow_dominates(const Flow *flow, uint32_t above, uint32_t below);
bool flow_in_loop(const Flow *flow, uint32_t block, uint32_t header);

// layout.c: order[] becomes the layout order of the basic blocks that can be reached from block 0; returns how many.
uint32_t layout_order(const Flow *flow, uint32_t *order);

static inline uint32_t flow_edge_count(const BlockEdges *edges) { return 2 + edges->more_count; }
static inline int32_t flow_edge(const BlockEdges *edges, uint32_t n) { // -1: none
    return n < 2 ? edges->next[n] : (int32_t)edges->more[n - 2];
}

#endif

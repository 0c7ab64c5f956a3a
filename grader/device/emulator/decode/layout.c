// layout.c - the order of basic blocks: joins after both sides, whole loops before what follows them.
//
// A reverse post-order puts a join after the branches that lead to it. Then each loop's blocks, rare ones included, are
// brought together after its header: nothing but the header is entered from elsewhere, so that this keeps joins
// where they are, and puts what follows the loop behind all of it. Lanes of a warp that always run the lowest place
// first reconverge where ptxas would let them, at the immediate post-dominator, or earlier.
#include "flow.h"
#include <assert.h>
#include <stdbool.h>

typedef struct {
    const BlockEdges *edges;
    uint32_t *depth; // loops around the block
    uint8_t *seen;
} Layout;

// The next successor to visit of a block: the one in the fewest loops.
static int32_t next_successor(const Layout *l, uint32_t block) {
    int32_t best = -1;
    for (uint32_t n = 0; n < flow_edge_count(&l->edges[block]); n++) {
        int32_t to = flow_edge(&l->edges[block], n);
        if (to < 0 || l->seen[to]) continue;
        if (best < 0 || l->depth[to] < l->depth[best]) best = to;
    }
    return best;
}

// Depth-first walk from block 0 without recursion; order[] becomes its reverse post-order.
static uint32_t walk(const Flow *flow, const Layout *l, uint32_t *order) {
    uint32_t count = flow->count;
    uint32_t *stack = arena_array(flow->arena, count + 1, sizeof *stack),
             *postorder = arena_array(flow->arena, count + 1, sizeof *postorder);
    uint32_t height = 0, reached = 0;
    stack[height++] = 0;
    l->seen[0] = 1;
    while (height) {
        int32_t to = next_successor(l, stack[height - 1]);
        if (to < 0) {
            postorder[reached++] = stack[--height];
        } else {
            l->seen[to] = 1;
            stack[height++] = (uint32_t)to;
        }
    }
    for (uint32_t n = 0; n < reached; n++) order[n] = postorder[reached - 1 - n];
    return reached;
}

// A header comes before its loop's blocks, and those of loops around it before it.
static void count_loops(const Flow *flow, uint32_t *depth) {
    for (uint32_t n = 0; n < flow->reached; n++) {
        uint32_t block = flow->order[n], header = flow->loop[block];
        uint32_t around = header == NO_BLOCK ? NO_BLOCK : flow->around[header];
        if (header == block) depth[block] = 1 + (around == NO_BLOCK ? 0 : depth[around]);
        else depth[block] = header == NO_BLOCK ? 0 : depth[header];
    }
}

// The blocks of a loop, and what has been put in order so far.
typedef struct {
    const Flow *flow;
    const uint32_t *from; // all blocks in reverse post-order
    uint32_t count;
    uint8_t *done;
    uint32_t *order, placed;
} Gathering;

// The loop directly inside `loop` (NO_BLOCK: all) that the block is in; NO_BLOCK: none. *inside: it is in `loop` at
// all.
static uint32_t inner_loop(const Flow *flow, uint32_t block, uint32_t loop, bool *inside) {
    uint32_t inner = NO_BLOCK, at = flow->loop[block];
    while (at != loop && at != NO_BLOCK) {
        inner = at;
        at = flow->around[at];
    }
    *inside = at == loop;
    return inner;
}

// Places the blocks of a loop, from the place of its header in `from` on.
static void gather(Gathering *g, uint32_t loop, uint32_t begin) {
    for (uint32_t n = begin; n < g->count; n++) {
        bool inside;
        uint32_t block = g->from[n], inner = inner_loop(g->flow, block, loop, &inside);
        if (!inside || g->done[block]) continue;
        if (inner != NO_BLOCK) {
            gather(g, inner, n);
        } else {
            g->done[block] = 1;
            g->order[g->placed++] = block;
        }
    }
}

uint32_t layout_order(const Flow *flow, uint32_t *order) {
    Layout l = {flow->edges, arena_array(flow->arena, flow->count + 1, sizeof *l.depth),
                arena_array(flow->arena, flow->count + 1, 1)};
    uint32_t *visited = arena_array(flow->arena, flow->count + 1, sizeof *visited);
    count_loops(flow, l.depth);
    uint32_t reached = walk(flow, &l, visited);
    Gathering g = {flow, visited, reached, arena_array(flow->arena, flow->count + 1, 1), order, 0};
    gather(&g, NO_BLOCK, 0);
    assert(g.placed == reached && reached == flow->reached && order[0] == 0);
    return reached;
}

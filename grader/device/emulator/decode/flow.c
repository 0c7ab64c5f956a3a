// flow.c - how control flows through a function's basic blocks: order, dominators, loops.
//
// A loop is a header and all that reaches its back edges without passing it; a back edge leads to a block that
// dominates where it comes from. Loops with one header are one loop, others are disjoint or nested.
#include "flow.h"
#include <assert.h>
#include <string.h>

// ---- order ---------------------------------------------------------------------------------------------------------

// Depth-first walk without recursion. What a branch leads to is visited first, and so comes last in the order.
static void find_order(Flow *flow) {
    uint32_t *stack = arena_array(flow->arena, flow->count + 1, sizeof *stack), height = 0, places = flow->count;
    uint32_t *next =
        arena_array(flow->arena, flow->count + 1, sizeof *next); // by block: its edges that are left to follow
    for (uint32_t b = 0; b < flow->count; b++) next[b] = flow_edge_count(&flow->edges[b]);
    uint8_t *seen = arena_array(flow->arena, flow->count + 1, 1);
    stack[height++] = 0;
    seen[0] = 1;
    while (height) {
        uint32_t block = stack[height - 1];
        if (next[block] == 0) {
            flow->order[--places] = block;
            height--;
            continue;
        }
        int32_t to = flow_edge(&flow->edges[block], --next[block]);
        if (to < 0 || seen[to]) continue;
        seen[to] = 1;
        assert(height < flow->count);
        stack[height++] = (uint32_t)to;
    }
    assert(flow->order[places] == 0);
    flow->reached = flow->count - places;
    memmove(flow->order, flow->order + places, flow->reached * sizeof *flow->order);
    memset(flow->number, 0xff, flow->count * sizeof *flow->number);
    for (uint32_t n = 0; n < flow->reached; n++) flow->number[flow->order[n]] = n;
}

static void find_predecessors(Flow *flow) {
    uint32_t *start = flow->first_from, count = flow->count;
    for (uint32_t b = 0; b < count; b++)
        for (uint32_t e = 0; flow->number[b] != NO_BLOCK && e < flow_edge_count(&flow->edges[b]); e++)
            if (flow_edge(&flow->edges[b], e) >= 0) start[flow_edge(&flow->edges[b], e) + 2]++;
    for (uint32_t b = 1; b < count + 2; b++) start[b] += start[b - 1];
    flow->from = arena_array(flow->arena, start[count + 1] + 1, sizeof *flow->from);
    for (uint32_t b = 0; b < count; b++)
        for (uint32_t e = 0; flow->number[b] != NO_BLOCK && e < flow_edge_count(&flow->edges[b]); e++)
            if (flow_edge(&flow->edges[b], e) >= 0) flow->from[start[flow_edge(&flow->edges[b], e) + 1]++] = b;
}

// ---- dominators ----------------------------------------------------------------------------------------------------

static uint32_t common_dominator(const Flow *flow, uint32_t a, uint32_t b) {
    while (a != b) {
        while (flow->number[a] > flow->number[b]) a = flow->dominator[a];
        while (flow->number[b] > flow->number[a]) b = flow->dominator[b];
    }
    return a;
}

static uint32_t dominator_of(const Flow *flow, uint32_t block) {
    uint32_t found = NO_BLOCK;
    for (uint32_t n = flow->first_from[block]; n < flow->first_from[block + 1]; n++) {
        uint32_t from = flow->from[n];
        if (flow->dominator[from] == NO_BLOCK) continue;
        found = found == NO_BLOCK ? from : common_dominator(flow, found, from);
    }
    assert(found != NO_BLOCK); // in this order, what leads to a block for the first time comes before it
    return found;
}

// Cooper, Harvey, Kennedy: "A simple, fast dominance algorithm".
static void find_dominators(Flow *flow) {
    memset(flow->dominator, 0xff, flow->count * sizeof *flow->dominator);
    flow->dominator[0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 1; n < flow->reached; n++) {
            uint32_t block = flow->order[n], found = dominator_of(flow, block);
            changed |= found != flow->dominator[block];
            flow->dominator[block] = found;
        }
    }
}

// Numbers the dominator tree in preorder: how many blocks each dominates tells when the walk leaves it.
static void number_dominators(Flow *flow) {
    uint32_t *below = arena_array(flow->arena, flow->count + 1, sizeof *below);
    for (uint32_t n = flow->reached; n-- > 1;) {
        uint32_t block = flow->order[n];
        below[flow->dominator[block]] += ++below[block];
    }
    flow->entered[0] = 0;
    flow->left[0] = flow->reached;
    uint32_t *next =
        arena_array(flow->arena, flow->count + 1, sizeof *next); // by block: when its next child is entered
    next[0] = 1;
    for (uint32_t n = 1; n < flow->reached; n++) {
        uint32_t block = flow->order[n], above = flow->dominator[block];
        assert(flow->number[above] < n);
        flow->entered[block] = next[above];
        flow->left[block] = next[above] += below[block];
        next[block] = flow->entered[block] + 1;
        assert(flow->left[block] <= flow->left[above]);
    }
}

bool flow_dominates(const Flow *flow, uint32_t above, uint32_t below) {
    return flow->entered[above] <= flow->entered[below] && flow->entered[below] < flow->left[above];
}

// ---- loops ---------------------------------------------------------------------------------------------------------

typedef struct {
    uint32_t *outermost; // by block: itself, or a step towards the header of the outermost loop found so far around it
    uint32_t *stack, height;
} Nest;

static uint32_t outermost(Nest *nest, uint32_t block) {
    while (nest->outermost[block] != block) block = nest->outermost[block] = nest->outermost[nest->outermost[block]];
    return block;
}

static void add_to_loop(Flow *flow, Nest *nest, uint32_t block, uint32_t header) {
    uint32_t inner = outermost(nest, block);
    if (inner == header) return;
    if (flow->loop[inner] == inner) flow->around[inner] = header;
    else flow->loop[inner] = header;
    nest->outermost[inner] = header;
    assert(nest->height < flow->count);
    nest->stack[nest->height++] = inner;
}

static void find_loop(Flow *flow, Nest *nest, uint32_t header) {
    assert(!nest->height);
    for (uint32_t n = flow->first_from[header]; n < flow->first_from[header + 1]; n++) {
        uint32_t from = flow->from[n];
        if (flow->number[from] < flow->number[header]) continue;
        if (!flow_dominates(flow, header, from)) {
            flow->reducible = false;
            continue;
        }
        flow->loop[header] = header;
        add_to_loop(flow, nest, from, header);
    }
    while (nest->height) {
        uint32_t block = nest->stack[--nest->height];
        for (uint32_t n = flow->first_from[block]; n < flow->first_from[block + 1]; n++)
            add_to_loop(flow, nest, flow->from[n], header);
    }
}

// Inner loops come before those around them, for these dominate their headers.
static void find_loops(Flow *flow) {
    Nest nest = {arena_array(flow->arena, flow->count + 1, sizeof *nest.outermost),
                 arena_array(flow->arena, flow->count + 1, sizeof *nest.stack), 0};
    for (uint32_t b = 0; b < flow->count; b++) nest.outermost[b] = b;
    memset(flow->loop, 0xff, flow->count * sizeof *flow->loop);
    memset(flow->around, 0xff, flow->count * sizeof *flow->around);
    flow->reducible = true;
    for (uint32_t n = flow->reached; n-- > 0;) find_loop(flow, &nest, flow->order[n]);
}

bool flow_in_loop(const Flow *flow, uint32_t block, uint32_t header) {
    uint32_t around = flow->loop[block];
    while (around != NO_BLOCK && around != header) around = flow->around[around];
    return around == header;
}

void flow_find(Flow *flow, Arena *arena, const BlockEdges *edges, uint32_t count) {
    uint32_t *memory = arena_array(arena, (size_t)count * 8 + 2, sizeof *memory), *part = memory;
    *flow = (Flow){.arena = arena, .edges = edges, .count = count};
    uint32_t **const PARTS[] = {&flow->order, &flow->number, &flow->dominator, &flow->entered,
                                &flow->left,  &flow->loop,   &flow->around,    &flow->first_from};
    for (size_t n = 0; n < sizeof PARTS / sizeof *PARTS; n++, part += count) *PARTS[n] = part;
    find_order(flow);
    find_predecessors(flow);
    find_dominators(flow);
    number_dominators(flow);
    find_loops(flow);
}

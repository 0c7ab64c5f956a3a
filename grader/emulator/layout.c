// layout.c - the order of basic blocks: joins after both sides, whole loops before what follows them.
//
// A reverse post-order puts a join after the branches that lead to it. Among the successors of a block those
// that leave more loops are visited first, and so come last: then a loop's blocks, rare ones included, all stand
// before its exit. Lanes of a warp that always run the lowest place first meet again where the hardware's
// compiler would let them meet, at the immediate post-dominator, or earlier.
#include "code.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    const BlockEdges *edges;
    uint32_t count;
    uint32_t *postorder; // blocks in post-order of a plain depth-first walk
    uint32_t *number;    // by block: its place in postorder, count: unreachable
    uint32_t reached;
    uint32_t *dominator; // immediate, by block
    uint32_t *depth;     // loops around the block
    uint8_t *state;
} Layout;

static uint32_t edge_count(const BlockEdges *edges) { return 2 + edges->more_count; }

static int32_t edge(const BlockEdges *edges, uint32_t n) {
    return n < 2 ? edges->next[n] : (int32_t)edges->more[n - 2];
}

// The next successor to visit of a block with `done` marks: deepest loop last when ordered is set, written order
// otherwise.
static int32_t next_successor(const Layout *l, uint32_t block, bool ordered) {
    int32_t best = -1;
    for (uint32_t n = 0; n < edge_count(&l->edges[block]); n++) {
        int32_t to = edge(&l->edges[block], n);
        if (to < 0 || l->state[to]) continue;
        if (best < 0 || (ordered && l->depth[to] < l->depth[best])) best = to;
        if (!ordered) break;
    }
    return best;
}

// Depth-first walk from block 0 without recursion; fills postorder, returns how many blocks it reached.
static uint32_t walk(Layout *l, bool ordered, uint32_t *postorder) {
    uint32_t *stack = malloc(sizeof *stack * (l->count + 1)), height = 0, reached = 0;
    memset(l->state, 0, l->count);
    stack[height++] = 0;
    l->state[0] = 1;
    while (height) {
        int32_t to = next_successor(l, stack[height - 1], ordered);
        if (to < 0) {
            postorder[reached++] = stack[--height];
        } else {
            l->state[to] = 1;
            stack[height++] = (uint32_t)to;
        }
    }
    free(stack);
    return reached;
}

static uint32_t common_dominator(const Layout *l, uint32_t a, uint32_t b) {
    while (a != b) {
        while (l->number[a] < l->number[b]) a = l->dominator[a];
        while (l->number[b] < l->number[a]) b = l->dominator[b];
    }
    return a;
}

// Cooper, Harvey, Kennedy: "A simple, fast dominance algorithm".
static void find_dominators(Layout *l) {
    for (uint32_t b = 0; b < l->count; b++) l->dominator[b] = l->count;
    l->dominator[0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = l->reached; n-- > 0;) {
            uint32_t from = l->postorder[n];
            for (uint32_t e = 0; e < edge_count(&l->edges[from]); e++) {
                int32_t to = edge(&l->edges[from], e);
                if (to <= 0 || l->dominator[from] == l->count) continue;
                uint32_t old = l->dominator[to];
                uint32_t found = old == l->count ? from : common_dominator(l, old, from);
                if (found != old) l->dominator[to] = found, changed = true;
            }
        }
    }
}

static bool dominates(const Layout *l, uint32_t above, uint32_t below) {
    while (l->number[below] < l->number[above]) below = l->dominator[below];
    return above == below;
}

typedef struct {
    uint32_t *start, *from;
} Predecessors; // of block b: from[start[b] .. start[b + 1])

static Predecessors find_predecessors(const Layout *l) {
    Predecessors p = {calloc(l->count + 2, sizeof(uint32_t)), NULL};
    for (uint32_t b = 0; b < l->count; b++)
        for (uint32_t e = 0; e < edge_count(&l->edges[b]); e++)
            if (edge(&l->edges[b], e) >= 0) p.start[edge(&l->edges[b], e) + 2]++;
    for (uint32_t b = 1; b < l->count + 2; b++) p.start[b] += p.start[b - 1];
    p.from = malloc(sizeof(uint32_t) * (p.start[l->count + 1] + 1));
    for (uint32_t b = 0; b < l->count; b++)
        for (uint32_t e = 0; e < edge_count(&l->edges[b]); e++)
            if (edge(&l->edges[b], e) >= 0) p.from[p.start[edge(&l->edges[b], e) + 1]++] = b;
    return p;
}

// Adds one to the depth of every block of the natural loop with that header.
static void mark_loop(Layout *l, const Predecessors *p, uint32_t header, uint32_t *stack) {
    uint32_t height = 0;
    memset(l->state, 0, l->count);
    l->state[header] = 1;
    l->depth[header]++;
    for (uint32_t n = p->start[header]; n < p->start[header + 1]; n++) {
        uint32_t from = p->from[n];
        if (l->number[from] == l->count || !dominates(l, header, from) || l->state[from]) continue;
        l->state[from] = 1;
        stack[height++] = from;
    }
    while (height) {
        uint32_t block = stack[--height];
        l->depth[block]++;
        for (uint32_t n = p->start[block]; n < p->start[block + 1]; n++) {
            uint32_t from = p->from[n];
            if (l->state[from] || l->number[from] == l->count) continue;
            l->state[from] = 1;
            stack[height++] = from;
        }
    }
}

static bool is_header(const Layout *l, const Predecessors *p, uint32_t block) {
    for (uint32_t n = p->start[block]; n < p->start[block + 1]; n++)
        if (l->number[p->from[n]] != l->count && dominates(l, block, p->from[n])) return true;
    return false;
}

static void find_loops(Layout *l) {
    Predecessors p = find_predecessors(l);
    uint32_t *stack = malloc(sizeof *stack * (l->count + 1));
    for (uint32_t b = 0; b < l->count; b++)
        if (l->number[b] != l->count && is_header(l, &p, b)) mark_loop(l, &p, b, stack);
    free(stack);
    free(p.start);
    free(p.from);
}

uint32_t layout_order(const BlockEdges *edges, uint32_t count, uint32_t *order) {
    Layout l = {.edges = edges, .count = count};
    uint32_t *memory = calloc((size_t)count * 5, sizeof *memory);
    l.postorder = memory, l.number = memory + count, l.dominator = memory + 2 * count, l.depth = memory + 3 * count;
    uint32_t *final = memory + 4 * count;
    l.state = calloc(count, 1);
    l.reached = walk(&l, false, l.postorder);
    for (uint32_t b = 0; b < count; b++) l.number[b] = count;
    for (uint32_t n = 0; n < l.reached; n++) l.number[l.postorder[n]] = n;
    find_dominators(&l);
    find_loops(&l);
    uint32_t reached = walk(&l, true, final);
    for (uint32_t n = 0; n < reached; n++) order[n] = final[reached - 1 - n];
    free(l.state);
    free(memory);
    return reached;
}

// flow.c - which blocks are reached, their order, dominators and loops.
//
// Dominators: the iteration of Cooper, Harvey and Kennedy over the reverse postorder. A loop is the set of blocks from
// which a back edge is reached without its head. In the final order a block's way out of a loop comes after the loop,
// because it is visited first.
#include "passes.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Block *block;
    unsigned next;
} Visit;

static bool leaves_loop(const Block *from, const Block *to) {
    const Block *loop = from->loop;
    return loop && !in_loop(to, loop);
}

// The order of successors: what shall come last in the list is visited first.
static void successors(const Block *block, Block *order[2]) {
    order[0] = block->to[1];
    order[1] = block->to[0];
    if (!block->to[0] || !block->to[1]) {
        order[0] = block->to[0] ? block->to[0] : block->to[1];
        order[1] = NULL;
        return;
    }
    if (leaves_loop(block, block->to[0]) && !leaves_loop(block, block->to[1])) {
        order[0] = block->to[0];
        order[1] = block->to[1];
    }
}

static uint32_t order_blocks(Graph *graph, Block **sorted) {
    uint32_t count = 0, depth = 0, total = graph->block_count;
    Visit *stack = malloc((total + 1) * sizeof *stack);
    if (!stack) abort();
    for (uint32_t n = 0; n < total; n++) graph->blocks[n]->reached = false;
    stack[depth++] = (Visit){graph->blocks[0], 0};
    graph->blocks[0]->reached = true;
    while (depth) {
        Visit *visit = &stack[depth - 1];
        Block *order[2];
        successors(visit->block, order);
        Block *next = visit->next < 2 ? order[visit->next++] : NULL;
        if (next) {
            if (next->reached) continue;
            next->reached = true;
            stack[depth++] = (Visit){next, 0};
        } else if (visit->next >= 2 || !order[visit->next]) {
            sorted[count++] = visit->block;
            depth--;
        }
    }
    free(stack);
    for (uint32_t n = 0; n < count / 2; n++) {
        Block *other = sorted[n];
        sorted[n] = sorted[count - 1 - n];
        sorted[count - 1 - n] = other;
    }
    return count;
}

static void take_order(Graph *graph, Block **sorted, uint32_t count) {
    memcpy(graph->blocks, sorted, count * sizeof *sorted);
    graph->block_count = count;
    graph_renumber(graph);
}

static Block *common(Block *a, Block *b) {
    while (a != b) {
        while (a->number > b->number) a = a->dominator;
        while (b->number > a->number) b = b->dominator;
    }
    return a;
}

static void find_dominators(Graph *graph) {
    for (uint32_t n = 0; n < graph->block_count; n++) graph->blocks[n]->dominator = NULL;
    graph->blocks[0]->dominator = graph->blocks[0];
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 1; n < graph->block_count; n++) {
            Block *block = graph->blocks[n], *found = NULL;
            for (uint32_t k = 0; k < block->from_count; k++)
                if (block->from[k]->dominator) found = found ? common(found, block->from[k]) : block->from[k];
            if (found != block->dominator) {
                block->dominator = found;
                changed = true;
            }
        }
    }
}

bool dominates(const Block *a, const Block *b) {
    while (b->number > a->number) b = b->dominator;
    return a == b;
}

bool in_loop(const Block *block, const Block *head) {
    for (const Block *loop = block->loop; loop; loop = loop->outer)
        if (loop == head) return true;
    return false;
}

static void enter_loop(Block *block, Block *head, Block **stack, uint32_t *count) {
    if (block->loop == head) return;
    block->loop = head;
    block->depth++;
    stack[(*count)++] = block;
}

// Heads come in the order of the blocks, so an inner loop overwrites the outer one's mark.
static void find_loops(Graph *graph) {
    Block **stack = malloc((graph->block_count + 1) * sizeof *stack);
    if (!stack) abort();
    for (uint32_t n = 0; n < graph->block_count; n++) {
        Block *block = graph->blocks[n];
        block->loop = block->outer = NULL;
        block->depth = 0;
    }
    for (uint32_t n = 0; n < graph->block_count; n++) {
        Block *head = graph->blocks[n];
        uint32_t count = 0;
        bool is_head = false;
        for (uint32_t k = 0; k < head->from_count; k++) is_head |= dominates(head, head->from[k]);
        if (!is_head) continue;
        head->outer = head->loop;
        enter_loop(head, head, stack, &count);
        count = 0;
        for (uint32_t k = 0; k < head->from_count; k++)
            if (dominates(head, head->from[k])) enter_loop(head->from[k], head, stack, &count);
        while (count) {
            Block *block = stack[--count];
            for (uint32_t k = 0; k < block->from_count; k++) enter_loop(block->from[k], head, stack, &count);
        }
    }
    free(stack);
}

void flow_compute(Graph *graph) {
    Block **sorted = malloc((graph->block_count + 1) * sizeof *sorted);
    if (!sorted) abort();
    for (uint32_t n = 0; n < graph->block_count; n++) graph->blocks[n]->loop = NULL;
    take_order(graph, sorted, order_blocks(graph, sorted));
    find_dominators(graph);
    find_loops(graph);
    take_order(graph, sorted, order_blocks(graph, sorted));
    find_dominators(graph);
    free(sorted);
}

// dead.c - operations and loops that nothing needs, phis that choose between equals, and the replacement of operations.
#include "passes.h"

#include <stdlib.h>

Op *op_resolved(Op *op) {
    while (op->replaced) op = op->replaced;
    return op;
}

void graph_resolve(Graph *graph) {
    for (uint32_t n = 0; n < graph->block_count; n++) {
        Block *block = graph->blocks[n];
        for (Op *op = block->first, *next; op; op = next) {
            next = op->next;
            if (op->replaced) {
                op_remove(op);
                continue;
            }
            for (uint32_t k = 0; k < op->arg_count; k++) op->args[k] = op_resolved(op->args[k]);
        }
        if (block->condition) block->condition = op_resolved(block->condition);
    }
}

void count_uses(Graph *graph) {
    for (uint32_t n = 0; n < graph->block_count; n++)
        for (Op *op = graph->blocks[n]->first; op; op = op->next) op->uses = 0;
    for (uint32_t n = 0; n < graph->block_count; n++) {
        for (Op *op = graph->blocks[n]->first; op; op = op->next)
            for (uint32_t k = 0; k < op->arg_count; k++) op->args[k]->uses++;
        if (graph->blocks[n]->condition) graph->blocks[n]->condition->uses++;
    }
}

// The only value that a phi can have, apart from itself; NULL: there are several. What is undefined may be that value
// if it is computed before the phi.
static Op *only_value(Op *phi) {
    Op *only = NULL;
    bool undefined = false;
    for (uint32_t n = 0; n < phi->arg_count; n++) {
        Op *arg = op_resolved(phi->args[n]);
        if (arg == phi) continue;
        if (arg->code == CODE_UNDEFINED) undefined = true;
        else if (only && only != arg) return NULL;
        else only = arg;
    }
    if (!only) return phi->args[0]->code == CODE_UNDEFINED ? phi->args[0] : NULL;
    if (undefined && only->block && (only->block == phi->block || !dominates(only->block, phi->block))) return NULL;
    return only;
}

static void remove_equal_phis(Graph *graph) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < graph->block_count; n++)
            for (Op *op = graph->blocks[n]->first; op && op->code == CODE_PHI; op = op->next) {
                Op *only = op->replaced ? NULL : only_value(op);
                if (!only) continue;
                op->replaced = only;
                changed = true;
            }
    }
    graph_resolve(graph);
}

static bool is_root(const Op *op) { return op->effect || op->is_volatile; }

void remove_dead(Graph *graph) {
    remove_equal_phis(graph);
    uint32_t room = 1024, count = 0;
    Op **work = malloc(room * sizeof *work);
    if (!work) abort();
#define NEED(wanted)                                                                                                   \
    do {                                                                                                               \
        Op *op_needed = (wanted);                                                                                      \
        if (op_needed->block && !op_needed->mark) {                                                                    \
            op_needed->mark = 1;                                                                                       \
            if (count == room && !(work = realloc(work, (room *= 2) * sizeof *work))) abort();                         \
            work[count++] = op_needed;                                                                                 \
        }                                                                                                              \
    } while (0)
    for (uint32_t n = 0; n < graph->block_count; n++)
        for (Op *op = graph->blocks[n]->first; op; op = op->next) op->mark = 0;
    for (uint32_t n = 0; n < graph->block_count; n++) {
        Block *block = graph->blocks[n];
        for (Op *op = block->first; op; op = op->next)
            if (is_root(op)) NEED(op);
        if (block->condition) NEED(block->condition);
    }
    while (count) {
        Op *op = work[--count];
        for (uint32_t k = 0; k < op->arg_count; k++) NEED(op->args[k]);
    }
#undef NEED
    for (uint32_t n = 0; n < graph->block_count; n++)
        for (Op *op = graph->blocks[n]->first, *next; op; op = next) {
            next = op->next;
            if (!op->mark) op_remove(op);
        }
    free(work);
}

// ---- loops ----------------------------------------------------------------------------------------------------------

// Whether a value is a counter of the loop, before or after its step.
static bool is_counter(const Op *op, const Block *head) {
    for (int steps = 0; steps < 4 && op->code == CODE_ADD && op->args[1]->code == CODE_CONSTANT; steps++)
        op = op->args[0];
    if (op->code != CODE_PHI || op->block != head || ir_floating(op->type)) return false;
    for (uint32_t n = 0; n < op->arg_count; n++) {
        const Op *next = op->args[n];
        if (!in_loop(head->from[n], head)) continue;
        if (next->code != CODE_ADD || next->args[0] != op || next->args[1]->code != CODE_CONSTANT) return false;
    }
    return true;
}

static bool is_countable(const Op *condition, const Block *head) {
    if (!condition || condition->code != CODE_COMPARE || ir_floating(condition->type)) return false;
    const Op *a = condition->args[0], *b = condition->args[1];
    bool left = !b->block || !in_loop(b->block, head), right = !a->block || !in_loop(a->block, head);
    return (left && is_counter(a, head)) || (right && is_counter(b, head));
}

// The one block after a loop that does nothing but count and ends; NULL: the loop is another.
static Block *exit_of_idle(const Graph *graph, const Block *head) {
    Block *exit = NULL;
    bool countable = false;
    for (uint32_t n = head->number; n < graph->block_count; n++) {
        Block *block = graph->blocks[n];
        if (!in_loop(block, head)) continue;
        for (const Op *op = block->first; op; op = op->next)
            if (is_root(op) || op->writes || op->barrier) return NULL;
        if (!block->to[0]) return NULL;
        for (int k = 0; k < 2; k++) {
            Block *to = block->to[k];
            if (!to || in_loop(to, head)) continue;
            if (exit && exit != to) return NULL;
            exit = to;
            countable |= is_countable(block->condition, head);
        }
    }
    return countable ? exit : NULL;
}

// Whether what a loop computes is used after it. A phi of the exit may have a value from before the loop.
static bool is_used_after(const Graph *graph, const Block *head, const Block *exit) {
    for (uint32_t n = 0; n < graph->block_count; n++) {
        const Block *block = graph->blocks[n];
        if (in_loop(block, head)) continue;
        if (block->condition && block->condition->block && in_loop(block->condition->block, head)) return true;
        for (const Op *op = block->first; op; op = op->next)
            for (uint32_t k = 0; k < op->arg_count; k++)
                if (op->args[k]->block && in_loop(op->args[k]->block, head)) return true;
    }
    for (const Op *phi = exit->first; phi && phi->code == CODE_PHI; phi = phi->next) {
        const Op *value = NULL;
        for (uint32_t k = 0; k < phi->arg_count; k++) {
            if (!in_loop(exit->from[k], head)) continue;
            if (value && value != phi->args[k]) return true;
            value = phi->args[k];
        }
    }
    return false;
}

static void remove_edge(Block *to, uint32_t n) {
    for (Op *phi = to->first; phi && phi->code == CODE_PHI; phi = phi->next) {
        for (uint32_t k = n + 1; k < phi->arg_count; k++) phi->args[k - 1] = phi->args[k];
        phi->arg_count--;
    }
    for (uint32_t k = n + 1; k < to->from_count; k++) to->from[k - 1] = to->from[k];
    to->from_count--;
}

static bool same_values(const Block *block, uint32_t a, uint32_t b) {
    for (const Op *phi = block->first; phi && phi->code == CODE_PHI; phi = phi->next)
        if (phi->args[a] != phi->args[b]) return false;
    return true;
}

// The block before the loop goes to its exit instead.
static bool bypass(Block *head, Block *exit) {
    Block *before = NULL;
    uint32_t through = UINT32_MAX, around = UINT32_MAX;
    for (uint32_t n = 0; n < head->from_count; n++) {
        if (in_loop(head->from[n], head)) continue;
        if (before) return false;
        before = head->from[n];
    }
    for (uint32_t n = 0; n < exit->from_count && before; n++) {
        if (exit->from[n] == before) around = n;
        else if (in_loop(exit->from[n], head) && through == UINT32_MAX) through = n;
    }
    if (!before || through == UINT32_MAX) return false;
    if (around != UINT32_MAX && !same_values(exit, through, around)) return false;
    if (around != UINT32_MAX) {
        before->to[0] = exit;
        before->to[1] = NULL;
        before->condition = NULL;
    } else {
        before->to[before->to[0] != head] = exit;
        exit->from[through] = before;
    }
    for (uint32_t n = exit->from_count; n-- > 0;)
        if (in_loop(exit->from[n], head)) remove_edge(exit, n);
    return true;
}

static bool remove_a_loop(Graph *graph) {
    for (uint32_t n = graph->block_count; n-- > 0;) { // inner loops first
        Block *head = graph->blocks[n];
        Block *exit = head->loop == head ? exit_of_idle(graph, head) : NULL;
        if (exit && !is_used_after(graph, head, exit) && bypass(head, exit)) return true;
    }
    return false;
}

static bool is_empty(const Block *block) { return !block->first && !block->to[1] && block->from_count == 1; }

static uint32_t edge_from(const Block *to, const Block *from) {
    uint32_t n = 0;
    while (to->from[n] != from) n++;
    return n;
}

// A branch whose two ways do nothing and meet with the same values is none.
static bool join_ways(Block *block) {
    if (!block->to[1] || block->to[0] == block->to[1]) return false;
    Block *ends[2], *last[2];
    for (int k = 0; k < 2; k++) {
        bool passes = is_empty(block->to[k]) && block->to[k]->to[0];
        last[k] = passes ? block->to[k] : block;
        ends[k] = passes ? block->to[k]->to[0] : block->to[k];
    }
    if (ends[0] != ends[1] || last[0] == last[1]) return false;
    uint32_t edges[2] = {edge_from(ends[0], last[0]), edge_from(ends[0], last[1])};
    if (!same_values(ends[0], edges[0], edges[1])) return false;
    ends[0]->from[edges[0]] = block;
    remove_edge(ends[0], edges[1]);
    block->to[0] = ends[0];
    block->to[1] = NULL;
    block->condition = NULL;
    return true;
}

// A block that only one other goes to, and that goes nowhere else, becomes part of that.
static bool merge_next(Block *block) {
    Block *next = block->to[0];
    if (!next || block->to[1] || next->from_count != 1 || next == block) return false;
    for (Op *op = next->first, *following; op; op = following) {
        following = op->next;
        if (op->code == CODE_PHI) op->replaced = op->args[0];
        else {
            op_remove(op);
            op_insert(op, block, NULL);
        }
    }
    block->condition = next->condition;
    block->line = next->line;
    block->inlined = next->inlined;
    for (int k = 0; k < 2; k++) {
        block->to[k] = next->to[k];
        if (next->to[k]) next->to[k]->from[edge_from(next->to[k], next)] = block;
    }
    next->to[0] = next->to[1] = NULL;
    next->condition = NULL;
    next->from_count = 0;
    return true;
}

static bool simplify_flow(Graph *graph) {
    bool changed = false;
    for (uint32_t n = 0; n < graph->block_count; n++) changed |= join_ways(graph->blocks[n]);
    for (uint32_t n = 0; n < graph->block_count; n++)
        while (merge_next(graph->blocks[n])) changed = true;
    return changed;
}

// Blocks that follow each other become one: products then stand beside their sums, and what a branch behind them does
// not need can sink. Loops that end, and whose values nothing needs, go.
void simplify_blocks(Graph *graph) {
    do {
        do {
            graph_resolve(graph);
            flow_compute(graph);
            remove_dead(graph);
        } while (simplify_flow(graph));
    } while (remove_a_loop(graph));
}

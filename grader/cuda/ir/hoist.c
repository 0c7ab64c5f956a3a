// hoist.c - operations that do not change in a loop are computed in front of it.
//
// First, what only the block after a loop uses is moved there (LLVM's LICM does both).
//
// Divisions of integers stay unless they are executed in every iteration, as in NVVM, and so do loads of what nothing
// in the loop may write.
#include "passes.h"

#include <stdlib.h>

enum { MOST_SUNK_BLOCKS = 2000 }; // more would take too long

static bool is_outside(const Op *op, const Block *head) { return !op->block || !in_loop(op->block, head); }

static Block *latch_of(const Block *head) {
    for (uint32_t n = 0; n < head->from_count; n++)
        if (in_loop(head->from[n], head)) return head->from[n];
    return NULL;
}

// A loop's memory operations: what it writes, and whether other threads may write.
typedef struct {
    Op **writes;
    uint32_t count, room;
    bool barrier;
} Writes;

static void find_writes(const Graph *graph, const Block *head, Writes *writes) {
    writes->count = 0;
    writes->barrier = false;
    for (uint32_t n = head->number; n < graph->block_count; n++) {
        if (!in_loop(graph->blocks[n], head)) continue;
        for (Op *op = graph->blocks[n]->first; op; op = op->next) {
            if (op->barrier) writes->barrier = true;
            if (!op->writes) continue;
            if (writes->count == writes->room) {
                writes->room = writes->room ? 2 * writes->room : 64;
                writes->writes = realloc(writes->writes, writes->room * sizeof *writes->writes);
                if (!writes->writes) abort();
            }
            writes->writes[writes->count++] = op;
        }
    }
}

static bool stays_the_same(const Op *load, const Writes *writes) {
    if (load->read_only) return true;
    if (writes->barrier || writes->count > 64) return false;
    for (uint32_t n = 0; n < writes->count; n++)
        if (may_alias(load, writes->writes[n])) return false;
    return true;
}

static bool may_hoist(const Op *op, const Block *head, const Writes *writes, bool always) {
    bool load = op->code == CODE_LOAD && !op->is_volatile;
    if (!is_pure(op) && !load) return false;
    for (uint32_t k = 0; k < op->arg_count; k++)
        if (!is_outside(op->args[k], head)) return false;
    if (op->code == CODE_DIV || op->code == CODE_REM)
        return always || ir_floating(op->type) || op->args[1]->code == CODE_CONSTANT;
    if (op->code == CODE_PART && op->args[0]->code != CODE_SPLIT) return true;
    if (load) return op->space == IN_PARAMETER || (always && op->width <= 1 && stays_the_same(op, writes));
    return true;
}

// ---- and what is used only after a loop is computed there -----------------------------------------------------------

// The block after the loop, if there is one way out of it only, and one into that; NULL: there is not.
static Block *only_exit(const Graph *graph, const Block *head) {
    Block *exit = NULL;
    for (uint32_t n = head->number; n < graph->block_count; n++) {
        Block *block = graph->blocks[n];
        if (!in_loop(block, head)) continue;
        for (int k = 0; k < 2; k++) {
            Block *to = block->to[k];
            if (!to || in_loop(to, head)) continue;
            if ((exit && exit != to) || to->from_count != 1) return NULL;
            exit = to;
        }
    }
    return exit;
}

static bool used_in_loop(const Graph *graph, const Op *op, const Block *head) {
    for (uint32_t n = head->number; n < graph->block_count; n++) {
        const Block *block = graph->blocks[n];
        if (block->condition == op && in_loop(block, head)) return true;
        for (const Op *user = block->first; user; user = user->next)
            for (uint32_t k = 0; k < user->arg_count; k++)
                if (user->args[k] == op && in_loop(user->code == CODE_PHI ? block->from[k] : block, head)) return true;
    }
    return false;
}

static void sink_from(Graph *graph, Block *head) {
    Block *exit = only_exit(graph, head);
    if (!exit) return;
    for (uint32_t n = graph->block_count; n-- > head->number;) {
        Block *block = graph->blocks[n];
        if (!in_loop(block, head)) continue;
        for (Op *op = block->last, *previous; op; op = previous) {
            previous = op->previous;
            if (op->code == CODE_PHI || !is_pure(op) || op->code == CODE_PART || op->code == CODE_SPLIT) continue;
            if (!op->uses || used_in_loop(graph, op, head)) continue;
            Op *before = exit->first;
            while (before && before->code == CODE_PHI) before = before->next;
            op_remove(op);
            op_insert(op, exit, before);
        }
    }
}

static void hoist_from(Graph *graph, Block *head, Writes *writes) {
    Block *before = NULL, *latch = latch_of(head);
    for (uint32_t n = 0; n < head->from_count; n++)
        if (!in_loop(head->from[n], head)) before = head->from[n];
    if (!before || before->to[1] || before->condition) return;
    find_writes(graph, head, writes);
    for (uint32_t n = head->number; n < graph->block_count; n++) {
        Block *block = graph->blocks[n];
        if (!in_loop(block, head)) continue;
        bool always = latch && dominates(block, latch);
        for (Op *op = block->first, *next; op; op = next) {
            next = op->next;
            if (op->code == CODE_PHI || !may_hoist(op, head, writes, always)) continue;
            op_remove(op);
            op_insert(op, before, NULL);
        }
    }
}

void hoist_invariants(Graph *graph) {
    Writes writes = {0};
    count_uses(graph);
    for (uint32_t n = graph->block_count; n-- > 0;) // inner loops first
        if (graph->blocks[n]->loop == graph->blocks[n]) {
            if (graph->block_count < MOST_SUNK_BLOCKS) sink_from(graph, graph->blocks[n]);
            hoist_from(graph, graph->blocks[n], &writes);
        }
    free(writes.writes);
}

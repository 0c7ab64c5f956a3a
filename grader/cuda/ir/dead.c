// dead.c - operations that nothing needs, phis that choose between equals, and the replacement of operations.
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

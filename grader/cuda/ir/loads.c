// loads.c - loads of what a load or store has left in a register; and which loads nothing can disturb.
//
// What is known of memory is a list of accesses. It is carried from block to block: into a block that one other leads
// to as it is, into a meeting point as far as all that lead there agree, into a loop as far as nothing in the loop
// writes. Barriers, fences and other effects end all knowledge.
#include "passes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KNOWN = 64 };

typedef struct {
    Op *access; // a load of one element, or a store
    Op *value;
} Known;

typedef struct {
    Known known[MOST_KNOWN];
    uint32_t count;
    bool visited;
} Memory;

static bool is_remembered(const Op *op) {
    return (op->code == CODE_LOAD || op->code == CODE_STORE) && !op->is_volatile && op->width <= 1 &&
           op->type != IR_U8 && op->type != IR_S8 && op->type != IR_U16 && op->type != IR_S16;
}

static bool same_place(const Op *a, const Op *b) {
    return a->space == b->space && a->args[0] == b->args[0] && a->bits == b->bits &&
           ir_class(a->type) == ir_class(b->type) && ir_bytes(a->type) == ir_bytes(b->type);
}

static void forget_written(Memory *memory, const Op *write) {
    uint32_t count = 0;
    for (uint32_t n = 0; n < memory->count; n++) {
        const Op *access = memory->known[n].access;
        bool keeps = access->read_only || (!write->barrier && !may_alias(access, write));
        if (keeps) memory->known[count++] = memory->known[n];
    }
    memory->count = count;
}

static void remember(Memory *memory, Op *access, Op *value) {
    if (memory->count == MOST_KNOWN) {
        memmove(memory->known, memory->known + 1, (MOST_KNOWN - 1) * sizeof *memory->known);
        memory->count--;
    }
    memory->known[memory->count++] = (Known){access, value};
}

static void meet(Memory *memory, const Memory *other) {
    uint32_t count = 0;
    for (uint32_t n = 0; n < memory->count; n++)
        for (uint32_t k = 0; k < other->count; k++)
            if (same_place(memory->known[n].access, other->known[k].access) &&
                memory->known[n].value == other->known[k].value) {
                memory->known[count++] = memory->known[n];
                break;
            }
    memory->count = count;
}

static void enter_loop(const Graph *graph, Memory *memory, const Block *head) {
    for (uint32_t n = head->number; n < graph->block_count; n++) {
        if (!in_loop(graph->blocks[n], head)) continue;
        for (const Op *op = graph->blocks[n]->first; op && memory->count; op = op->next)
            if (op->writes || op->barrier) forget_written(memory, op);
    }
}

static void visit(const Graph *graph, Memory *memories, Block *block) {
    Memory *memory = &memories[block->number];
    memory->count = 0;
    memory->visited = true;
    bool first = true;
    for (uint32_t k = 0; k < block->from_count; k++) {
        const Memory *before = &memories[block->from[k]->number];
        if (!before->visited) continue; // a back edge
        if (first) *memory = *before;
        else meet(memory, before);
        first = false;
    }
    if (block->loop == block) enter_loop(graph, memory, block);
    for (Op *op = block->first; op; op = op->next) {
        for (uint32_t k = 0; k < op->arg_count; k++) op->args[k] = op_resolved(op->args[k]);
        if (op->writes || op->barrier) forget_written(memory, op);
        if (!is_remembered(op)) continue;
        if (op->code == CODE_STORE) {
            remember(memory, op, op->args[1]);
            continue;
        }
        uint32_t n = memory->count;
        while (n > 0 && !same_place(memory->known[n - 1].access, op)) n--;
        if (n && ir_class(memory->known[n - 1].value->type) == ir_class(op->type))
            op->replaced = memory->known[n - 1].value;
        else remember(memory, op, op);
    }
}

void reuse_loads(Graph *graph) {
    Memory *memories = calloc(graph->block_count + 1, sizeof *memories);
    if (!memories) abort();
    for (uint32_t n = 0; n < graph->block_count; n++) visit(graph, memories, graph->blocks[n]);
    free(memories);
    graph_resolve(graph);
}

// ---- what restrict says
// ----------------------------------------------------------------------------------------------

enum { OF_ONE = 1, OF_OTHERS = 2 };

static bool passes_on(const Op *op) {
    return op->code == CODE_ADD || op->code == CODE_SUB || op->code == CODE_PHI || op->code == CODE_SELECT ||
           op->code == CODE_COPY;
}

// The marks of an operation's operands together. A choice between the pointer and something else has both.
static uint32_t mark_of(const Op *op, bool *plain) {
    uint32_t mark = 0;
    for (uint32_t k = 0; k < op->arg_count; k++) mark |= op->args[k]->block ? op->args[k]->mark : 0;
    if (!mark || op->code == CODE_LOAD || op->code == CODE_COMPARE) return 0;
    if (!passes_on(op)) *plain = false;
    bool chooses = op->code == CODE_PHI || op->code == CODE_SELECT;
    for (uint32_t k = 0; k < op->arg_count && chooses && (mark & OF_ONE); k++)
        if (!(op->code == CODE_SELECT && k == 2) && !(op->args[k]->block && op->args[k]->mark)) mark |= OF_OTHERS;
    return passes_on(op) ? mark : 0;
}

// Marks what is computed from one pointer: first all of it, then what is mixed with others. False: it is used for more
// than loads.
static bool only_loaded(Graph *graph, Op *pointer) {
    bool plain = true;
    for (uint32_t n = 0; n < graph->block_count; n++)
        for (Op *op = graph->blocks[n]->first; op; op = op->next) op->mark = 0;
    pointer->mark = OF_ONE;
    for (int mixed = 0; mixed < 2; mixed++)
        for (bool changed = true; changed;) {
            changed = false;
            for (uint32_t n = 0; n < graph->block_count; n++)
                for (Op *op = graph->blocks[n]->first; op; op = op->next) {
                    uint32_t mark = op == pointer ? OF_ONE : mark_of(op, &plain);
                    if (!mixed) mark &= OF_ONE;
                    mark |= op->mark;
                    if (mark != op->mark) changed = true;
                    op->mark = mark;
                }
        }
    return plain;
}

void find_read_only(Graph *graph, Op *const *parameters, unsigned count) {
    for (unsigned p = 0; p < count; p++) {
        Op *pointer = op_resolved(parameters[p]);
        if (!pointer->block || !only_loaded(graph, pointer)) continue;
        for (uint32_t n = 0; n < graph->block_count; n++)
            for (Op *op = graph->blocks[n]->first; op; op = op->next)
                if (op->code == CODE_LOAD && op->space == IN_GLOBAL && !op->is_volatile && op->args[0]->block &&
                    op->args[0]->mark == OF_ONE)
                    op->read_only = true;
    }
}

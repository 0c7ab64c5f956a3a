// join.c - where control flow meets: slots whose values differ become phis.
//
// A phi of addresses keeps their space if all have it, so that loads stay ld.global and ld.shared; else it is generic.
#include "generate.h"

#include <stdlib.h>
#include <string.h>

static Value *copy_environment(Generator *generator, uint32_t slots) {
    Value *copy = graph_alloc(generator->graph, (slots + 1) * sizeof *copy);
    if (slots) memcpy(copy, generator->environment, slots * sizeof *copy);
    return copy;
}

Join *join_new(Generator *generator) {
    Join *join = graph_alloc(generator->graph, sizeof *join);
    join->block = graph_block(generator->graph);
    join->slots = generator->slots;
    join->numbered = numbering_mark(generator->graph);
    return join;
}

void join_edge(Generator *generator, Join *join) {
    if (generator->dead || generator->stop) return;
    if (join->edge_count == join->edge_room) {
        uint32_t room = join->edge_room ? 2 * join->edge_room : 4;
        Edge *more = graph_alloc(generator->graph, room * sizeof *more);
        if (join->edge_count) memcpy(more, join->edges, join->edge_count * sizeof *more);
        join->edges = more;
        join->edge_room = room;
    }
    join->edges[join->edge_count++] = (Edge){generator->graph->at, copy_environment(generator, join->slots)};
    if (generator->edge_count == generator->edge_room) {
        generator->edge_room = generator->edge_room ? 2 * generator->edge_room : 256;
        void *more = realloc(generator->edge_log, generator->edge_room * sizeof *generator->edge_log);
        if (!more) abort();
        generator->edge_log = more;
    }
    generator->edge_log[generator->edge_count++] = join;
}

static void go_nowhere(Generator *generator) { // what follows goes to a block that nothing leads to
    generator->dead = true;
    generator->graph->at = graph_block(generator->graph);
}

void join_jump(Generator *generator, Join *join) {
    if (generator->dead || generator->stop) return;
    join_edge(generator, join);
    generator->graph->at->to[0] = join->block;
    go_nowhere(generator);
}

void join_branch(Generator *generator, Op *condition, bool if_true, Join *join) {
    uint64_t known;
    if (generator->dead || generator->stop) return;
    if (is_constant(condition, &known)) {
        if ((known != 0) == if_true) join_jump(generator, join);
        return;
    }
    Block *at = generator->graph->at, *taken = graph_block(generator->graph), *on = graph_block(generator->graph);
    at->condition = condition; // an edge of its own: two edges to one join are two blocks
    at->to[0] = if_true ? taken : on;
    at->to[1] = if_true ? on : taken;
    block_edge(generator->graph, at, taken);
    block_edge(generator->graph, at, on);
    at->line = generator->graph->line;
    at->inlined = generator->graph->inlined;
    generator->graph->at = taken;
    join_edge(generator, join);
    taken->to[0] = join->block;
    generator->graph->at = on;
}

// ---- phis
// ------------------------------------------------------------------------------------------------------------

// What the phi of these values is like: its space, if they are addresses. False: there cannot be one.
bool value_shape(Generator *generator, const Value *values[], unsigned count, Value *shape) {
    *shape = (Value){.kind = VALUE_NONE};
    for (unsigned n = 0; n < count; n++) {
        const Value *value = values[n];
        if (value->kind == VALUE_FUNCTION) {
            generator_refuse(generator, generator->kernel->place,
                             "a pointer to a function that is known only at run time", "call the function by its name");
            return false;
        }
        if (value->kind == VALUE_ADDRESS && value->space == IN_VARIABLE) {
            object_to_memory(generator, value->object);
            return false;
        }
        if (value->kind == VALUE_NONE) continue;
        if (shape->kind == VALUE_NONE) *shape = *value;
        else if (shape->kind == VALUE_OP && value->kind == VALUE_ADDRESS) {
            *shape = *value;
            shape->space = IN_GENERIC;
        } else if (shape->kind == VALUE_ADDRESS && (value->kind != VALUE_ADDRESS || value->space != shape->space)) {
            shape->space = IN_GENERIC;
        }
    }
    return true;
}

static IrType phi_type(const Value *shape, const Type *type) {
    if (shape->kind == VALUE_ADDRESS) return shape->space == IN_SHARED ? IR_U32 : IR_U64;
    return ir_type(type);
}

Op *phi_for(Generator *generator, Block *block, const Value *like, const Type *type, unsigned args, Value *value) {
    Op *phi = graph_phi(generator->graph, block, phi_type(like, type), args);
    *value = value_op(phi);
    if (like->kind == VALUE_ADDRESS) *value = (Value){.kind = VALUE_ADDRESS, .space = like->space, .op = phi};
    return phi;
}

// What a phi takes from a block that ends in a jump. It is appended there, so nothing that was numbered elsewhere is
// used: the numbering is that of the place where the phi is made.
Op *phi_operand(Generator *generator, Block *from, const Op *phi, Value value, const Value *shape, const Type *type) {
    if (value.kind == VALUE_NONE) return op_undefined(generator->graph, phi->type);
    if (value.kind == VALUE_OP && shape->kind != VALUE_ADDRESS) return value.op;
    Block *at = generator->graph->at;
    uint32_t mark = numbering_mark(generator->graph);
    generator->graph->at = from;
    Op *op;
    if (shape->kind == VALUE_ADDRESS && value.kind == VALUE_ADDRESS && value.space == shape->space &&
        value.space != IN_GENERIC)
        op = address_operand(generator, value);
    else op = value_operand(generator, value, type);
    numbering_forget(generator->graph, mark);
    generator->graph->at = at;
    return op;
}

static void merge_slot(Generator *generator, Join *join, uint32_t slot) {
    const Value *first = &join->edges[0].environment[slot];
    bool same = true;
    for (uint32_t n = 1; n < join->edge_count && same; n++)
        same = value_equal(first, &join->edges[n].environment[slot]);
    generator->environment[slot] = *first;
    if (same) return;
    const Value **values = graph_alloc(generator->graph, join->edge_count * sizeof *values);
    for (uint32_t n = 0; n < join->edge_count; n++) values[n] = &join->edges[n].environment[slot];
    Value shape, merged;
    if (!value_shape(generator, values, join->edge_count, &shape)) return;
    const Type *type = generator->slot_types[slot];
    Op *phi = phi_for(generator, join->block, &shape, type, join->edge_count, &merged);
    for (uint32_t n = 0; n < join->edge_count; n++)
        phi->args[n] = phi_operand(generator, join->edges[n].from, phi, *values[n], &shape, type);
    generator->environment[slot] = merged;
}

void join_land(Generator *generator, Join *join) {
    if (generator->stop) return;
    if (!generator->dead) join_jump(generator, join);
    generator->slots = join->slots;
    if (!join->edge_count) return; // still nowhere
    numbering_forget(generator->graph, join->numbered);
    generator->dead = false;
    generator->graph->at = join->block;
    for (uint32_t n = 0; n < join->edge_count; n++) block_edge(generator->graph, join->edges[n].from, join->block);
    for (uint32_t slot = 0; slot < join->slots && !generator->stop; slot++) merge_slot(generator, join, slot);
}

// ---- snapshots
// -------------------------------------------------------------------------------------------------------

Snapshot snapshot_take(Generator *generator) {
    return (Snapshot){
        .graph = graph_mark(generator->graph),
        .environment = copy_environment(generator, generator->slots),
        .slots = generator->slots,
        .edges = generator->edge_count,
        .dead = generator->dead,
        .breaks = generator->breaks,
        .continues = generator->continues,
        .frame = generator->frame,
        .depth = generator->depth,
    };
}

void snapshot_restore(Generator *generator, const Snapshot *snapshot) {
    graph_roll_back(generator->graph, &snapshot->graph);
    if (snapshot->slots)
        memcpy(generator->environment, snapshot->environment, snapshot->slots * sizeof *snapshot->environment);
    generator->slots = snapshot->slots;
    while (generator->edge_count > snapshot->edges) generator->edge_log[--generator->edge_count]->edge_count--;
    generator->dead = snapshot->dead;
    generator->breaks = snapshot->breaks;
    generator->continues = snapshot->continues;
    generator->frame = snapshot->frame;
    generator->depth = snapshot->depth;
}

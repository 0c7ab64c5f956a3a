// passes.h - what is done to a Graph between the generator and PTX, in the order of graph_optimise().
#ifndef PASSES_H
#define PASSES_H

#include "ir.h"

#include <stdio.h>

// Blocks that are reached, in an order in which loops are contiguous; numbers, dominators, loops.
void flow_compute(Graph *graph);
bool dominates(const Block *a, const Block *b);
bool in_loop(const Block *block, const Block *head);
bool comes_before(const Op *a, const Op *b); // in one block

Op *op_resolved(Op *op);          // what stands for it
void graph_resolve(Graph *graph); // everywhere; the replaced are removed
void count_uses(Graph *graph);    // Op.uses; a condition is one

void remove_dead(Graph *graph);
void simplify_blocks(Graph *graph);
void number_values(Graph *graph);
void reuse_loads(Graph *graph);
void hoist_invariants(Graph *graph);
void reduce_strength(Graph *graph);
void sink_operations(Graph *graph);
void order_operands(Graph *graph);
void combine_operations(Graph *graph);
void place_negations(Graph *graph);
void negate_in_block(Graph *graph, Op *op);
const Op *fuse_products(Graph *graph); // a sum that NVVM may contract otherwise; NULL: there is none
void find_read_only(Graph *graph, Op *const *parameters, unsigned count);
// parameters: the restrict ones. Returns what fuse_products() does.
const Op *graph_optimise(Graph *graph, Op *const *parameters, unsigned count);

// May these be the same byte? Accesses with equal bases are compared by their offsets.
bool may_alias(const Op *a, const Op *b);

// Of NamedOps: those that are known where they stand; the others are NULL.
void settle_values(Graph *graph);
// They as a directive before the operation, once registers are assigned.
void print_values(const Op *op, FILE *to);

// Phis become copies, and every Op gets a register: Op.number, of its class. counts: how many there are.
void assign_registers(Graph *graph, uint32_t counts[CLASS_COUNT]);

// Names of functions that were inlined, which .loc lines refer to: they are a section of the module.
typedef struct {
    const char **names;
    uint32_t count, room;
} FunctionNames;
// The body of a kernel. Lines have the file in their upper bits, from LINE_BITS on.
enum { LINE_BITS = 22 };
void graph_print(Graph *graph, FILE *to, unsigned kernel_number, FunctionNames *names);

#endif

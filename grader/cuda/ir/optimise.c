// optimise.c - the passes in their order, and what two accesses have in common.
#include "passes.h"

#include <string.h>

static const Op *symbol_of(const Op *base) {
    for (int steps = 0; steps < 100; steps++) {
        if (base->code == CODE_SYMBOL) return base;
        if ((base->code == CODE_COPY || base->code == CODE_ADD) && base->arg_count) base = base->args[0];
        else return NULL;
    }
    return NULL;
}

static uint64_t bytes_of(const Op *op) {
    if (op->code == CODE_ATOMIC) return ir_bytes(op->type);
    return (uint64_t)ir_bytes(op->type) * (op->width ? op->width : 1);
}

bool may_alias(const Op *a, const Op *b) {
    bool accesses =
        (b->code == CODE_STORE || b->code == CODE_ATOMIC) && (a->code == CODE_LOAD || a->code == CODE_STORE);
    if (!accesses) return true;
    if (a->space == IN_CONSTANT || a->space == IN_PARAMETER) return false;
    if (a->space != b->space) return a->space == IN_GENERIC || b->space == IN_GENERIC;
    if (a->args[0] == b->args[0]) {
        int64_t first = (int64_t)a->bits, second = (int64_t)b->bits;
        return first < second + (int64_t)bytes_of(b) && second < first + (int64_t)bytes_of(a);
    }
    const Op *x = symbol_of(a->args[0]), *y = symbol_of(b->args[0]);
    return !x || !y || x == y;
}

const Op *graph_optimise(Graph *graph, Op *const *parameters, unsigned count) {
    flow_compute(graph);
    remove_dead(graph);
    number_values(graph);
    remove_dead(graph);
    combine_operations(graph);
    simplify_blocks(graph);
    place_negations(graph);
    order_operands(graph);
    remove_dead(graph);
    find_read_only(graph, parameters, count);
    reuse_loads(graph);
    combine_operations(graph);
    hoist_invariants(graph);
    number_values(graph);
    remove_dead(graph);
    sink_operations(graph);
    const Op *unsure = fuse_products(graph);
    remove_dead(graph);
    return unsure;
}

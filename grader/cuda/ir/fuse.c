// fuse.c - products and sums that NVVM contracts: it decides results, since a fused product is not rounded.
//
// The rule was read off NVVM 7.0.1 (CUDA 13.0). Sums of a block are visited from the last to the first. A sum takes its
// first operand, or else its second, as the product, if that is computed in the same block and used by nothing but
// sums of this block, and by fewer than five. Differences are never contracted here: ptxas does that, and sees which
// products are left. What is left of x * 2 becomes x + x.
//
// A 32-bit integer product that only a sum of its block uses is one multiply-add.
#include "doubt.h"

enum { MOST_USES = 4 };

// Of products: Op.uses all uses, Op.mark those by sums of the block.

static bool is_sum(const Op *op) { return op->code == CODE_ADD && is_float(op); }
static bool is_product(const Op *op) { return op->code == CODE_MUL && is_float(op); }

static void count_sums(Block *block) {
    for (Op *op = block->first; op; op = op->next) op->mark = 0;
    for (Op *op = block->first; op; op = op->next)
        for (uint32_t k = 0; k < op->arg_count && is_sum(op); k++)
            if (op->args[k]->block == block) op->args[k]->mark++;
}

static void release(Op *op) { // one use fewer
    op->uses--;
    if (op->uses || !op->block || !is_pure(op)) return;
    for (uint32_t k = 0; k < op->arg_count; k++) release(op->args[k]);
    op_remove(op);
}

static bool may_fuse(const Op *product, const Block *block) {
    return is_product(product) && product->block == block && product->uses == product->mark &&
           product->uses <= MOST_USES;
}

static void fuse(Graph *graph, const Order *order, Op *sum, unsigned which) {
    Op *product = sum->args[which], *other = sum->args[1 - which];
    Op **args = graph_alloc(graph, 3 * sizeof *args);
    args[0] = product->args[0];
    args[1] = product->args[1];
    args[2] = other;
    args[0]->uses++;
    args[1]->uses++;
    product->mark--;
    if (other->block == sum->block) other->mark--; // its use is no sum any more
    sum->code = CODE_FMA;
    if (origin(sum) != origin(product) || branch_between(order, product, sum)) sum->unsure = true;
    sum->args = args;
    sum->arg_count = 3;
    release(product);
}

static void fuse_block(Graph *graph, Block *block) {
    Order *order = order_of(block);
    count_sums(block);
    for (Op *op = block->last, *previous; op; op = previous) {
        previous = op->previous;
        bool difference = op->code == CODE_SUB || op->code == CODE_NEG;
        if (difference) negate_in_block(graph, op);
        if (difference && is_sum(op)) count_sums(block);
        if (!is_sum(op)) continue;
        bool chooses = may_fuse(op->args[0], block) && may_fuse(op->args[1], block);
        if (chooses && (op->args[0]->after_loop || op->args[1]->after_loop)) op->unsure = true;
        if (may_fuse(op->args[0], block)) fuse(graph, order, op, 0);
        else if (may_fuse(op->args[1], block)) fuse(graph, order, op, 1);
        previous = op->previous; // a product that is gone may have been the one before
    }
    order_free(order);
}

static bool is_two(const Op *op) { return op->code == CODE_CONSTANT && is_float(op) && constant_value(op) == 2; }

static void finish_block(Graph *graph, Block *block) {
    for (Op *op = block->first; op; op = op->next) {
        if (is_product(op) && is_two(op->args[1])) {
            op->code = CODE_ADD;
            op->args[1] = op->args[0];
            op->args[0]->uses++;
        }
        if (op->code != CODE_ADD || op->type != IR_S32) continue;
        for (unsigned n = 0; n < 2; n++) {
            Op *product = op->args[n];
            if (product->code != CODE_MUL || product->type != IR_S32 || product->block != block || product->uses != 1)
                continue;
            Op **args = graph_alloc(graph, 3 * sizeof *args);
            args[0] = product->args[0];
            args[1] = product->args[1];
            args[2] = op->args[1 - n];
            op->code = CODE_MAD;
            op->args = args;
            op->arg_count = 3;
            op_remove(product);
            break;
        }
    }
}

const Op *fuse_products(Graph *graph) {
    count_uses(graph);
    for (uint32_t n = 0; n < graph->block_count; n++) fuse_block(graph, graph->blocks[n]);
    graph_resolve(graph);
    const Op *unsure = find_unsure(graph);
    for (uint32_t n = 0; n < graph->block_count; n++) finish_block(graph, graph->blocks[n]);
    return unsure;
}

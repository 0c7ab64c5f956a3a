// combine.c - floating operations that LLVM's InstCombine makes narrower, or moves past the place where branches meet.
//
//     (float)(double)x                             x
//     (float)((double)x + (double)y)               x + y       likewise - * /, if nothing else uses the sum
//     (double)x < (double)y                        x < y
//     p ? x + y : x + z, or a phi of the two       x + (p ? y : z), if nothing else uses the sums
//     p ? (double)x : (double)y                    (double)(p ? x : y), likewise
//
// A constant is an operand of the narrower type if that can hold it. Results are the same, but what is contracted is
// not: a sum stands in another block than it was written in.
#include "doubt.h"
#include "fold.h"

#include <math.h>
#include <stdlib.h>

static Op *insert(Graph *graph, const Op *like, Op *before, OpCode code, IrType type, unsigned count) {
    graph->line = like->line;
    graph->inlined = like->inlined;
    Op *op = graph_loose(graph, code, type, count);
    op_insert(op, like->block, before);
    return op;
}

// ---- constants that were found late
// --------------------------------------------------------------------------------------------------------

static bool is_arithmetic(const Op *op) {
    return op->code == CODE_ADD || op->code == CODE_SUB || op->code == CODE_MUL || op->code == CODE_DIV;
}

// What the operation would have become, had its constant operand been known when it was made.
static bool fold_again(Graph *graph, Op *op) {
    if (!is_arithmetic(op) || !is_float(op)) return false;
    Op *a = op_resolved(op->args[0]), *b = op_resolved(op->args[1]);
    if (a->code != CODE_CONSTANT && b->code != CODE_CONSTANT) return false;
    numbering_forget(graph, 0);
    graph->line = op->line;
    graph->inlined = op->inlined;
    graph->at = op->block;
    graph->before = op;
    Op *folded = fold_floating(graph, op->code, op->type, a, b);
    graph->before = NULL;
    numbering_forget(graph, 0);
    if (op_equal(folded, op)) {
        op->unsure |= folded->unsure;
        op_remove(folded);
    } else op->replaced = folded;
    return op->replaced;
}

// ---- narrower
// --------------------------------------------------------------------------------------------------------

// The float that a double is; NULL: it is none.
static Op *as_float(Graph *graph, Op *op) {
    if (op->code == CODE_CONVERT && op->type == IR_F64 && op->from == IR_F32 && !op->text)
        return op_resolved(op->args[0]);
    if (op->code != CODE_CONSTANT || op->type != IR_F64) return NULL;
    double value = constant_value(op);
    if ((double)(float)value != value || (value != 0 && fabs(value) < ldexp(1, -126))) return NULL;
    return op_float(graph, IR_F32, value);
}

static bool become_float(Graph *graph, Op *op, const Op *wide) {
    Op *args[2];
    for (unsigned k = 0; k < 2; k++)
        if (!(args[k] = as_float(graph, op_resolved(wide->args[k])))) return false;
    if (args[0]->code == CODE_CONSTANT && args[1]->code == CODE_CONSTANT) return false;
    op->code = wide->code;
    op->type = IR_F32;
    op->from = IR_NONE;
    op->text = NULL;
    op->args = graph_alloc(graph, sizeof args);
    op->args[0] = args[0];
    op->args[1] = args[1];
    op->arg_count = 2;
    return true;
}

static bool narrow(Graph *graph, Op *op) {
    if (op->code == CODE_COMPARE && op->type == IR_F64) return become_float(graph, op, op);
    if (op->code != CODE_CONVERT || op->type != IR_F32 || op->from != IR_F64) return false;
    Op *wide = op_resolved(op->args[0]);
    if (wide->code == CODE_CONVERT && wide->from == IR_F32 && !wide->text) {
        op->replaced = op_resolved(wide->args[0]);
        return true;
    }
    if (wide->uses != 1 || wide->type != IR_F64) return false;
    if (wide->code == CODE_NEG) {
        Op *narrowed = insert(graph, op, op, CODE_CONVERT, IR_F32, 1);
        narrowed->from = IR_F64;
        narrowed->text = op->text;
        narrowed->args[0] = wide->args[0];
        op->code = CODE_NEG;
        op->from = IR_NONE;
        op->text = NULL;
        op->args[0] = narrowed;
        return true;
    }
    return is_arithmetic(wide) && become_float(graph, op, wide);
}

// ---- after branches
// --------------------------------------------------------------------------------------------------

static bool same_operation(const Op *a, const Op *b) {
    if (b->uses != 1 || b->replaced || a->code != b->code || a->type != b->type || a->from != b->from) return false;
    return a->text == b->text && a->arg_count == b->arg_count;
}

// Operand k of the operations that the choice chooses between; count: of the choice's operands that are chosen.
static Op *common_operand(const Op *choice, uint32_t count, uint32_t k) {
    Op *common = op_resolved(choice->args[0]->args[k]);
    for (uint32_t n = 1; n < count; n++)
        if (op_resolved(choice->args[n]->args[k]) != common) return NULL;
    return common;
}

// A select of x + y and z + x: x shall be the first operand of both.
static void turn(const Op *choice) {
    Op *a = choice->args[0], *b = choice->args[1];
    if (choice->code != CODE_SELECT || (a->code != CODE_ADD && a->code != CODE_MUL)) return;
    if (a->args[0] == b->args[0] || a->args[1] == b->args[1]) return;
    Op *turned = a->args[0] == b->args[1] ? b : a->args[1] == b->args[0] ? a : NULL;
    if (!turned) return;
    Op *first = turned->args[0];
    turned->args[0] = turned->args[1];
    turned->args[1] = first;
}

// What is chosen: the operands k of the operations.
static Op *choose_operand(Graph *graph, Op *choice, uint32_t count, uint32_t k, IrType type) {
    Op *before = choice->code == CODE_PHI ? choice->block->first : choice;
    Op *chosen = insert(graph, choice, before, choice->code, type, choice->arg_count);
    for (uint32_t n = 0; n < choice->arg_count; n++)
        chosen->args[n] = n < count ? choice->args[n]->args[k] : choice->args[n];
    return chosen;
}

static bool merge_choice(Graph *graph, Op *choice) {
    bool phi = choice->code == CODE_PHI;
    if ((!phi && choice->code != CODE_SELECT) || !is_float(choice)) return false;
    uint32_t count = phi ? choice->arg_count : 2;
    Op *first = choice->args[0];
    if (count < 2 || !first->block || first->uses != 1) return false;
    bool converts = first->code == CODE_CONVERT && is_float(first) && first->from == IR_F32;
    if (!converts && !is_arithmetic(first) && first->code != CODE_NEG) return false;
    for (uint32_t n = 1; n < count; n++)
        if (choice->args[n] == first || !choice->args[n]->block || !same_operation(first, choice->args[n]))
            return false;
    turn(choice);
    Op *operands[2] = {NULL};
    unsigned unequal = 0;
    for (uint32_t k = 0; k < first->arg_count; k++)
        if (!(operands[k] = common_operand(choice, count, k))) unequal++;
    if (unequal != 1) return false;
    for (uint32_t k = 0; k < first->arg_count; k++)
        if (!operands[k]) operands[k] = choose_operand(graph, choice, count, k, converts ? first->from : first->type);
    Op *before = choice;
    while (before && before->code == CODE_PHI) before = before->next;
    Op *op = insert(graph, choice, before, first->code, first->type, first->arg_count);
    op->from = first->from;
    op->text = first->text;
    for (uint32_t k = 0; k < first->arg_count; k++) op->args[k] = operands[k];
    choice->replaced = op;
    return true;
}

void combine_operations(Graph *graph) {
    enum { MOST_SWEEPS = 16 };
    bool changed = true;
    for (unsigned sweep = 0; sweep < MOST_SWEEPS && changed; sweep++) {
        changed = false;
        count_uses(graph);
        for (uint32_t n = 0; n < graph->block_count; n++)
            for (Op *op = graph->blocks[n]->first, *next; op; op = next) {
                next = op->next;
                if (!op->replaced) changed |= fold_again(graph, op) || narrow(graph, op) || merge_choice(graph, op);
            }
        graph_resolve(graph);
        remove_dead(graph);
    }
}

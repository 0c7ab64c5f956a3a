// negate.c - where NVVM puts negations: it decides which sums are seen by the contraction of products (fuse.c).
//
// Before blocks are chosen for operations (LLVM's InstCombine):
//     -x * y           -(x * y)             if nothing else uses -x
//     -x * c, -x / c   x * -c, x / -c
//     c / -x           -c / x
//     x + -y, x - -y   x - y, x + y
//     z - (x - y)      z + (y - x)          if z is never -0, and nothing else uses x - y
//     x + y * -c       x - y * c            likewise x - y * -c and quotients, if nothing else uses them (Reassociate)
//
// While a block is turned into instructions (DAGCombiner), only for operands that are used once and in that block:
//     x - y * c, x - y / c, x - c / y        x + y * -c, ...
//     -(y * c), ...                          y * -c, ...
#include "build.h"
#include "passes.h"

static bool is_floating(const Op *op) { return op->type == IR_F32 || op->type == IR_F64; }
static bool is_negation(const Op *op) { return op->code == CODE_NEG && is_floating(op); }
static bool is_number(const Op *op) { return op->code == CODE_CONSTANT && is_floating(op); }

static Op *negative(Graph *graph, const Op *number) {
    return op_constant(graph, number->type, number->bits ^ (number->type == IR_F32 ? 1ull << 31 : 1ull << 63));
}

static void use(Op *op, unsigned n, Op *arg) {
    op->args[n]->uses--;
    arg->uses++;
    op->args[n] = arg;
}

static bool never_negative_zero(const Op *op) {
    if (is_number(op)) return op->bits != (op->type == IR_F32 ? 1ull << 31 : 1ull << 63);
    if (op->code == CODE_CONVERT) return !ir_floating(op->from) && op->from != IR_NONE;
    if (op->code == CODE_ABS) return true;
    return op->code == CODE_ADD && is_number(op->args[1]) && !op->args[1]->bits;
}

static Op *new_before(Graph *graph, Op *op, OpCode code, Op *a, Op *b) {
    graph->line = op->line;
    graph->inlined = op->inlined;
    Op *made = graph_loose(graph, code, op->type, 2);
    made->args[0] = a;
    made->args[1] = b;
    a->uses++;
    b->uses++;
    op_insert(made, op->block, op);
    return made;
}

static void combine_product(Graph *graph, Op *op) {
    if (is_negation(op->args[0]) && is_number(op->args[1])) {
        use(op, 0, op->args[0]->args[0]);
        op->args[1] = negative(graph, op->args[1]);
        return;
    }
    for (unsigned n = 0; n < 2 && op->code == CODE_MUL; n++) {
        Op *negation = op->args[n];
        if (!is_negation(negation) || negation->uses != 1) continue;
        Op *a = n ? op->args[0] : negation->args[0], *b = n ? negation->args[0] : op->args[1];
        Op *product = new_before(graph, op, CODE_MUL, a, b);
        op->args[0]->uses--;
        op->args[1]->uses--;
        op->code = CODE_NEG;
        op->arg_count = 1;
        op->args[0] = product;
        product->uses++;
        return;
    }
}

static void combine_sum(Graph *graph, Op *op) {
    if (op->code == CODE_ADD && is_negation(op->args[0])) {
        Op *other = op->args[0];
        op->args[0] = op->args[1];
        op->args[1] = other;
    }
    if (is_negation(op->args[1])) {
        op->code = op->code == CODE_ADD ? CODE_SUB : CODE_ADD;
        use(op, 1, op->args[1]->args[0]);
        return;
    }
    Op *right = op->args[1];
    bool turns = op->code == CODE_SUB && right->code == CODE_SUB && right->uses == 1 && right->block;
    if (!turns || !never_negative_zero(op->args[0])) return;
    Op *turned = new_before(graph, op, CODE_SUB, right->args[1], right->args[0]);
    use(op, 1, turned);
    op->code = CODE_ADD;
}

// Changes the sign of a product's or quotient's negative constant.
static bool make_positive(Graph *graph, Op *op) {
    if ((op->code != CODE_MUL && op->code != CODE_DIV) || op->uses != 1 || !op->block) return false;
    for (unsigned k = 0; k < 2; k++) {
        if (!is_number(op->args[k]) || op->args[k]->bits >> (op->type == IR_F32 ? 31 : 63) == 0) continue;
        op->args[k] = negative(graph, op->args[k]);
        return true;
    }
    return false;
}

static void combine_constant(Graph *graph, Op *op) {
    if (op->code == CODE_ADD && make_positive(graph, op->args[0])) {
        Op *other = op->args[0];
        op->args[0] = op->args[1];
        op->args[1] = other;
        op->code = CODE_SUB;
    } else if (make_positive(graph, op->args[1])) op->code = op->code == CODE_ADD ? CODE_SUB : CODE_ADD;
}

// (p ? c : x) op d with constants c and d, and nothing else that uses the choice: p ? c op d : x op d.
static void combine_choice(Graph *graph, Op *op) {
    Op *choice = op->args[0];
    if (!is_number(op->args[1]) || choice->code != CODE_SELECT || choice->uses != 1 || !is_floating(op)) return;
    if (!is_number(choice->args[0]) && !is_number(choice->args[1])) return;
    Op *sides[2], *number = op->args[1], *predicate = choice->args[2];
    for (unsigned n = 0; n < 2; n++) {
        double a = 0, b = constant_value(number);
        if (is_number(choice->args[n])) a = constant_value(choice->args[n]);
        else {
            sides[n] = new_before(graph, op, op->code, choice->args[n], number);
            continue;
        }
        float x = (float)a, y = (float)b;
        bool single = op->type == IR_F32;
        double wide = op->code == CODE_ADD   ? a + b
                      : op->code == CODE_SUB ? a - b
                      : op->code == CODE_MUL ? a * b
                                             : a / b;
        float narrow = op->code == CODE_ADD   ? x + y
                       : op->code == CODE_SUB ? x - y
                       : op->code == CODE_MUL ? x * y
                                              : x / y;
        double value = single ? (double)narrow : wide;
        if (value != value) return;
        sides[n] = op_float(graph, op->type, value);
    }
    Op **args = graph_alloc(graph, 3 * sizeof *args);
    args[0] = sides[0];
    args[1] = sides[1];
    args[2] = predicate;
    sides[0]->uses++;
    sides[1]->uses++;
    predicate->uses++;
    choice->uses--;
    op->code = CODE_SELECT;
    op->args = args;
    op->arg_count = 3;
}

// ---- the order of operands
// -------------------------------------------------------------------------------------------

// What stays in its place has a rank by its place: loads, phis, calls. NVVM calls functions for roots, roundings,
// minimum, maximum and absolute values.
static bool stays_in_place(const Op *op) {
    bool divides =
        (op->code == CODE_DIV || op->code == CODE_REM) && !ir_floating(op->type) && op->args[1]->code != CODE_CONSTANT;
    bool calls = op->code == CODE_FUNCTION ||
                 ((op->code == CODE_MIN || op->code == CODE_MAX || op->code == CODE_ABS) && ir_floating(op->type));
    return divides || calls || op->code == CODE_PHI || op->effect || op->is_volatile ||
           (op->code == CODE_LOAD && op->space != IN_PARAMETER);
}

// LLVM's Reassociate puts the operand of lower rank first: that is the one which was known earlier.
void order_operands(Graph *graph) {
    uint32_t parameters = 2;
    for (uint32_t n = 0; n < graph->block_count; n++) {
        uint32_t base = (n + 2) << 16;
        for (Op *op = graph->blocks[n]->first; op; op = op->next) op->mark = stays_in_place(op) ? ++base : 0;
    }
    for (uint32_t n = 0; n < graph->block_count; n++)
        for (Op *op = graph->blocks[n]->first; op; op = op->next) {
            bool sorts = is_floating(op) && (op->code == CODE_ADD || op->code == CODE_MUL);
            if (op->code == CODE_LOAD && op->space == IN_PARAMETER) op->mark = ++parameters;
            if (op->mark) continue;
            uint32_t ranks[2] = {0, 0}, most = 0;
            for (uint32_t k = 0; k < op->arg_count; k++) {
                uint32_t rank = op->args[k]->block ? op->args[k]->mark : 0;
                op->after_loop |= op->args[k]->after_loop;
                if (k < 2) ranks[k] = rank;
                if (rank > most) most = rank;
            }
            op->mark = most + !(op->code == CODE_NEG || op->code == CODE_NOT || op->code == CODE_PART);
            if (!sorts || op->args[1]->code == CODE_CONSTANT || ranks[1] >= ranks[0]) continue;
            Op *first = op->args[0];
            op->args[0] = op->args[1];
            op->args[1] = first;
        }
}

void place_negations(Graph *graph) {
    count_uses(graph);
    for (uint32_t n = 0; n < graph->block_count; n++)
        for (Op *op = graph->blocks[n]->first; op; op = op->next) {
            if (!is_floating(op)) continue;
            if (op->code == CODE_DIV && is_number(op->args[0]) && is_negation(op->args[1])) {
                op->args[0] = negative(graph, op->args[0]);
                use(op, 1, op->args[1]->args[0]);
            }
            if (op->code == CODE_MUL || op->code == CODE_DIV) combine_product(graph, op);
            if (op->code == CODE_ADD || op->code == CODE_SUB) combine_sum(graph, op);
            if (op->code == CODE_ADD || op->code == CODE_SUB) combine_constant(graph, op);
            if (op->code == CODE_ADD || op->code == CODE_SUB || op->code == CODE_MUL || op->code == CODE_DIV)
                combine_choice(graph, op);
        }
}

// ---- in a block
// ------------------------------------------------------------------------------------------------------

// How many operations of the block have that constant: constants are shared.
static unsigned constant_uses(const Block *block, const Op *number) {
    unsigned count = 0;
    for (const Op *op = block->first; op; op = op->next)
        for (uint32_t k = 0; k < op->arg_count; k++) count += op->args[k] == number;
    return count;
}

static bool negate_constant_of(Graph *graph, Op *op, const Block *block, int depth) {
    if (depth > 6 || op->block != block || op->uses != 1 || !is_floating(op)) return false;
    if (op->code != CODE_MUL && op->code != CODE_DIV && op->code != CODE_CONVERT) return false;
    if (op->code == CODE_CONVERT && !ir_floating(op->from)) return false;
    for (uint32_t k = 0; k < op->arg_count; k++) {
        if (is_number(op->args[k])) {
            if (constant_uses(block, op->args[k]) != 1) continue;
            op->args[k] = negative(graph, op->args[k]);
            return true;
        }
        if (negate_constant_of(graph, op->args[k], block, depth + 1)) return true;
    }
    return false;
}

// A difference or a negation of what has a constant to negate, when a block is made: then it is a sum, or gone.
void negate_in_block(Graph *graph, Op *op) {
    if (!is_floating(op)) return;
    if (op->code == CODE_SUB && negate_constant_of(graph, op->args[1], op->block, 0)) op->code = CODE_ADD;
    else if (op->code == CODE_NEG && negate_constant_of(graph, op->args[0], op->block, 0)) {
        op->code = CODE_COPY;
        op->replaced = op->args[0];
    }
}

// fold.c - what an operation on integers becomes: a constant, one of its operands, a cheaper one.
//
// Constants stand on the right. Sums and products of one width are one operation, whatever their sign; whether one may
// overflow (`wraps`) stays a fact, because an index that may not is widened term by term. Floating operations are in
// fold_floating.c.
#include "fold.h"

#include <string.h>

static bool is_wide(IrType type) { return ir_bytes(type) == 8; }
static IrType word(IrType type) { return is_wide(type) ? IR_S64 : IR_S32; }
static Op *number(Graph *graph, IrType type, int64_t value) { return op_constant(graph, type, (uint64_t)value); }

static Op *plain(Graph *graph, OpCode code, IrType type, Op *a, Op *b) {
    return build_pure(graph, code, type, NULL, 2, (Op *[]){a, b});
}

// ---- constants
// -------------------------------------------------------------------------------------------------------

static bool fold_division(OpCode code, IrType type, uint64_t x, uint64_t y, uint64_t *result) {
    if (!y) return false; // what a division by zero gives is the machine's business
    if (ir_signed(type)) {
        int64_t a = (int64_t)x, b = (int64_t)y;
        if (b == -1) *result = code == CODE_DIV ? 0 - x : 0;
        else *result = (uint64_t)(code == CODE_DIV ? a / b : a % b);
        return true;
    }
    if (!is_wide(type)) x = (uint32_t)x, y = (uint32_t)y;
    *result = code == CODE_DIV ? x / y : x % y;
    return true;
}

static bool fold_shift(OpCode code, IrType type, uint64_t x, uint64_t by, uint64_t *result) {
    unsigned bits = is_wide(type) ? 64 : 32;
    bool all = (uint32_t)by >= bits; // PTX clamps
    by = (uint32_t)by;
    if (code == CODE_SHL) *result = all ? 0 : x << by;
    else if (ir_signed(type)) *result = (uint64_t)((int64_t)x >> (all ? bits - 1 : by));
    else *result = all ? 0 : (is_wide(type) ? x : (uint32_t)x) >> by;
    return true;
}

static bool less(IrType type, uint64_t x, uint64_t y) {
    if (ir_signed(type)) return (int64_t)x < (int64_t)y;
    return is_wide(type) ? x < y : (uint32_t)x < (uint32_t)y;
}

static bool fold_constants(OpCode code, IrType type, uint64_t x, uint64_t y, uint64_t *result) {
    switch (code) {
    case CODE_ADD: *result = x + y; return true;
    case CODE_SUB: *result = x - y; return true;
    case CODE_MUL: *result = x * y; return true;
    case CODE_AND: *result = x & y; return true;
    case CODE_OR: *result = x | y; return true;
    case CODE_XOR: *result = x ^ y; return true;
    case CODE_MIN: *result = less(type, x, y) ? x : y; return true;
    case CODE_MAX: *result = less(type, x, y) ? y : x; return true;
    case CODE_DIV:
    case CODE_REM: return fold_division(code, type, x, y, result);
    case CODE_SHL:
    case CODE_SHR: return fold_shift(code, type, x, y, result);
    default: return false;
    }
}

// ---- sums and products
// -----------------------------------------------------------------------------------------------

static Op *sum(Graph *graph, IrType type, Op *a, Op *b) {
    IrType kept = word(type);
    bool wraps = !ir_signed(type);
    uint64_t c, inner;
    if (is_constant(b, &c)) {
        if (!c) return a;
        if (a->code == CODE_ADD && is_constant(a->args[1], &inner)) {
            int64_t both;
            bool too_large =
                __builtin_add_overflow((int64_t)c, (int64_t)inner, &both) || (!is_wide(type) && both != (int32_t)both);
            bool may = wraps || a->wraps || too_large;
            return sum(graph, may ? is_wide(type) ? IR_U64 : IR_U32 : kept, a->args[0],
                       number(graph, kept, (int64_t)(c + inner)));
        }
    }
    if (a->code == CODE_NEG && a->type == kept) return build_binary(graph, CODE_SUB, type, b, a->args[0]);
    if (b->code == CODE_NEG && b->type == kept) return build_binary(graph, CODE_SUB, type, a, b->args[0]);
    Op *op = graph_loose(graph, CODE_ADD, kept, 2);
    op->args[0] = a;
    op->args[1] = b;
    op->wraps = wraps;
    bool second = b->not_negative || (is_constant(b, &c) && (int64_t)c >= 0);
    op->not_negative = !wraps && a->not_negative && second;
    return build_numbered(graph, op);
}

static Op *difference(Graph *graph, IrType type, Op *a, Op *b) {
    IrType kept = word(type);
    uint64_t c;
    if (a == b) return number(graph, kept, 0);
    if (is_constant(b, &c)) {
        bool least = is_wide(type) ? c == (uint64_t)INT64_MIN : (int32_t)c == INT32_MIN;
        return sum(graph, least ? is_wide(type) ? IR_U64 : IR_U32 : type, a, number(graph, kept, (int64_t)(0 - c)));
    }
    if (is_constant(a, &c) && !c) return build_unary(graph, CODE_NEG, type, b);
    if (b->code == CODE_NEG && b->type == kept) return sum(graph, is_wide(type) ? IR_U64 : IR_U32, a, b->args[0]);
    if (a->code == CODE_ADD && a->args[0] == b) return a->args[1];
    if (a->code == CODE_ADD && a->args[1] == b) return a->args[0];
    Op *op = graph_loose(graph, CODE_SUB, kept, 2);
    op->args[0] = a;
    op->args[1] = b;
    op->wraps = !ir_signed(type);
    return build_numbered(graph, op);
}

static Op *product(Graph *graph, IrType type, Op *a, Op *b) {
    IrType kept = word(type);
    bool wraps = !ir_signed(type);
    uint64_t c, inner;
    Op *op;
    if (is_constant(b, &c)) {
        if (!c) return b;
        if (c == 1) return a;
        if (c == UINT64_MAX) return build_unary(graph, CODE_NEG, type, a);
        if (a->code == CODE_MUL && is_constant(a->args[1], &inner))
            return product(graph, is_wide(type) ? IR_U64 : IR_U32, a->args[0],
                           number(graph, kept, (int64_t)(c * inner)));
        if (a->code == CODE_SHL && is_constant(a->args[1], &inner) && inner < 32)
            return product(graph, is_wide(type) ? IR_U64 : IR_U32, a->args[0],
                           number(graph, kept, (int64_t)(c << inner)));
        bool extended = is_wide(type) && a->code == CODE_CONVERT && ir_bytes(a->from) == 4 && ir_bytes(a->type) == 8;
        if (extended && (int64_t)c > 0 && (int64_t)c <= INT32_MAX) {
            op = plain(graph, CODE_MUL_WIDE, a->from == IR_U32 ? IR_U64 : IR_S64, a->args[0],
                       number(graph, IR_S32, (int64_t)c));
            op->not_negative = a->not_negative;
            return op;
        }
        int shift = log2_of(is_wide(type) ? c : (uint32_t)c);
        if (shift > 0) {
            op = graph_loose(graph, CODE_SHL, kept, 2);
            op->args[1] = number(graph, IR_U32, shift);
        } else {
            op = graph_loose(graph, CODE_MUL, kept, 2);
            op->args[1] = b;
        }
    } else {
        op = graph_loose(graph, CODE_MUL, kept, 2);
        op->args[1] = b;
    }
    op->args[0] = a;
    op->wraps = wraps;
    op->not_negative = !wraps && a->not_negative && (b->not_negative || (is_constant(b, &c) && (int64_t)c > 0));
    return build_numbered(graph, op);
}

// ---- division
// --------------------------------------------------------------------------------------------------------

// By a power of two: a signed quotient is rounded towards zero, so a negative dividend is first raised by 2^shift - 1.
static Op *divide_by_power(Graph *graph, OpCode code, IrType type, Op *a, int shift) {
    IrType kept = word(type), natural = is_wide(type) ? IR_U64 : IR_U32;
    int bits = is_wide(type) ? 64 : 32;
    Op *by = number(graph, IR_U32, shift), *result;
    if (!ir_signed(type) || a->not_negative) {
        if (code == CODE_DIV) result = build_binary(graph, CODE_SHR, natural, a, by);
        else result = build_binary(graph, CODE_AND, natural, a, number(graph, kept, (int64_t)((1ull << shift) - 1)));
        if (result->code != CODE_CONSTANT) result->not_negative = true;
        return result;
    }
    Op *sign = build_binary(graph, CODE_SHR, kept, a, number(graph, IR_U32, bits - 1));
    Op *bias = build_binary(graph, CODE_SHR, natural, sign, number(graph, IR_U32, bits - shift));
    Op *raised = build_binary(graph, CODE_ADD, natural, a, bias);
    if (code == CODE_DIV) return build_binary(graph, CODE_SHR, kept, raised, by);
    Op *whole = build_binary(graph, CODE_AND, natural, raised, number(graph, kept, -(int64_t)(1ull << shift)));
    return build_binary(graph, CODE_SUB, natural, a, whole);
}

static Op *quotient(Graph *graph, OpCode code, IrType type, Op *a, Op *b) {
    uint64_t c;
    if (is_constant(b, &c)) {
        if (c == 1) return code == CODE_DIV ? a : number(graph, type, 0);
        int shift = log2_of(is_wide(type) ? c : (uint32_t)c);
        if (shift > 0 && !(ir_signed(type) && (int64_t)c < 0)) return divide_by_power(graph, code, type, a, shift);
    }
    bool natural = a->not_negative && (b->not_negative || (is_constant(b, &c) && (int64_t)c > 0));
    if (natural) type = is_wide(type) ? IR_U64 : IR_U32;
    Op *op = plain(graph, code, type, a, b);
    if (natural) op->not_negative = true;
    return op;
}

// ---- bits
// ------------------------------------------------------------------------------------------------------------

// The most that a value can be, as far as its operation tells; all ones: anything.
static uint64_t bound_of(const Op *op) {
    uint64_t c;
    if (op->code == CODE_CONSTANT) return op->bits;
    if (op->code == CODE_LOAD && op->type == IR_U8) return UINT8_MAX;
    if (op->code == CODE_LOAD && op->type == IR_U16) return UINT16_MAX;
    if (op->code == CODE_AND && is_constant(op->args[1], &c) && (int64_t)c >= 0) return c;
    if (op->code == CODE_SHR && op->type == IR_U32 && is_constant(op->args[1], &c) && c && c < 32)
        return UINT32_MAX >> c;
    return UINT64_MAX;
}

static Op *logical(Graph *graph, OpCode code, IrType type, Op *a, Op *b) {
    IrType kept = type == IR_PRED ? IR_PRED : word(type);
    uint64_t c, all = type == IR_PRED ? 1 : UINT64_MAX, inner;
    if (a == b) return code == CODE_XOR ? number(graph, kept, 0) : a;
    if (is_constant(b, &c)) {
        if (!c) return code == CODE_AND ? b : a;
        if (c == all && code != CODE_XOR) return code == CODE_AND ? a : b;
        if (c == all) return type == IR_PRED ? build_not(graph, a) : build_unary(graph, CODE_NOT, type, a);
        if (code == CODE_AND && type != IR_PRED && bound_of(a) <= c && log2_of(c + 1) >= 0) return a;
        if (a->code == code && is_constant(a->args[1], &inner))
            return logical(graph, code, type, a->args[0],
                           number(graph, kept,
                                  (int64_t)(code == CODE_AND  ? c & inner
                                            : code == CODE_OR ? c | inner
                                                              : c ^ inner)));
    }
    Op *op = plain(graph, code, kept, a, b);
    bool first = a->not_negative, second = b->not_negative || (is_constant(b, &c) && (int64_t)c >= 0);
    op->not_negative = kept != IR_PRED && (code == CODE_AND ? first || second : first && second);
    return op;
}

static Op *shift(Graph *graph, OpCode code, IrType type, Op *a, Op *by) {
    uint64_t c, inner;
    IrType kept = code == CODE_SHL ? word(type) : type;
    if (code == CODE_SHR && a->not_negative) kept = is_wide(type) ? IR_U64 : IR_U32;
    if (is_constant(a, &c) && !c) return a;
    if (is_constant(by, &c)) {
        if (!c) return a;
        if (code == CODE_SHL && a->code == CODE_SHL && is_constant(a->args[1], &inner) &&
            c + inner < (is_wide(type) ? 64 : 32))
            return shift(graph, code, is_wide(type) ? IR_U64 : IR_U32, a->args[0],
                         number(graph, IR_U32, (int64_t)(c + inner)));
    }
    Op *op = graph_loose(graph, code, kept, 2);
    op->args[0] = a;
    op->args[1] = by;
    op->wraps = code == CODE_SHL && !ir_signed(type);
    op->not_negative = code == CODE_SHR && (a->not_negative || (!ir_signed(kept) && is_constant(by, &c) && c));
    return build_numbered(graph, op);
}

Op *fold_integer(Graph *graph, OpCode code, IrType type, Op *a, Op *b) {
    uint64_t x, y, result;
    if (is_constant(a, &x) && is_constant(b, &y) && fold_constants(code, type, x, y, &result))
        return op_constant(graph, type, result);
    switch (code) {
    case CODE_ADD: return sum(graph, type, a, b);
    case CODE_SUB: return difference(graph, type, a, b);
    case CODE_MUL: return product(graph, type, a, b);
    case CODE_DIV:
    case CODE_REM: return quotient(graph, code, type, a, b);
    case CODE_AND:
    case CODE_OR:
    case CODE_XOR: return logical(graph, code, type, a, b);
    case CODE_SHL:
    case CODE_SHR: return shift(graph, code, type, a, b);
    case CODE_MIN:
    case CODE_MAX: {
        if (a == b) return a;
        Op *op = plain(graph, code, type, a, b);
        bool second = b->not_negative || (is_constant(b, &y) && (int64_t)y >= 0);
        op->not_negative =
            ir_signed(type) && (code == CODE_MIN ? a->not_negative && second : a->not_negative || second);
        return op;
    }
    default: return plain(graph, code, type, a, b);
    }
}

// ---- comparisons and predicates
// --------------------------------------------------------------------------------------

static bool compare_constants(Comparison comparison, IrType type, uint64_t x, uint64_t y) {
    bool below = less(type, x, y), equal = is_wide(type) ? x == y : (uint32_t)x == (uint32_t)y;
    switch (comparison) {
    case CMP_EQ: return equal;
    case CMP_NE: return !equal;
    case CMP_LT: return below;
    case CMP_LE: return below || equal;
    case CMP_GT: return !below && !equal;
    default: return !below;
    }
}

static Op *compare_op(Graph *graph, Comparison comparison, IrType type, Op *a, Op *b) {
    Op *op = graph_loose(graph, CODE_COMPARE, type, 2);
    op->bits = comparison;
    op->args[0] = a;
    op->args[1] = b;
    return build_numbered(graph, op);
}

// x + c, where the sum does not overflow.
static const Op *without_constant(const Op *op, int64_t *constant) {
    uint64_t c;
    *constant = 0;
    if (op->code != CODE_ADD || op->wraps || !is_constant(op->args[1], &c)) return op;
    *constant = (int64_t)c;
    return op->args[0];
}

Op *fold_compare(Graph *graph, Comparison comparison, IrType type, Op *a, Op *b) {
    static const Comparison TURNED[] = {CMP_EQ, CMP_NE, CMP_GT, CMP_GE, CMP_LT, CMP_LE};
    uint64_t x, y;
    if (type != IR_PRED && ir_bytes(type) < 4) type = ir_signed(type) ? IR_S32 : IR_U32;
    if (is_constant(a, &x) && is_constant(b, &y))
        return op_constant(graph, IR_PRED, compare_constants(comparison, type, x, y));
    if (is_constant(a, &x)) return fold_compare(graph, TURNED[comparison], type, b, a);
    if (a == b)
        return op_constant(graph, IR_PRED, comparison == CMP_EQ || comparison == CMP_LE || comparison == CMP_GE);
    int64_t first, second;
    if (type != IR_PRED && ir_signed(type) && without_constant(a, &first) == without_constant(b, &second))
        return op_constant(graph, IR_PRED, compare_constants(comparison, IR_S64, (uint64_t)first, (uint64_t)second));
    if (type == IR_PRED) {
        Op *differ = build_binary(graph, CODE_XOR, IR_PRED, a, b);
        if (comparison == CMP_NE) return differ;
        if (comparison == CMP_EQ) return build_not(graph, differ);
        a = build_convert(graph, IR_S32, IR_PRED, a);
        b = build_convert(graph, IR_S32, IR_PRED, b);
        return fold_compare(graph, comparison, IR_S32, a, b);
    }
    if (is_constant(b, &y)) {
        bool natural = !ir_signed(type);
        if (a->code == CODE_SELECT && (comparison == CMP_EQ || comparison == CMP_NE) && !y &&
            is_constant(a->args[0], &x) && x == 1 && is_constant(a->args[1], &x) && !x)
            return comparison == CMP_NE ? a->args[2] : build_not(graph, a->args[2]);
        if (natural && !y && comparison == CMP_LT) return op_constant(graph, IR_PRED, 0);
        if (natural && !y && comparison == CMP_GE) return op_constant(graph, IR_PRED, 1);
        if (natural && !y && (comparison == CMP_GT || comparison == CMP_LE))
            comparison = comparison == CMP_GT ? CMP_NE : CMP_EQ;
        if (natural && y == 1 && (comparison == CMP_LT || comparison == CMP_GE)) {
            comparison = comparison == CMP_LT ? CMP_EQ : CMP_NE;
            b = op_constant(graph, type, 0);
        }
    }
    if (comparison <= CMP_NE) type = is_wide(type) ? IR_S64 : IR_S32;
    return compare_op(graph, comparison, type, a, b);
}

Op *build_not(Graph *graph, Op *predicate) {
    static const Comparison NOT[] = {CMP_NE, CMP_EQ, CMP_GE, CMP_GT, CMP_LE, CMP_LT};
    uint64_t x;
    if (is_constant(predicate, &x)) return op_constant(graph, IR_PRED, !x);
    if (predicate->code == CODE_NOT) return predicate->args[0];
    if (predicate->code == CODE_COMPARE) {
        Op *op = graph_loose(graph, CODE_COMPARE, predicate->type, 2);
        op->bits = NOT[predicate->bits];
        op->args[0] = predicate->args[0];
        op->args[1] = predicate->args[1];
        op->unordered = ir_floating(predicate->type) && !predicate->unordered;
        return build_numbered(graph, op);
    }
    return build_pure(graph, CODE_NOT, IR_PRED, NULL, 1, &predicate);
}

Op *build_select(Graph *graph, IrType type, Op *predicate, Op *a, Op *b) {
    uint64_t c, d;
    if (is_constant(predicate, &c)) return c ? a : b;
    if (a == b) return a;
    if (type == IR_PRED) {
        if (is_constant(a, &c)) {
            if (c) return build_binary(graph, CODE_OR, IR_PRED, predicate, b);
            return build_binary(graph, CODE_AND, IR_PRED, build_not(graph, predicate), b);
        }
        if (is_constant(b, &d)) {
            if (!d) return build_binary(graph, CODE_AND, IR_PRED, predicate, a);
            return build_binary(graph, CODE_OR, IR_PRED, build_not(graph, predicate), a);
        }
        Op *left = build_binary(graph, CODE_AND, IR_PRED, predicate, a);
        Op *right = build_binary(graph, CODE_AND, IR_PRED, build_not(graph, predicate), b);
        return build_binary(graph, CODE_OR, IR_PRED, left, right);
    }
    if (predicate->code == CODE_NOT) return build_select(graph, type, predicate->args[0], b, a);
    IrType kept = ir_class(type) == CLASS_32 ? IR_B32 : ir_class(type) == CLASS_64 ? IR_B64 : type;
    Op *op = build_pure(graph, CODE_SELECT, kept, NULL, 3, (Op *[]){a, b, predicate});
    bool first = a->not_negative || (is_constant(a, &c) && (int64_t)c >= 0);
    bool second = b->not_negative || (is_constant(b, &c) && (int64_t)c >= 0);
    op->not_negative = kept == IR_B32 && first && second;
    return op;
}

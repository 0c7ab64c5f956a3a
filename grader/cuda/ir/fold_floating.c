// fold_floating.c - what operations on floating values become. No rule changes a bit of a result.
//
// The rules are NVVM's, because they decide which operations are counted: x * 2 is x + x, x / 4 is x * 0.25, a - 3 is
// a + -3, -a + b is b - a. Products and sums are contracted later (fuse.c), when it is known who uses a product.
#include "fold.h"

#include <math.h>
#include <string.h>

static Op *plain(Graph *graph, OpCode code, IrType type, Op *a, Op *b) {
    return build_pure(graph, code, type, NULL, 2, (Op *[]){a, b});
}

static bool is_number(const Op *op, double *value) {
    if (op->code != CODE_CONSTANT || (op->type != IR_F32 && op->type != IR_F64)) return false;
    *value = constant_value(op);
    return true;
}

// The host rounds to nearest as well. NULL: the result is a NaN. The GPU's has other bits than the one that NVVM makes
// of constants, and whether it does depends on when they become constants.
static Op *rounded(Graph *graph, IrType type, double wide, float single) {
    double value = type == IR_F32 ? (double)single : wide;
    return isnan(value) ? NULL : op_float(graph, type, value);
}

static Op *fold_numbers(Graph *graph, OpCode code, IrType type, double x, double y) {
    float a = (float)x, b = (float)y;
    switch (code) {
    case CODE_ADD: return rounded(graph, type, x + y, a + b);
    case CODE_SUB: return rounded(graph, type, x - y, a - b);
    case CODE_MUL: return rounded(graph, type, x * y, a * b);
    case CODE_DIV: return rounded(graph, type, x / y, a / b);
    case CODE_MIN: return x == y ? NULL : rounded(graph, type, fmin(x, y), fminf(a, b));
    case CODE_MAX: return x == y ? NULL : rounded(graph, type, fmax(x, y), fmaxf(a, b));
    default: return NULL;
    }
}

static bool is_zero(double value, bool negative) { return value == 0 && !signbit(value) == !negative; }

static Op *add(Graph *graph, IrType type, Op *a, Op *b) {
    double y;
    if (is_number(b, &y) && is_zero(y, true)) return a;
    if (a->code == CODE_NEG && a->type == type) return fold_floating(graph, CODE_SUB, type, b, a->args[0]);
    if (b->code == CODE_NEG && b->type == type) return fold_floating(graph, CODE_SUB, type, a, b->args[0]);
    return plain(graph, CODE_ADD, type, a, b);
}

static Op *subtract(Graph *graph, IrType type, Op *a, Op *b) {
    double x, y;
    if (is_number(b, &y)) {
        if (is_zero(y, false)) return a;
        if (!isnan(y)) return add(graph, type, a, op_float(graph, type, -y));
    }
    if (is_number(a, &x) && is_zero(x, true)) return build_unary(graph, CODE_NEG, type, b);
    if (b->code == CODE_NEG && b->type == type) return add(graph, type, a, b->args[0]);
    return plain(graph, CODE_SUB, type, a, b);
}

static Op *multiply(Graph *graph, IrType type, Op *a, Op *b) {
    double y;
    if (is_number(b, &y)) {
        if (y == 1) return a;
        if (y == -1) return build_unary(graph, CODE_NEG, type, a);
        if (a->code == CODE_NEG && a->type == type && !isnan(y))
            return multiply(graph, type, a->args[0], op_float(graph, type, -y));
    }
    if (a->code == CODE_NEG && b->code == CODE_NEG && a->type == type && b->type == type)
        return multiply(graph, type, a->args[0], b->args[0]);
    return plain(graph, CODE_MUL, type, a, b);
}

// A power of two whose reciprocal is a normal number.
static bool has_exact_reciprocal(IrType type, double value, double *reciprocal) {
    int exponent;
    if (value == 0 || !isfinite(value) || fabs(frexp(value, &exponent)) != 0.5) return false;
    *reciprocal = 1 / value;
    int least = type == IR_F32 ? -126 : -1022, most = type == IR_F32 ? 127 : 1023;
    return exponent - 1 >= least && exponent - 1 <= most && 1 - exponent >= least && 1 - exponent <= most;
}

static Op *divide(Graph *graph, IrType type, Op *a, Op *b) {
    double y, reciprocal;
    if (is_number(b, &y) && has_exact_reciprocal(type, y, &reciprocal))
        return fold_floating(graph, CODE_MUL, type, a, op_float(graph, type, reciprocal));
    return plain(graph, CODE_DIV, type, a, b);
}

Op *fold_floating(Graph *graph, OpCode code, IrType type, Op *a, Op *b) {
    double x, y;
    if (type == IR_F32 || type == IR_F64) {
        if (is_number(a, &x) && is_number(b, &y)) {
            Op *value = fold_numbers(graph, code, type, x, y);
            if (value) return value;
            value = plain(graph, code, type, a, b);
            value->unsure = code == CODE_ADD || code == CODE_SUB || code == CODE_MUL || code == CODE_DIV;
            return value;
        }
        if ((code == CODE_ADD || code == CODE_MUL) && is_number(a, &x)) {
            Op *other = a;
            a = b;
            b = other;
        }
        switch (code) {
        case CODE_ADD: return add(graph, type, a, b);
        case CODE_SUB: return subtract(graph, type, a, b);
        case CODE_MUL: return multiply(graph, type, a, b);
        case CODE_DIV: return divide(graph, type, a, b);
        default: break;
        }
        if ((code == CODE_MIN || code == CODE_MAX) && a == b) return a;
    }
    return plain(graph, code, type, a, b);
}

Op *fold_compare_floating(Graph *graph, Comparison comparison, IrType type, Op *a, Op *b) {
    static const Comparison TURNED[] = {CMP_EQ, CMP_NE, CMP_GT, CMP_GE, CMP_LT, CMP_LE};
    double x, y;
    if (is_number(a, &x) && is_number(b, &y)) {
        bool result = comparison == CMP_EQ   ? x == y
                      : comparison == CMP_NE ? x != y
                      : comparison == CMP_LT ? x < y
                      : comparison == CMP_LE ? x <= y
                      : comparison == CMP_GT ? x > y
                                             : x >= y;
        return op_constant(graph, IR_PRED, result);
    }
    if (is_number(a, &x)) return fold_compare_floating(graph, TURNED[comparison], type, b, a);
    if (a == b && (comparison == CMP_LT || comparison == CMP_GT)) return op_constant(graph, IR_PRED, 0);
    Op *op = graph_loose(graph, CODE_COMPARE, type, 2);
    op->bits = comparison;
    op->args[0] = a;
    op->args[1] = b;
    op->unordered = comparison == CMP_NE;
    return build_numbered(graph, op);
}

// convert.c - conversions between arithmetic types, and operations chosen by the kind of their operands.
#include "fold.h"

#include <math.h>
#include <string.h>

static bool is_wide(IrType type) { return ir_bytes(type) == 8; }
static IrType word(IrType type) { return is_wide(type) ? IR_S64 : IR_S32; }

Op *build_binary(Graph *graph, OpCode code, IrType type, Op *a, Op *b) {
    if (ir_floating(type)) return fold_floating(graph, code, type, a, b);
    bool commutes = code == CODE_ADD || code == CODE_MUL || code == CODE_AND || code == CODE_OR || code == CODE_XOR ||
                    code == CODE_MIN || code == CODE_MAX;
    if (commutes && a->code == CODE_CONSTANT) {
        Op *other = a;
        a = b;
        b = other;
    }
    return fold_integer(graph, code, type, a, b);
}

Op *build_compare(Graph *graph, Comparison comparison, IrType type, Op *a, Op *b) {
    if (ir_floating(type)) return fold_compare_floating(graph, comparison, type, a, b);
    return fold_compare(graph, comparison, type, a, b);
}

static Op *unary_of_constant(Graph *graph, OpCode code, IrType type, const Op *a) {
    uint64_t x = a->bits;
    if (!ir_floating(type)) {
        if (code == CODE_NEG) return op_constant(graph, type, 0 - x);
        if (code == CODE_NOT) return op_constant(graph, type, ~x);
        if (code == CODE_ABS) return op_constant(graph, type, (int64_t)x < 0 ? 0 - x : x);
        return NULL;
    }
    if (type != IR_F32 && type != IR_F64) return NULL;
    uint64_t sign = type == IR_F32 ? 1ull << 31 : 1ull << 63;
    if (code == CODE_NEG) return op_constant(graph, type, x ^ sign);
    if (code == CODE_ABS) return op_constant(graph, type, x & ~sign);
    return NULL;
}

Op *build_unary(Graph *graph, OpCode code, IrType type, Op *a) {
    if (code == CODE_NOT && type == IR_PRED) return build_not(graph, a);
    if (!ir_floating(type) && code != CODE_ABS) type = word(type);
    if (a->code == CODE_CONSTANT) {
        Op *value = unary_of_constant(graph, code, type, a);
        if (value) return value;
    }
    if ((code == CODE_NEG || code == CODE_NOT) && a->code == code && a->type == type) return a->args[0];
    if (code == CODE_NEG && a->code == CODE_SUB && !ir_floating(type))
        return build_binary(graph, CODE_SUB, is_wide(type) ? IR_U64 : IR_U32, a->args[1], a->args[0]);
    if (code == CODE_ABS && a->code == CODE_NEG && ir_floating(type)) a = a->args[0];
    return build_pure(graph, code, type, NULL, 1, &a);
}

Op *build_bits(Graph *graph, IrType to, Op *a) {
    uint64_t bits;
    RegisterClass class = ir_class(a->type);
    if (class == ir_class(to)) return a;
    if (is_constant(a, &bits)) return op_constant(graph, to, bits);
    if (a->code == CODE_BITS && ir_class(a->args[0]->type) == ir_class(to)) return a->args[0];
    if (class == CLASS_16 && ir_class(to) == CLASS_32) {
        Op *op = graph_loose(graph, CODE_CONVERT, IR_U32, 1);
        op->from = IR_U16;
        op->args[0] = a;
        op->not_negative = true;
        return build_numbered(graph, op);
    }
    if (class == CLASS_32 && ir_class(to) == CLASS_16) {
        if (a->code == CODE_CONVERT && a->from == IR_U16 && a->type == IR_U32) return a->args[0];
        Op *op = graph_loose(graph, CODE_CONVERT, IR_U16, 1);
        op->from = IR_U32;
        op->type = IR_B16;
        op->args[0] = a;
        return build_numbered(graph, op);
    }
    return build_pure(graph, CODE_BITS, to, NULL, 1, &a);
}

// ---- conversions
// -----------------------------------------------------------------------------------------------------

static Op *convert_op(Graph *graph, IrType to, IrType from, const char *rounding, Op *a) {
    Op *op = graph_loose(graph, CODE_CONVERT, to, 1);
    op->from = from;
    op->text = rounding;
    op->args[0] = a;
    return build_numbered(graph, op);
}

static Op *float_of_integer(Graph *graph, IrType to, IrType from, uint64_t bits) {
    uint64_t natural = is_wide(from) ? bits : (uint32_t)bits;
    if (to == IR_F32) {
        float value = ir_signed(from) ? (float)(int64_t)bits : (float)natural;
        return op_float(graph, to, (double)value);
    }
    return op_float(graph, to, ir_signed(from) ? (double)(int64_t)bits : (double)natural);
}

// Beyond the range PTX gives the nearest integer, and 0 for NaN.
static Op *integer_of_float(Graph *graph, IrType to, double value) {
    IrType kept = ir_bytes(to) < 4 ? IR_S32 : to;
    if (isnan(value)) return op_constant(graph, to, 0);
    value = trunc(value);
    double least = ir_signed(kept) ? -ldexp(1, (int)ir_bytes(kept) * 8 - 1) : 0;
    double above = ldexp(1, (int)ir_bytes(kept) * 8 - (ir_signed(kept) ? 1 : 0));
    uint64_t bits;
    if (value <= least) bits = ir_signed(kept) ? (uint64_t)INT64_MIN >> (is_wide(kept) ? 0 : 32) : 0;
    else if (value >= above) bits = ir_signed(kept) ? (is_wide(kept) ? INT64_MAX : INT32_MAX) : UINT64_MAX;
    else bits = ir_signed(kept) ? (uint64_t)(int64_t)value : (uint64_t)value;
    if (value <= least && ir_signed(kept) && !is_wide(kept)) bits = (uint64_t)(int64_t)INT32_MIN;
    return op_constant(graph, to, bits);
}

static Op *convert_constant(Graph *graph, IrType to, IrType from, const Op *a) {
    bool plain_to = to == IR_F32 || to == IR_F64, plain_from = from == IR_F32 || from == IR_F64;
    if (ir_floating(to) && !plain_to) return NULL;
    if (ir_floating(from) && !plain_from) return NULL;
    if (plain_from && plain_to) {
        double value = constant_value(a);
        return isnan(value) ? NULL : op_float(graph, to, value);
    }
    if (plain_from) return integer_of_float(graph, to, constant_value(a));
    uint64_t bits = from == IR_PRED ? a->bits & 1 : a->bits;
    if (!ir_signed(from) && ir_bytes(from) == 4) bits = (uint32_t)bits;
    if (plain_to) return float_of_integer(graph, to, from, bits);
    return op_constant(graph, to, bits);
}

static Op *narrowed(Graph *graph, IrType to, Op *a) {
    if (ir_signed(to)) {
        if (a->code == CODE_LOAD && a->type == to) return a;
        return convert_op(graph, IR_S32, to, NULL, a);
    }
    return build_binary(graph, CODE_AND, IR_U32, a, op_constant(graph, IR_U32, ir_bytes(to) == 1 ? 0xff : 0xffff));
}

static Op *convert_integer(Graph *graph, IrType to, IrType from, Op *a) {
    if (is_wide(to) && !is_wide(from)) {
        if (!ir_signed(from) && ir_bytes(from) < 4) from = IR_U32;
        if (a->code == CODE_CONVERT && a->from == IR_U64 && a->type == IR_U32 && !ir_signed(from))
            return build_binary(graph, CODE_AND, IR_U64, a->args[0], op_constant(graph, IR_U64, UINT32_MAX));
        bool natural = !ir_signed(from) || a->not_negative;
        Op *op = convert_op(graph, natural ? IR_U64 : IR_S64, natural ? IR_U32 : IR_S32, NULL, a);
        op->not_negative |= natural;
        return op;
    }
    if (!is_wide(to) && is_wide(from)) {
        if (a->code == CODE_CONVERT && (a->from == IR_U32 || a->from == IR_S32) && is_wide(a->type)) a = a->args[0];
        else a = convert_op(graph, IR_U32, IR_U64, NULL, a);
        from = IR_U32;
    }
    bool narrows = ir_bytes(to) < ir_bytes(from) ||
                   (ir_bytes(to) == ir_bytes(from) && ir_signed(to) != ir_signed(from)) ||
                   (ir_bytes(to) < 4 && ir_signed(from) && !ir_signed(to));
    return ir_bytes(to) < 4 && narrows ? narrowed(graph, to, a) : a;
}

static Op *convert_floating(Graph *graph, IrType to, IrType from, Op *a) {
    if (ir_floating(to) && ir_floating(from)) {
        bool widens = ir_bytes(to) > ir_bytes(from);
        if ((to == IR_BF16 || from == IR_BF16) && (to == IR_F64 || from == IR_F64))
            return convert_floating(graph, to, IR_F32, convert_floating(graph, IR_F32, from, a));
        return convert_op(graph, to, from, widens ? NULL : ".rn", a);
    }
    if (ir_floating(to)) {
        IrType kept = ir_bytes(from) < 4 ? ir_signed(from) ? IR_S32 : IR_U32 : from;
        if (to == IR_BF16) return convert_floating(graph, to, IR_F32, convert_floating(graph, IR_F32, from, a));
        return convert_op(graph, to, kept, ".rn", a);
    }
    IrType kept = ir_bytes(to) < 4 ? IR_S32 : to;
    if (from == IR_BF16) return convert_floating(graph, to, IR_F32, convert_floating(graph, IR_F32, from, a));
    return convert_integer(graph, to, kept, convert_op(graph, kept, from, ".rzi", a));
}

Op *build_convert(Graph *graph, IrType to, IrType from, Op *a) {
    if (to == from) return a;
    if (a->code == CODE_CONSTANT) {
        Op *value = to == IR_PRED ? NULL : convert_constant(graph, to, from, a);
        if (value) return value;
    }
    if (to == IR_PRED) {
        Op *zero = ir_floating(from) ? op_float(graph, from, 0) : op_constant(graph, from, 0);
        return build_compare(graph, CMP_NE, from, a, zero);
    }
    if (from == IR_PRED) {
        if (!ir_floating(to)) {
            Op *op = build_select(graph, is_wide(to) ? IR_B64 : IR_B32, a, op_constant(graph, word(to), 1),
                                  op_constant(graph, word(to), 0));
            return op;
        }
        return build_select(graph, to, a, build_convert(graph, to, IR_S32, op_constant(graph, IR_S32, 1)),
                            build_convert(graph, to, IR_S32, op_constant(graph, IR_S32, 0)));
    }
    if (ir_floating(to) || ir_floating(from)) return convert_floating(graph, to, from, a);
    return convert_integer(graph, to, from, a);
}

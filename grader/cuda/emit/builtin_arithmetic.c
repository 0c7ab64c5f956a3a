// builtin_arithmetic.c - builtins that compute: one instruction, or the few that libdevice has for them.
//
// What libdevice computes by more than is written here is refused by name: a result that differs in one bit would be a
// wrong one.
#include "builtin.h"

// One instruction: mnemonic, type of the result, of the operands.
static const struct {
    const char *mnemonic;
    IrType result, operands;
} PLAIN[BUILTIN_COUNT] = {
    [BUILTIN_SQRTF] = {"sqrt.rn.f32", IR_F32, IR_F32},
    [BUILTIN_SQRT] = {"sqrt.rn.f64", IR_F64, IR_F64},
    [BUILTIN_FLOORF] = {"cvt.rmi.f32.f32", IR_F32, IR_F32},
    [BUILTIN_FLOOR] = {"cvt.rmi.f64.f64", IR_F64, IR_F64},
    [BUILTIN_CEILF] = {"cvt.rpi.f32.f32", IR_F32, IR_F32},
    [BUILTIN_CEIL] = {"cvt.rpi.f64.f64", IR_F64, IR_F64},
    [BUILTIN_TRUNCF] = {"cvt.rzi.f32.f32", IR_F32, IR_F32},
    [BUILTIN_TRUNC] = {"cvt.rzi.f64.f64", IR_F64, IR_F64},
    [BUILTIN_RINTF] = {"cvt.rni.f32.f32", IR_F32, IR_F32},
    [BUILTIN_RINT] = {"cvt.rni.f64.f64", IR_F64, IR_F64},
    [BUILTIN_COPYSIGNF] = {"copysign.f32", IR_F32, IR_F32},
    [BUILTIN_COPYSIGN] = {"copysign.f64", IR_F64, IR_F64},
    [BUILTIN_SATURATE] = {"cvt.sat.f32.f32", IR_F32, IR_F32},
    [BUILTIN_FADD_RN] = {"add.rn.f32", IR_F32, IR_F32},
    [BUILTIN_FSUB_RN] = {"sub.rn.f32", IR_F32, IR_F32},
    [BUILTIN_FMUL_RN] = {"mul.rn.f32", IR_F32, IR_F32},
    [BUILTIN_FDIV_RN] = {"div.rn.f32", IR_F32, IR_F32},
    [BUILTIN_FRCP_RN] = {"rcp.rn.f32", IR_F32, IR_F32},
    [BUILTIN_FSQRT_RN] = {"sqrt.rn.f32", IR_F32, IR_F32},
    [BUILTIN_DADD_RN] = {"add.rn.f64", IR_F64, IR_F64},
    [BUILTIN_DSUB_RN] = {"sub.rn.f64", IR_F64, IR_F64},
    [BUILTIN_DMUL_RN] = {"mul.rn.f64", IR_F64, IR_F64},
    [BUILTIN_DDIV_RN] = {"div.rn.f64", IR_F64, IR_F64},
    [BUILTIN_DSQRT_RN] = {"sqrt.rn.f64", IR_F64, IR_F64},
    [BUILTIN_DRCP_RN] = {"rcp.rn.f64", IR_F64, IR_F64},
    [BUILTIN_INT2FLOAT_RN] = {"cvt.rn.f32.s32", IR_F32, IR_S32},
    [BUILTIN_UINT2FLOAT_RN] = {"cvt.rn.f32.u32", IR_F32, IR_U32},
    [BUILTIN_FLOAT2INT_RN] = {"cvt.rni.s32.f32", IR_S32, IR_F32},
    [BUILTIN_FLOAT2INT_RZ] = {"cvt.rzi.s32.f32", IR_S32, IR_F32},
    [BUILTIN_FLOAT2INT_RD] = {"cvt.rmi.s32.f32", IR_S32, IR_F32},
    [BUILTIN_FLOAT2INT_RU] = {"cvt.rpi.s32.f32", IR_S32, IR_F32},
    [BUILTIN_FLOAT2UINT_RN] = {"cvt.rni.u32.f32", IR_U32, IR_F32},
    [BUILTIN_FLOAT2UINT_RZ] = {"cvt.rzi.u32.f32", IR_U32, IR_F32},
    [BUILTIN_DOUBLE2INT_RN] = {"cvt.rni.s32.f64", IR_S32, IR_F64},
    [BUILTIN_DOUBLE2INT_RZ] = {"cvt.rzi.s32.f64", IR_S32, IR_F64},
    [BUILTIN_DOUBLE2FLOAT_RN] = {"cvt.rn.f32.f64", IR_F32, IR_F64},
    [BUILTIN_FDIVIDEF] = {"div.approx.f32", IR_F32, IR_F32},
    [BUILTIN_LOG2F_FAST] = {"lg2.approx.f32", IR_F32, IR_F32},
    [BUILTIN_SINF_FAST] = {"sin.approx.f32", IR_F32, IR_F32},
    [BUILTIN_COSF_FAST] = {"cos.approx.f32", IR_F32, IR_F32},
    [BUILTIN_TANHF_FAST] = {"tanh.approx.f32", IR_F32, IR_F32},
    [BUILTIN_RSQRTF] = {"rsqrt.approx.f32", IR_F32, IR_F32},
    [BUILTIN_RSQRT] = {"rsqrt.approx.f64", IR_F64, IR_F64},
    [BUILTIN_EXP2F] = {"ex2.approx.f32", IR_F32, IR_F32},
    [BUILTIN_POPC] = {"popc.b32", IR_U32, IR_U32},
    [BUILTIN_POPCLL] = {"popc.b64", IR_U32, IR_U64},
    [BUILTIN_CLZ] = {"clz.b32", IR_U32, IR_U32},
    [BUILTIN_CLZLL] = {"clz.b64", IR_U32, IR_U64},
    [BUILTIN_BREV] = {"brev.b32", IR_U32, IR_U32},
    [BUILTIN_BREVLL] = {"brev.b64", IR_U64, IR_U64},
    [BUILTIN_BYTE_PERM] = {"prmt.b32", IR_U32, IR_U32},
    [BUILTIN_MULHI] = {"mul.hi.s32", IR_S32, IR_S32},
    [BUILTIN_UMULHI] = {"mul.hi.u32", IR_U32, IR_U32},
    [BUILTIN_MUL64HI] = {"mul.hi.s64", IR_S64, IR_S64},
    [BUILTIN_UMUL64HI] = {"mul.hi.u64", IR_U64, IR_U64},
    [BUILTIN_SAD] = {"sad.s32", IR_U32, IR_S32},
    [BUILTIN_USAD] = {"sad.u32", IR_U32, IR_U32},
    [BUILTIN_HADD] = {"add.f16", IR_F16, IR_F16},
    [BUILTIN_HSUB] = {"sub.f16", IR_F16, IR_F16},
    [BUILTIN_HMUL] = {"mul.f16", IR_F16, IR_F16},
    [BUILTIN_HFMA] = {"fma.rn.f16", IR_F16, IR_F16},
    [BUILTIN_HMIN] = {"min.f16", IR_F16, IR_F16},
    [BUILTIN_HMAX] = {"max.f16", IR_F16, IR_F16},
};

static Op *word(Generator *generator, uint64_t value) { return op_constant(generator->graph, IR_U32, value); }

// The place of the lowest bit set, from 1; 0: none.
static Op *find_first(Generator *generator, Op *a) {
    Graph *graph = generator->graph;
    Op *turned = build_function(graph, IR_U32, "brev.b32", 1, a);
    Op *shift = build_function(graph, IR_U32, "bfind.shiftamt.u32", 1, turned);
    return build_binary(graph, CODE_ADD, IR_U32, shift, word(generator, 1));
}

static Op *find_first_long(Generator *generator, Op *a) {
    Graph *graph = generator->graph;
    Op *lowest = build_binary(graph, CODE_AND, IR_U64, a, build_unary(graph, CODE_NEG, IR_S64, a));
    Op *zeros = build_function(graph, IR_U32, "clz.b64", 1, lowest);
    return build_binary(graph, CODE_SUB, IR_U32, word(generator, 64), zeros);
}

static Op *low_24(Generator *generator, Op *a, bool is_signed) {
    Op *up = build_binary(generator->graph, CODE_SHL, IR_U32, a, word(generator, 8));
    return build_binary(generator->graph, CODE_SHR, is_signed ? IR_S32 : IR_U32, up, word(generator, 8));
}

// Halves away from zero: half of one is added with its sign, and the rest is cut off.
static Op *rounded(Generator *generator, IrType type, Op *a) {
    Graph *graph = generator->graph;
    bool wide = type == IR_F64;
    Op *half = build_function(graph, type, wide ? "copysign.f64" : "copysign.f32", 2, a, op_float(graph, type, 0.5));
    Op *sum = build_function(graph, type, wide ? "add.rz.f64" : "add.rz.f32", 2, a, half);
    return build_function(graph, type, wide ? "cvt.rzi.f64.f64" : "cvt.rzi.f32.f32", 1, sum);
}

static Op *is_class(Generator *generator, Builtin builtin, IrType type, Op *a) {
    Graph *graph = generator->graph;
    Op *size = build_unary(graph, CODE_ABS, type, a);
    Op *infinity = op_constant(graph, type, type == IR_F64 ? 0x7ff0000000000000 : 0x7f800000);
    if (builtin == BUILTIN_ISINF) return build_compare(graph, CMP_EQ, type, size, infinity);
    if (builtin == BUILTIN_ISFINITE) return build_compare(graph, CMP_LT, type, size, infinity);
    return build_not(graph, build_compare(graph, CMP_LE, type, size, infinity));
}

static Op *sign_bit(Generator *generator, IrType type, Op *a) {
    Graph *graph = generator->graph;
    Op *bits = build_bits(graph, type == IR_F64 ? IR_B64 : IR_B32, a);
    return build_compare(graph, CMP_LT, type == IR_F64 ? IR_S64 : IR_S32, bits,
                         op_constant(graph, type == IR_F64 ? IR_S64 : IR_S32, 0));
}

static Op *least_or_most(Generator *generator, Builtin builtin, IrType type, Op *a, Op *b) {
    bool least = builtin == BUILTIN_MIN || builtin == BUILTIN_FMINF || builtin == BUILTIN_FMIN;
    return build_binary(generator->graph, least ? CODE_MIN : CODE_MAX, type, a, b);
}

static Op *funnel(Generator *generator, const char *mnemonic, Op *const *args) {
    return build_pure(generator->graph, CODE_FUNCTION, IR_U32, mnemonic, 3, args);
}

// Two halves in a word, and back: __half2 is a record of two.
static Op *pair(Generator *generator, Value value) {
    if (value.kind != VALUE_PARTS || value.count != 2) return word(generator, 0);
    return build_join(generator->graph, IR_U32, value.parts[0].op, value.parts[1].op);
}

static Value unpaired(Generator *generator, Op *op) {
    Op *split = build_pure(generator->graph, CODE_SPLIT, IR_B32, NULL, 1, &op);
    Value value = value_parts(generator, 2);
    for (unsigned n = 0; n < 2; n++) value.parts[n] = value_op(build_part(generator->graph, IR_F16, split, n));
    return value;
}

static Value pairs(Generator *generator, Builtin builtin, const Value *values) {
    const char *mnemonic = builtin == BUILTIN_HADD2   ? "add.f16x2"
                           : builtin == BUILTIN_HSUB2 ? "sub.f16x2"
                           : builtin == BUILTIN_HMUL2 ? "mul.f16x2"
                                                      : "fma.rn.f16x2";
    unsigned count = builtin == BUILTIN_HFMA2 ? 3 : 2;
    Op *args[3];
    for (unsigned n = 0; n < count; n++) args[n] = pair(generator, values[n]);
    return unpaired(generator, build_pure(generator->graph, CODE_FUNCTION, IR_F16X2, mnemonic, count, args));
}

// The quotient by an approximate reciprocal, corrected once where it is subnormal: what cuda_fp16.hpp does.
Op *half_quotient(Generator *generator, Op *a, Op *b) {
    Graph *graph = generator->graph;
    Op *x = build_convert(graph, IR_F32, IR_F16, a), *y = build_convert(graph, IR_F32, IR_F16, b);
    Op *reciprocal = build_function(graph, IR_F32, "rcp.approx.ftz.f32", 1, y);
    Op *quotient = build_function(graph, IR_F32, "mul.rn.f32", 2, x, reciprocal);
    Op *first = build_convert(graph, IR_F16, IR_F32, quotient);
    Op *error = build_function(graph, IR_F32, "fma.rn.f32", 3, build_unary(graph, CODE_NEG, IR_F32, y), quotient, x);
    Op *better = build_function(graph, IR_F32, "fma.rn.f32", 3, reciprocal, error, quotient);
    Op *size = build_unary(graph, CODE_ABS, IR_F16, first);
    Op *small = build_compare(graph, CMP_LT, IR_F16, size, op_constant(graph, IR_F16, 143));
    Op *some = build_compare(graph, CMP_GT, IR_F16, size, op_constant(graph, IR_F16, 0));
    Op *both = build_binary(graph, CODE_AND, IR_PRED, small, some);
    return build_select(graph, IR_B16, both, build_convert(graph, IR_F16, IR_F32, better), first);
}

static Op *joined_double(Generator *generator, Op *high, Op *low) {
    return build_bits(generator->graph, IR_F64, build_join(generator->graph, IR_B64, low, high));
}

static Op *word_of_double(Generator *generator, Op *a, unsigned which) {
    Op *split = build_pure(generator->graph, CODE_SPLIT, IR_B64, NULL, 1, &a);
    return build_part(generator->graph, IR_S32, split, which);
}

static Op *logarithm_times(Generator *generator, Op *a, uint32_t factor) {
    Op *log = build_function(generator->graph, IR_F32, "lg2.approx.f32", 1, a);
    return build_binary(generator->graph, CODE_MUL, IR_F32, log, op_constant(generator->graph, IR_F32, factor));
}

static Op *power_of_two(Generator *generator, Op *a) {
    return build_function(generator->graph, IR_F32, "ex2.approx.f32", 1, a);
}

static Op *fused(Generator *generator, IrType type, Op *const *args) {
    return build_pure(generator->graph, CODE_FUNCTION, type, type == IR_F64 ? "fma.rn.f64" : "fma.rn.f32", 3, args);
}

static Op *computed(Generator *generator, Builtin builtin, IrType type, Op *const *a) {
    Graph *graph = generator->graph;
    switch (builtin) {
    case BUILTIN_MIN:
    case BUILTIN_MAX:
    case BUILTIN_FMINF:
    case BUILTIN_FMAXF:
    case BUILTIN_FMIN:
    case BUILTIN_FMAX: return least_or_most(generator, builtin, type, a[0], a[1]);
    case BUILTIN_ABS:
    case BUILTIN_FABSF:
    case BUILTIN_FABS: return build_unary(graph, CODE_ABS, type, a[0]);
    case BUILTIN_FMAF:
    case BUILTIN_FMAF_RN: return fused(generator, IR_F32, a);
    case BUILTIN_FMA:
    case BUILTIN_FMA_RN: return fused(generator, IR_F64, a);
    case BUILTIN_ROUNDF: return rounded(generator, IR_F32, a[0]);
    case BUILTIN_ROUND: return rounded(generator, IR_F64, a[0]);
    case BUILTIN_ISNAN:
    case BUILTIN_ISINF:
    case BUILTIN_ISFINITE: return is_class(generator, builtin, type, a[0]);
    case BUILTIN_SIGNBIT: return sign_bit(generator, type, a[0]);
    case BUILTIN_FFS: return find_first(generator, a[0]);
    case BUILTIN_FFSLL: return find_first_long(generator, a[0]);
    case BUILTIN_MUL24:
        return build_binary(graph, CODE_MUL, IR_U32, low_24(generator, a[0], true), low_24(generator, a[1], true));
    case BUILTIN_UMUL24:
        return build_binary(graph, CODE_MUL, IR_U32, low_24(generator, a[0], false), low_24(generator, a[1], false));
    case BUILTIN_DP4A:
        return build_pure(graph, CODE_FUNCTION, IR_S32, ir_signed(type) ? "dp4a.s32.s32" : "dp4a.u32.u32", 3, a);
    case BUILTIN_FUNNELSHIFT_L: return funnel(generator, "shf.l.wrap.b32", a);
    case BUILTIN_FUNNELSHIFT_R: return funnel(generator, "shf.r.wrap.b32", a);
    case BUILTIN_FUNNELSHIFT_LC: return funnel(generator, "shf.l.clamp.b32", a);
    case BUILTIN_FUNNELSHIFT_RC: return funnel(generator, "shf.r.clamp.b32", a);
    case BUILTIN_HILOINT2DOUBLE: return joined_double(generator, a[0], a[1]);
    case BUILTIN_DOUBLE2HIINT: return word_of_double(generator, a[0], 1);
    case BUILTIN_DOUBLE2LOINT: return word_of_double(generator, a[0], 0);
    case BUILTIN_EXPF_FAST:
        return power_of_two(generator,
                            build_binary(graph, CODE_MUL, IR_F32, a[0], op_constant(graph, IR_F32, 0x3FB8AA3B)));
    case BUILTIN_EXP10F_FAST:
        return power_of_two(generator,
                            build_binary(graph, CODE_MUL, IR_F32, a[0], op_constant(graph, IR_F32, 0x40549A78)));
    case BUILTIN_LOGF_FAST: return logarithm_times(generator, a[0], 0x3F317218);
    case BUILTIN_LOG10F_FAST: return logarithm_times(generator, a[0], 0x3E9A209B);
    case BUILTIN_TANF_FAST:
        return build_function(graph, IR_F32, "div.approx.f32", 2,
                              build_function(graph, IR_F32, "sin.approx.f32", 1, a[0]),
                              build_function(graph, IR_F32, "cos.approx.f32", 1, a[0]));
    case BUILTIN_POWF_FAST: {
        Op *log = build_function(graph, IR_F32, "lg2.approx.f32", 1, a[0]);
        return power_of_two(generator, build_binary(graph, CODE_MUL, IR_F32, a[1], log));
    }
    case BUILTIN_HDIV: return half_quotient(generator, a[0], a[1]);
    default: return NULL;
    }
}

static bool is_bits(Builtin builtin) {
    return builtin == BUILTIN_FLOAT_AS_INT || builtin == BUILTIN_FLOAT_AS_UINT || builtin == BUILTIN_INT_AS_FLOAT ||
           builtin == BUILTIN_UINT_AS_FLOAT || builtin == BUILTIN_DOUBLE_AS_LONGLONG ||
           builtin == BUILTIN_LONGLONG_AS_DOUBLE || builtin == BUILTIN_HALF_AS_USHORT ||
           builtin == BUILTIN_USHORT_AS_HALF;
}

static bool is_conversion(Builtin builtin) {
    return builtin == BUILTIN_FLOAT2HALF || builtin == BUILTIN_FLOAT2HALF_RN || builtin == BUILTIN_HALF2FLOAT ||
           builtin == BUILTIN_FLOAT2BFLOAT16 || builtin == BUILTIN_BFLOAT162FLOAT;
}

// NVVM folds these through 64-bit integers, and so gives other numbers than the machine for large constants.
static bool folds_wrongly(Builtin builtin, const Op *a) {
    bool rounds = builtin == BUILTIN_FLOORF || builtin == BUILTIN_FLOOR || builtin == BUILTIN_CEILF ||
                  builtin == BUILTIN_CEIL || builtin == BUILTIN_TRUNCF || builtin == BUILTIN_TRUNC ||
                  builtin == BUILTIN_RINTF || builtin == BUILTIN_RINT || builtin == BUILTIN_ROUNDF ||
                  builtin == BUILTIN_ROUND;
    if (!rounds || a->code != CODE_CONSTANT) return false;
    double value = constant_value(a);
    return !(value > -9e18 && value < 9e18);
}

// True: *result is the builtin's value.
bool builtin_arithmetic(Generator *generator, const Expression *expression, const Value *values, Value *result) {
    Builtin builtin = expression->builtin;
    Graph *graph = generator->graph;
    if (builtin == BUILTIN_HADD2 || builtin == BUILTIN_HSUB2 || builtin == BUILTIN_HMUL2 || builtin == BUILTIN_HFMA2) {
        *result = pairs(generator, builtin, values);
        return true;
    }
    Op *args[4] = {NULL};
    IrType first = IR_NONE;
    for (unsigned n = 0; n < expression->argument_count && n < 4; n++) {
        const Type *type = expression->arguments[n]->type;
        if (type_is_aggregate(type)) return false;
        if (type->kind == TYPE_POINTER) continue;
        args[n] = value_operand(generator, values[n], type);
        if (!n) first = ir_type(type);
    }
    IrType kind = ir_type(expression->type);
    Op *op = NULL;
    if (args[0] && folds_wrongly(builtin, args[0]))
        generator_refuse(generator, expression->place, "the rounding of so large a constant",
                         "write the number itself");
    if (PLAIN[builtin].mnemonic)
        op = build_pure(graph, CODE_FUNCTION, PLAIN[builtin].result, PLAIN[builtin].mnemonic,
                        expression->argument_count, args);
    else if (is_bits(builtin)) op = build_bits(graph, kind, args[0]);
    else if (is_conversion(builtin)) op = build_convert(graph, kind, first, args[0]);
    else op = computed(generator, builtin, first, args);
    if (!op) return false;
    if (kind != IR_PRED && ir_class(op->type) == CLASS_PRED) op = build_convert(graph, kind, IR_PRED, op);
    else if (kind == IR_PRED && ir_class(op->type) != CLASS_PRED) op = build_convert(graph, IR_PRED, IR_S32, op);
    else if (ir_bytes(kind) == 8 && !ir_floating(kind) && ir_class(op->type) == CLASS_32)
        op = build_convert(graph, kind, IR_U32, op);
    *result = value_op(op);
    return true;
}

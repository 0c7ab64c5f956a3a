// builtin.c - calls of builtins, threads and warps: what is one instruction on a lane, a warp or a block.
#include "builtin.h"

#include <string.h>

Op *action(Generator *generator, IrType type, const char *text, unsigned count, Op *const *args) {
    Op *op = graph_op_list(generator->graph, CODE_ACTION, type, count, args);
    op->text = text;
    op->effect = true;
    return op;
}

static Op *word(Generator *generator, uint64_t value) { return op_constant(generator->graph, IR_U32, value); }

static const char *special_name(Builtin builtin) {
    static const char *const NAMES[] = {
        "%tid.x",    "%tid.y",    "%tid.z",  "%ctaid.x", "%ctaid.y",
        "%ctaid.z",  "%ntid.x",   "%ntid.y", "%ntid.z",  "%nctaid.x",
        "%nctaid.y", "%nctaid.z", "WARP_SZ", "%laneid",  "%dynamic_smem_size",
    };
    return builtin <= BUILTIN_DYNAMIC_SHARED_SIZE ? NAMES[builtin] : NULL;
}

// ---- barriers and fences
// ---------------------------------------------------------------------------------------------

static Op *barrier(Generator *generator, IrType type, const char *text, unsigned count, Op *const *args) {
    Op *op = action(generator, type, text, count, args);
    op->barrier = op->writes = true;
    values_note(generator, op);
    return op;
}

static Op *predicate_of(Generator *generator, Value value, const Type *type) {
    return build_convert(generator->graph, IR_PRED, ir_type(type), value_operand(generator, value, type));
}

static bool synchronise(Generator *generator, const Expression *expression, const Value *values, Value *result) {
    Op *args[2] = {word(generator, 0)};
    const Type *type = expression->argument_count ? expression->arguments[0]->type : NULL;
    switch (expression->builtin) {
    case BUILTIN_SYNCTHREADS: barrier(generator, IR_NONE, "bar.sync", 1, args); return true;
    case BUILTIN_SYNCTHREADS_COUNT:
        args[1] = predicate_of(generator, values[0], type);
        *result = value_op(barrier(generator, IR_U32, "bar.red.popc.u32", 2, args));
        return true;
    case BUILTIN_SYNCTHREADS_AND:
    case BUILTIN_SYNCTHREADS_OR:
        args[1] = predicate_of(generator, values[0], type);
        *result = value_op(build_convert(
            generator->graph, IR_S32, IR_PRED,
            barrier(generator, IR_PRED,
                    expression->builtin == BUILTIN_SYNCTHREADS_AND ? "bar.red.and.pred" : "bar.red.or.pred", 2, args)));
        return true;
    case BUILTIN_SYNCWARP:
        args[0] = type ? value_operand(generator, values[0], type) : word(generator, UINT32_MAX);
        barrier(generator, IR_NONE, "bar.warp.sync", 1, args);
        return true;
    case BUILTIN_THREADFENCE: barrier(generator, IR_NONE, "membar.gl", 0, args); return true;
    case BUILTIN_THREADFENCE_BLOCK: barrier(generator, IR_NONE, "membar.cta", 0, args); return true;
    case BUILTIN_THREADFENCE_SYSTEM: barrier(generator, IR_NONE, "membar.sys", 0, args); return true;
    default: return false;
    }
}

// ---- warps
// -----------------------------------------------------------------------------------------------------------

static Op *shuffle_word(Generator *generator, const char *text, Op *value, Op *by, Op *clamp, Op *mask) {
    return action(generator, IR_U32, text, 4, (Op *[]){value, by, clamp, mask});
}

// The operand that holds the width: its lanes' numbers in the high byte, the last lane below.
static Op *shuffle_clamp(Generator *generator, const Expression *expression, const Value *values, bool up) {
    Graph *graph = generator->graph;
    Op *width = word(generator, 32);
    if (expression->argument_count > 3) width = value_operand(generator, values[3], expression->arguments[3]->type);
    Op *above = build_binary(graph, CODE_SHL, IR_U32, build_binary(graph, CODE_SUB, IR_U32, word(generator, 32), width),
                             word(generator, 8));
    return up ? above : build_binary(graph, CODE_OR, IR_U32, above, word(generator, 31));
}

static Value shuffle(Generator *generator, const Expression *expression, const Value *values) {
    Graph *graph = generator->graph;
    static const char *const TEXTS[] = {"shfl.sync.idx.b32", "shfl.sync.up.b32", "shfl.sync.down.b32",
                                        "shfl.sync.bfly.b32"};
    const char *text = TEXTS[expression->builtin - BUILTIN_SHFL];
    const Type *type = expression->type;
    Op *mask = value_operand(generator, values[0], expression->arguments[0]->type);
    Op *by = value_operand(generator, values[2], expression->arguments[2]->type);
    Op *clamp = shuffle_clamp(generator, expression, values, expression->builtin == BUILTIN_SHFL_UP);
    Op *value = value_operand(generator, values[1], expression->arguments[1]->type);
    IrType kind = ir_type(type);
    if (ir_bytes(kind) == 8) {
        Op *split = build_pure(graph, CODE_SPLIT, IR_B64, NULL, 1, &value), *halves[2];
        for (unsigned n = 0; n < 2; n++)
            halves[n] = shuffle_word(generator, text, build_part(graph, IR_U32, split, n), by, clamp, mask);
        return value_op(
            build_bits(graph, kind, build_join(graph, ir_floating(kind) ? IR_F64 : IR_B64, halves[0], halves[1])));
    }
    Op *moved = shuffle_word(generator, text, build_bits(graph, IR_B32, value), by, clamp, mask);
    return value_op(build_bits(graph, kind, moved));
}

static Value matched(Generator *generator, const Expression *expression, const Value *values) {
    Graph *graph = generator->graph;
    const Type *type = expression->arguments[1]->type;
    bool all = expression->builtin == BUILTIN_MATCH_ALL, wide = type->size == 8;
    Op *args[2] = {build_bits(graph, wide ? IR_B64 : IR_B32, value_operand(generator, values[1], type)),
                   value_operand(generator, values[0], expression->arguments[0]->type)};
    const char *text = all    ? wide ? "match.all.sync.b64" : "match.all.sync.b32"
                       : wide ? "match.any.sync.b64"
                              : "match.any.sync.b32";
    Op *op = action(generator, IR_U32, text, 2, args);
    if (!all) return value_op(op);
    op->width = 2; // a predicate besides
    Op *agreed = build_part(graph, IR_PRED, op, 1);
    const Type *pointer = expression->arguments[2]->type;
    place_store(generator, pointer_value(generator, values[2]), pointer->base,
                value_op(build_convert(graph, ir_type(pointer->base), IR_PRED, agreed)));
    return value_op(build_part(graph, IR_U32, op, 0));
}

static Value voted(Generator *generator, const Expression *expression, const Value *values) {
    Op *args[2] = {predicate_of(generator, values[1], expression->arguments[1]->type),
                   value_operand(generator, values[0], expression->arguments[0]->type)};
    if (expression->builtin == BUILTIN_BALLOT)
        return value_op(action(generator, IR_U32, "vote.sync.ballot.b32", 2, args));
    Op *op = action(generator, IR_PRED,
                    expression->builtin == BUILTIN_ALL ? "vote.sync.all.pred" : "vote.sync.any.pred", 2, args);
    return value_op(build_convert(generator->graph, ir_type(expression->type), IR_PRED, op));
}

static Value reduced(Generator *generator, const Expression *expression, const Value *values) {
    static const char *const SIGNED[] = {"redux.sync.add.s32", "redux.sync.min.s32", "redux.sync.max.s32",
                                         "redux.sync.and.b32", "redux.sync.or.b32",  "redux.sync.xor.b32"};
    static const char *const UNSIGNED[] = {"redux.sync.add.u32", "redux.sync.min.u32", "redux.sync.max.u32",
                                           "redux.sync.and.b32", "redux.sync.or.b32",  "redux.sync.xor.b32"};
    const Type *type = expression->arguments[1]->type;
    Op *args[2] = {value_operand(generator, values[1], type),
                   value_operand(generator, values[0], expression->arguments[0]->type)};
    const char *const *texts = type_is_signed(type) ? SIGNED : UNSIGNED;
    return value_op(action(generator, ir_type(type), texts[expression->builtin - BUILTIN_REDUCE_ADD], 2, args));
}

// ---- clocks and the end
// ----------------------------------------------------------------------------------------------

static void end_here(Generator *generator, const char *text) {
    if (text) action(generator, IR_NONE, text, 0, NULL);
    generator->dead = true;
    generator->graph->at = graph_block(generator->graph);
}

static Op *clock_read(Generator *generator, IrType type, const char *name) {
    Op *special = op_symbol(generator->graph, type, name);
    return action(generator, type, type == IR_U64 ? "mov.u64" : "mov.u32", 1, &special);
}

bool builtin_threads(Generator *generator, const Expression *expression, const Value *values, Value *result) {
    Graph *graph = generator->graph;
    Builtin builtin = expression->builtin;
    if (special_name(builtin)) {
        *result = value_op(build_special(graph, special_name(builtin)));
        return true;
    }
    if (synchronise(generator, expression, values, result)) return true;
    switch (builtin) {
    case BUILTIN_LANEMASK_LT:
        *result = value_op(build_special(graph, "%lanemask_lt"));
        result->op->not_negative = true;
        return true;
    case BUILTIN_SHFL:
    case BUILTIN_SHFL_UP:
    case BUILTIN_SHFL_DOWN:
    case BUILTIN_SHFL_XOR: *result = shuffle(generator, expression, values); return true;
    case BUILTIN_ALL:
    case BUILTIN_ANY:
    case BUILTIN_BALLOT: *result = voted(generator, expression, values); return true;
    case BUILTIN_ACTIVEMASK: *result = value_op(action(generator, IR_U32, "activemask.b32", 0, NULL)); return true;
    case BUILTIN_MATCH_ANY:
    case BUILTIN_MATCH_ALL: *result = matched(generator, expression, values); return true;
    case BUILTIN_REDUCE_ADD:
    case BUILTIN_REDUCE_MIN:
    case BUILTIN_REDUCE_MAX:
    case BUILTIN_REDUCE_AND:
    case BUILTIN_REDUCE_OR:
    case BUILTIN_REDUCE_XOR: *result = reduced(generator, expression, values); return true;
    case BUILTIN_CLOCK:
        *result = value_op(
            build_convert(graph, ir_type(expression->type), IR_U64, clock_read(generator, IR_U64, "%clock64")));
        return true;
    case BUILTIN_CLOCK64: *result = value_op(clock_read(generator, IR_U64, "%clock64")); return true;
    case BUILTIN_GLOBALTIMER: *result = value_op(clock_read(generator, IR_U64, "%globaltimer")); return true;
    case BUILTIN_NANOSLEEP: {
        Op *time = value_operand(generator, values[0], expression->arguments[0]->type);
        barrier(generator, IR_NONE, "nanosleep.u32", 1, &time);
        return true;
    }
    case BUILTIN_TRAP: end_here(generator, "trap"); return true;
    case BUILTIN_UNREACHABLE: end_here(generator, "trap"); return true;
    case BUILTIN_ASSUME: return true;
    default: return false;
    }
}

Value builtin_call(Generator *generator, const Expression *expression, bool unused) {
    (void)unused;
    Value values[16] = {{.kind = VALUE_NONE}}, result = value_zero(generator, expression->type);
    if (expression->builtin != BUILTIN_PRINTF && expression->argument_count > 16) {
        generator_refuse(generator, expression->place, "a call with more than 16 arguments", NULL);
        return result;
    }
    for (unsigned n = 0;
         n < expression->argument_count && n < 16 && !generator->stop && expression->builtin != BUILTIN_PRINTF; n++)
        values[n] = expression_value(generator, expression->arguments[n]);
    if (generator->stop || generator->dead) return result;
    generator_place(generator, expression->place);
    if (builtin_threads(generator, expression, values, &result)) return result;
    if (builtin_memory(generator, expression, values, &result)) return result;
    if (!generator->stop && builtin_arithmetic(generator, expression, values, &result)) return result;
    static const char *const SPELLINGS[] = {
#define BUILTIN(name, spelling) spelling,
#include "../builtins.def"
#undef BUILTIN
    };
    generator_refuse(generator, expression->place, "`%s` in a kernel", "nvcc compiles it",
                     SPELLINGS[expression->builtin]);
    return result;
}

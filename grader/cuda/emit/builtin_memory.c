// builtin_memory.c - builtins that access memory: atomics, loads and stores with a cache operator, copies, printf.
#include "builtin.h"

#include <string.h>

// ---- atomics
// ---------------------------------------------------------------------------------------------------------

static const char *atomic_name(Builtin builtin) {
    switch (builtin) {
    case BUILTIN_ATOMIC_ADD:
    case BUILTIN_ATOMIC_SUB:
    case BUILTIN_ATOMIC_ADD_BLOCK:
    case BUILTIN_ATOMIC_ADD_SYSTEM: return "add";
    case BUILTIN_ATOMIC_EXCH: return "exch";
    case BUILTIN_ATOMIC_MIN: return "min";
    case BUILTIN_ATOMIC_MAX: return "max";
    case BUILTIN_ATOMIC_INC: return "inc";
    case BUILTIN_ATOMIC_DEC: return "dec";
    case BUILTIN_ATOMIC_CAS: return "cas";
    case BUILTIN_ATOMIC_AND: return "and";
    case BUILTIN_ATOMIC_OR: return "or";
    case BUILTIN_ATOMIC_XOR: return "xor";
    default: return NULL;
    }
}

static const char *atomic_type(Builtin builtin, IrType kind) {
    bool wide = ir_bytes(kind) == 8, adds = atomic_name(builtin)[0] == 'a' && atomic_name(builtin)[1] == 'd';
    bool bits = builtin == BUILTIN_ATOMIC_EXCH || builtin == BUILTIN_ATOMIC_CAS || builtin == BUILTIN_ATOMIC_AND ||
                builtin == BUILTIN_ATOMIC_OR || builtin == BUILTIN_ATOMIC_XOR;
    if (bits) return ir_bytes(kind) == 2 ? "b16" : wide ? "b64" : "b32";
    if (kind == IR_F16) return "noftz.f16";
    if (kind == IR_BF16) return "noftz.bf16";
    if (ir_floating(kind)) return ir_name(kind);
    if (adds) return wide ? "u64" : "u32";
    return ir_name(kind);
}

static Value atomic(Generator *generator, const Expression *expression, const Value *values) {
    static const char *const SPACES[] = {"", ".global", ".shared", ".local", "", "", ""};
    Graph *graph = generator->graph;
    Builtin builtin = expression->builtin;
    const Type *type = expression->type;
    IrType kind = ir_type(type);
    Value address = pointer_value(generator, values[0]);
    if (address.space == IN_VARIABLE) {
        object_to_memory(generator, address.object);
        return value_zero(generator, type);
    }
    if (address.space == IN_LOCAL) {
        generator_refuse(generator, expression->place, "an atomic operation on a variable of one thread",
                         "use a plain assignment");
        return value_zero(generator, type);
    }
    bool bits = builtin == BUILTIN_ATOMIC_EXCH || builtin == BUILTIN_ATOMIC_CAS;
    Op *args[3] = {address_base(generator, &address)};
    unsigned count = expression->argument_count;
    if (count > 3) return value_zero(generator, type);
    for (unsigned n = 1; n < count; n++) {
        args[n] = value_operand(generator, values[n], expression->arguments[n]->type);
        if (bits && ir_floating(kind)) args[n] = build_bits(graph, ir_bytes(kind) == 8 ? IR_B64 : IR_B32, args[n]);
    }
    if (builtin == BUILTIN_ATOMIC_SUB) args[1] = build_unary(graph, CODE_NEG, kind, args[1]);
    const char *scope = builtin == BUILTIN_ATOMIC_ADD_BLOCK    ? ".cta"
                        : builtin == BUILTIN_ATOMIC_ADD_SYSTEM ? ".sys"
                                                               : "";
    IrType result = bits && ir_floating(kind) ? ir_bytes(kind) == 8 ? IR_B64 : IR_B32 : kind;
    Op *op = graph_op_list(graph, CODE_ATOMIC, result, count, args);
    op->text = unit_format(generator->unit, "atom%s%s.%s.%s", SPACES[address.space], scope, atomic_name(builtin),
                           atomic_type(builtin, kind));
    op->bits = (uint64_t)address.offset;
    op->space = address.space;
    op->effect = op->writes = true;
    values_note(generator, op);
    return value_op(build_bits(graph, kind, op));
}

// ---- loads and stores
// ------------------------------------------------------------------------------------------------

static const char *cache_operator(Builtin builtin) {
    switch (builtin) {
    case BUILTIN_LDG: return ".nc";
    case BUILTIN_LDCA: return ".ca";
    case BUILTIN_LDCG:
    case BUILTIN_STCG: return ".cg";
    case BUILTIN_LDCS:
    case BUILTIN_STCS: return ".cs";
    case BUILTIN_LDLU: return ".lu";
    case BUILTIN_LDCV: return ".cv";
    case BUILTIN_STWB: return ".wb";
    case BUILTIN_STWT: return ".wt";
    default: return NULL;
    }
}

// These accesses are of global memory, whatever the pointer's space is known to be.
static bool cached_access(Generator *generator, const Expression *expression, const Value *values, Value *result) {
    const char *with = cache_operator(expression->builtin);
    if (!with) return false;
    Value address = pointer_value(generator, values[0]);
    if (address.space == IN_GENERIC) {
        address.op =
            build_function(generator->graph, IR_U64, "cvta.to.global.u64", 1, address_operand(generator, address));
        address.offset = 0;
        address.space = IN_GLOBAL;
    }
    const Type *type = expression->arguments[0]->type->base;
    if (address.space == IN_VARIABLE || address.space == IN_LOCAL || address.space == IN_SHARED) with = NULL;
    if (expression->builtin >= BUILTIN_STWB && expression->builtin <= BUILTIN_STWT) {
        if (address.space == IN_VARIABLE) place_store(generator, address, type, values[1]);
        else memory_store_with(generator, address, type, values[1], with);
    } else if (address.space == IN_VARIABLE) *result = place_load(generator, address, type);
    else *result = memory_load_with(generator, address, type, with);
    return true;
}

static Op *shared_address(Generator *generator, Value value) {
    Value address = pointer_value(generator, value);
    if (address.space == IN_SHARED) return address_operand(generator, address);
    Op *generic = address_operand(generator, address);
    Op *wide = build_function(generator->graph, IR_U64, "cvta.to.shared.u64", 1, generic);
    return build_convert(generator->graph, IR_U32, IR_U64, wide);
}

static Op *global_address(Generator *generator, Value value) {
    Value address = pointer_value(generator, value);
    Op *op = address_operand(generator, address);
    if (address.space == IN_GLOBAL) return op;
    return build_function(generator->graph, IR_U64, "cvta.to.global.u64", 1, op);
}

// cp.async: 16 bytes go past the L1 cache.
static void copy_async(Generator *generator, const Expression *expression, const Value *values) {
    Graph *graph = generator->graph;
    uint64_t bytes = 0;
    Op *size = value_operand(generator, values[2], expression->arguments[2]->type);
    if (!is_constant(size, &bytes) || (bytes != 4 && bytes != 8 && bytes != 16)) {
        generator_refuse(generator, expression->place, "an asynchronous copy of other than 4, 8 or 16 bytes",
                         "copy 4, 8 or 16 bytes");
        return;
    }
    Value to = pointer_value(generator, values[0]);
    if (to.space == IN_VARIABLE) {
        object_to_memory(generator, to.object);
        return;
    }
    Op *args[4] = {shared_address(generator, values[0]), global_address(generator, values[1]),
                   op_constant(graph, IR_U32, bytes), NULL};
    args[3] = op_constant(graph, IR_U32, bytes);
    if (expression->argument_count > 3) {
        Op *missing = build_convert(graph, IR_U32, ir_type(expression->arguments[3]->type),
                                    value_operand(generator, values[3], expression->arguments[3]->type));
        args[3] = build_binary(graph, CODE_SUB, IR_U32, args[2], missing);
    }
    Op *op =
        action(generator, IR_NONE, bytes == 16 ? "cp.async.cg.shared.global" : "cp.async.ca.shared.global", 4, args);
    op->width = 3; // the first two operands are addresses
    op->barrier = op->writes = true;
}

static void copy_bytes(Generator *generator, const Expression *expression) {
    generator_refuse(generator, expression->place, "memcpy or memset in a kernel", "assign the elements in a loop");
}

// ---- printf
// ----------------------------------------------------------------------------------------------------------

static void print(Generator *generator, const Expression *expression) {
    Graph *graph = generator->graph;
    unsigned count = expression->argument_count;
    if (!count || count > 33) {
        generator_refuse(generator, expression->place, "printf with more than 32 values", "split it");
        return;
    }
    Value format = expression_value(generator, expression->arguments[0]);
    Value values[33];
    const Type *types[33];
    int64_t offsets[33], size = 0;
    for (unsigned n = 1; n < count && !generator->stop; n++) {
        values[n] = expression_value(generator, expression->arguments[n]);
        types[n] = expression->arguments[n]->type;
        int64_t bytes = types[n]->size == 8 || types[n]->kind == TYPE_FLOAT ? 8 : 4;
        size = (size + bytes - 1) / bytes * bytes;
        offsets[n] = size;
        size += bytes;
        if (type_is_aggregate(types[n])) {
            generator_refuse(generator, expression->place, "printf of a struct", "print its members");
            return;
        }
    }
    if (generator->stop) return;
    Op *buffer = op_constant(graph, IR_U64, 0);
    if (count > 1) {
        Value place = print_buffer(generator, (uint32_t)size);
        for (unsigned n = 1; n < count; n++) {
            Op *op = value_operand(generator, values[n], types[n]);
            IrType kind = ir_type(types[n]), wide = types[n]->kind == TYPE_FLOAT ? IR_F64
                                                    : ir_bytes(kind) < 4         ? IR_S32
                                                                                 : kind;
            op = build_convert(graph, wide, kind, op);
            Value at = place;
            at.offset += offsets[n];
            Op *store = graph_op(graph, CODE_STORE, wide, 2, address_base(generator, &at), op);
            store->bits = (uint64_t)at.offset;
            store->space = IN_LOCAL;
            store->width = 1;
            store->effect = store->writes = true;
        }
        Type pointer = {.kind = TYPE_POINTER, .size = 8, .plain = &pointer};
        buffer = value_operand(generator, place, &pointer);
    }
    Op *text = value_operand(generator, format, expression->arguments[0]->type);
    Op *op = graph_op(graph, CODE_PRINT, IR_S32, 2, text, buffer);
    op->effect = op->writes = op->barrier = true;
    generator->prints = true;
}

bool builtin_memory(Generator *generator, const Expression *expression, const Value *values, Value *result) {
    Graph *graph = generator->graph;
    if (atomic_name(expression->builtin)) {
        *result = atomic(generator, expression, values);
        return true;
    }
    if (cached_access(generator, expression, values, result)) return true;
    switch (expression->builtin) {
    case BUILTIN_PIPELINE_COPY: copy_async(generator, expression, values); return true;
    case BUILTIN_PIPELINE_COMMIT: action(generator, IR_NONE, "cp.async.commit_group", 0, NULL); return true;
    case BUILTIN_CVTA_TO_SHARED:
        *result = value_op(build_convert(graph, IR_U64, IR_U32, shared_address(generator, values[0])));
        return true;
    case BUILTIN_CVTA_TO_GLOBAL: *result = value_op(global_address(generator, values[0])); return true;
    case BUILTIN_MEMCPY:
    case BUILTIN_MEMSET: copy_bytes(generator, expression); return true;
    case BUILTIN_PRINTF: print(generator, expression); return true;
    default: return false;
    }
}

// value.c - values: as operands, as addresses, and converted.
#include "generate.h"

Value value_op(Op *op) { return (Value){.kind = VALUE_OP, .op = op}; }

Value value_parts(Generator *generator, uint32_t count) {
    Value value = {.kind = VALUE_PARTS, .count = count};
    value.parts = graph_alloc(generator->graph, (count + 1) * sizeof *value.parts);
    return value;
}

static Op *zero_op(Generator *generator, const Type *type) { return op_constant(generator->graph, ir_type(type), 0); }

Value value_zero(Generator *generator, const Type *type) {
    if (type->kind == TYPE_VOID || type->kind == TYPE_FUNCTION) return (Value){.kind = VALUE_NONE};
    if (!type_is_aggregate(type)) return value_op(zero_op(generator, type));
    const Layout *layout = layout_of(generator, type);
    Value value = value_parts(generator, layout->count);
    for (uint32_t n = 0; n < layout->count; n++) value.parts[n] = value_op(zero_op(generator, layout->leaves[n].type));
    return value;
}

bool value_equal(const Value *a, const Value *b) {
    if (a->kind != b->kind) return false;
    switch (a->kind) {
    case VALUE_OP: return a->op == b->op;
    case VALUE_ADDRESS: return a->space == b->space && a->offset == b->offset && a->op == b->op;
    case VALUE_FUNCTION: return a->function == b->function;
    default: return true;
    }
}

// ---- addresses
// -------------------------------------------------------------------------------------------------------

static IrType address_type(AddressSpace space) { return space == IN_SHARED ? IR_U32 : IR_U64; }

Value pointer_value(Generator *generator, Value value) {
    if (value.kind == VALUE_OP) return (Value){.kind = VALUE_ADDRESS, .space = IN_GENERIC, .op = value.op};
    if (value.kind == VALUE_NONE)
        return (Value){.kind = VALUE_ADDRESS, .space = IN_GENERIC, .op = op_constant(generator->graph, IR_U64, 0)};
    return value;
}

static Op *symbol_in_register(Generator *generator, Op *symbol) {
    return build_pure(generator->graph, CODE_COPY, symbol->type, NULL, 1, &symbol);
}

Op *address_base(Generator *generator, Value *address) {
    if (address->op) return address->op;
    Op *base = op_constant(generator->graph, address_type(address->space), (uint64_t)address->offset);
    address->offset = 0;
    return base;
}

Op *address_operand(Generator *generator, Value address) {
    IrType type = address_type(address.space);
    if (!address.op) return op_constant(generator->graph, type, (uint64_t)address.offset);
    Op *base = address.op->code == CODE_SYMBOL ? symbol_in_register(generator, address.op) : address.op;
    return build_binary(generator->graph, CODE_ADD, type == IR_U32 ? IR_S32 : IR_S64, base,
                        op_constant(generator->graph, type, (uint64_t)address.offset));
}

static Op *generic_operand(Generator *generator, Value address) {
    Graph *graph = generator->graph;
    Op *op = address_operand(generator, address);
    switch (address.space) {
    case IN_GLOBAL:
        if (op->code == CODE_FUNCTION && op->arg_count == 1) return op->args[0]; // from cvta.to.global
        return build_function(graph, IR_U64, "cvta.global.u64", 1, op);
    case IN_SHARED:
        return build_function(graph, IR_U64, "cvta.shared.u64", 1, build_convert(graph, IR_U64, IR_U32, op));
    case IN_LOCAL: return build_function(graph, IR_U64, "cvta.local.u64", 1, op);
    case IN_CONSTANT: return build_function(graph, IR_U64, "cvta.const.u64", 1, op);
    default: return op;
    }
}

Op *value_operand(Generator *generator, Value value, const Type *type) {
    switch (value.kind) {
    case VALUE_OP: return value.op;
    case VALUE_NONE:
        return type->kind == TYPE_BOOL ? zero_op(generator, type) : op_undefined(generator->graph, ir_type(type));
    case VALUE_ADDRESS:
        if (value.space == IN_VARIABLE) {
            object_to_memory(generator, value.object);
            return zero_op(generator, type);
        }
        return generic_operand(generator, value);
    case VALUE_FUNCTION:
        generator_refuse(generator, generator->kernel->place, "a pointer to a function that is known only at run time",
                         "call the function by its name");
        return op_constant(generator->graph, IR_U64, 0);
    default: return zero_op(generator, type);
    }
}

// Takes constants out of an index: index = *rest + result. A sum that may overflow is not taken apart.
static int64_t constant_part(Graph *graph, Op *index, Op **rest) {
    uint64_t c;
    *rest = index;
    if (is_constant(index, &c)) {
        *rest = NULL;
        return (int64_t)c;
    }
    if (index->code == CODE_ADD && is_constant(index->args[1], &c)) {
        int64_t more = constant_part(graph, index->args[0], rest);
        return more + (int64_t)c;
    }
    if (index->code != CODE_CONVERT || ir_bytes(index->type) != 8) return 0;
    Op *inner = index->args[0];
    if (inner->code != CODE_ADD || inner->wraps || !is_constant(inner->args[1], &c)) return 0;
    if (index->from == IR_U32 && !inner->not_negative) return 0;
    *rest = build_convert(graph, IR_S64, IR_S32, inner->args[0]);
    return (int64_t)c;
}

static Op *low_word(Graph *graph, Op *index) {
    if (index->code == CODE_CONVERT && ir_bytes(index->args[0]->type) <= 4 &&
        ir_class(index->args[0]->type) == CLASS_32)
        return index->args[0];
    return build_convert(graph, IR_U32, IR_U64, index);
}

Value address_add(Generator *generator, Value address, Op *index, const Type *index_type, uint64_t size, Place place) {
    (void)index_type;
    Graph *graph = generator->graph;
    Op *rest;
    address = pointer_value(generator, address);
    if (address.kind != VALUE_ADDRESS) {
        generator_refuse(generator, place, "arithmetic with a pointer to a function", NULL);
        return address;
    }
    address.offset += constant_part(graph, index, &rest) * (int64_t)size;
    if (!rest) return address;
    if (address.space == IN_VARIABLE) {
        if (!loop_walk_for_index(generator)) object_to_memory(generator, address.object);
        return address;
    }
    bool shared = address.space == IN_SHARED;
    IrType type = shared ? IR_U32 : IR_U64;
    Op *scaled =
        build_binary(graph, CODE_MUL, type, shared ? low_word(graph, rest) : rest, op_constant(graph, type, size));
    if (!address.op) address.op = scaled;
    else {
        Op *base = address.op->code == CODE_SYMBOL ? symbol_in_register(generator, address.op) : address.op;
        address.op = build_binary(graph, CODE_ADD, type, base, scaled);
        uint64_t c;
        if (address.op->code == CODE_ADD && is_constant(address.op->args[1], &c)) {
            address.offset += (int64_t)c;
            address.op = address.op->args[0];
        }
    }
    return address;
}

// ---- conversions
// -----------------------------------------------------------------------------------------------------

static Value convert_to_pointer(Generator *generator, Value value, const Type *from) {
    if (from->kind == TYPE_POINTER || from->kind == TYPE_NULL || from->kind == TYPE_REFERENCE) return value;
    Op *op = build_convert(generator->graph, IR_U64, ir_type(from), value_operand(generator, value, from));
    return value_op(op);
}

static Value pointer_to_bool(Generator *generator, Value value, const Type *from) {
    if (value.kind == VALUE_ADDRESS && (value.space == IN_VARIABLE || value.space == IN_LOCAL ||
                                        value.space == IN_SHARED || (value.op && value.op->code == CODE_SYMBOL)))
        return value_op(op_constant(generator->graph, IR_PRED, 1));
    if (value.kind == VALUE_FUNCTION) return value_op(op_constant(generator->graph, IR_PRED, 1));
    Op *op = value_operand(generator, value, from);
    return value_op(build_compare(generator->graph, CMP_NE, IR_U64, op, op_constant(generator->graph, IR_U64, 0)));
}

Value value_convert(Generator *generator, Value value, const Type *from, const Type *to, Place place) {
    (void)place;
    if (generator->stop) return value_zero(generator, to);
    if (from->plain == to->plain || to->kind == TYPE_VOID) return value;
    if (from->kind == TYPE_FUNCTION || to->kind == TYPE_FUNCTION || value.kind == VALUE_FUNCTION) {
        if (to->kind != TYPE_BOOL) return value;
        return pointer_to_bool(generator, value, from);
    }
    bool pointer = from->kind == TYPE_POINTER || from->kind == TYPE_NULL || from->kind == TYPE_REFERENCE;
    if (to->kind == TYPE_POINTER || to->kind == TYPE_REFERENCE || to->kind == TYPE_NULL)
        return convert_to_pointer(generator, value, from);
    if (pointer && to->kind == TYPE_BOOL) return pointer_to_bool(generator, value, from);
    if (value.kind == VALUE_NONE) return value;
    Op *op = value_operand(generator, value, from);
    return value_op(build_convert(generator->graph, ir_type(to), pointer ? IR_U64 : ir_type(from), op));
}

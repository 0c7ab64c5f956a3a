// memory.c - loads and stores of addresses that are not slots: scalars, and records by vectors where they are aligned.
#include "generate.h"

static Op *load_op(Generator *generator, Value address, IrType type, unsigned width, const char *with,
                   bool is_volatile) {
    Graph *graph = generator->graph;
    Op *base = address_base(generator, &address);
    Op *op = graph_op(graph, CODE_LOAD, type, 1, base);
    op->bits = (uint64_t)address.offset;
    op->space = address.space;
    op->width = (uint8_t)width;
    op->text = with;
    op->is_volatile = is_volatile && address.space != IN_LOCAL;
    op->read_only = address.space == IN_PARAMETER || address.space == IN_CONSTANT || (with && with[1] == 'n');
    op->not_negative = type == IR_U8 || type == IR_U16;
    if (address.space == IN_PARAMETER ||
        (address.space == IN_CONSTANT && address.op && address.op->code == CODE_SYMBOL)) {
        op_remove(op);
        return build_numbered(graph, op);
    }
    values_note(generator, op);
    return op;
}

static Value loaded_value(Generator *generator, Op *op, const Type *type) {
    if (type->kind == TYPE_BOOL)
        return value_op(build_compare(generator->graph, CMP_NE, IR_S32, op, op_constant(generator->graph, IR_S32, 0)));
    if (type->kind == TYPE_POINTER || type->kind == TYPE_REFERENCE || type->kind == TYPE_NULL)
        return pointer_value(generator, value_op(op));
    return value_op(op);
}

static IrType access_type(const Type *type) {
    if (type->kind == TYPE_BOOL) return IR_U8;
    IrType kind = ir_type(type);
    return ir_class(kind) == CLASS_16 ? IR_B16 : kind;
}

// How many leaves from `first` on one access takes.
static unsigned vector_of(const Layout *layout, uint32_t first, uint64_t align) {
    const Leaf *leaf = &layout->leaves[first];
    uint64_t size = leaf->type->size;
    unsigned best = 1;
    if (align < 2 || size * 2 > align || leaf->type->kind == TYPE_BOOL) return 1;
    for (unsigned count = 2; count <= 4 && first + count <= layout->count; count *= 2) {
        if (leaf->offset % (count * size) || count * size > align || count * size > 16) break;
        for (unsigned n = 0; n < count; n++) {
            const Leaf *other = &layout->leaves[first + n];
            if (other->type->size != size || other->offset != leaf->offset + n * size) return best;
            if (ir_class(ir_type(other->type)) != ir_class(ir_type(leaf->type)) ||
                access_type(other->type) != access_type(leaf->type))
                return best;
        }
        best = count;
    }
    return best;
}

static Value load_with(Generator *generator, Value address, const Type *type, const char *with) {
    bool is_volatile = type->qualifiers & IS_VOLATILE;
    if (type->size == 0) return value_zero(generator, type);
    if (!type_is_aggregate(type))
        return loaded_value(generator, load_op(generator, address, access_type(type), 1, with, is_volatile), type);
    const Layout *layout = layout_of(generator, type);
    Value value = value_parts(generator, layout->count);
    for (uint32_t n = 0; n < layout->count;) {
        unsigned width = address.space == IN_PARAMETER ? 1 : vector_of(layout, n, type->align);
        const Type *leaf = layout->leaves[n].type;
        Value at = address;
        at.offset += (int64_t)layout->leaves[n].offset;
        Op *op = load_op(generator, at, access_type(leaf), width, with, is_volatile);
        for (unsigned k = 0; k < width; k++) {
            Op *part = width == 1 ? op : build_part(generator->graph, op->type, op, k);
            if (width > 1) part->not_negative = op->not_negative;
            value.parts[n + k] = loaded_value(generator, part, layout->leaves[n + k].type);
        }
        n += width;
    }
    return value;
}

Value memory_load(Generator *generator, Value address, const Type *type) {
    return load_with(generator, address, type, NULL);
}

Value memory_load_with(Generator *generator, Value address, const Type *type, const char *with) {
    return load_with(generator, pointer_value(generator, address), type, with);
}

static Op *stored_operand(Generator *generator, Value value, const Type *type) {
    if (type->kind == TYPE_BOOL)
        value = value_op(build_convert(generator->graph, IR_S32, IR_PRED, value_operand(generator, value, type)));
    return value_operand(generator, value, type);
}

static void store_op(Generator *generator, Value address, IrType type, unsigned width, Op *const *values,
                     const char *with, bool is_volatile) {
    Op *args[5] = {address_base(generator, &address)};
    for (unsigned n = 0; n < width; n++) args[n + 1] = values[n];
    Op *op = graph_op_list(generator->graph, CODE_STORE, type, width + 1, args);
    op->bits = (uint64_t)address.offset;
    op->space = address.space;
    op->width = (uint8_t)width;
    op->text = with;
    op->effect = op->writes = true;
    op->is_volatile = is_volatile && address.space != IN_LOCAL;
    values_note(generator, op);
}

static void store_with(Generator *generator, Value address, const Type *type, Value value, const char *with) {
    if (address.space == IN_CONSTANT || address.space == IN_PARAMETER) {
        generator_refuse(generator, generator->kernel->place, "a store to constant memory", NULL);
        return;
    }
    bool is_volatile = type->qualifiers & IS_VOLATILE;
    if (type->size == 0 || value.kind == VALUE_NONE) return;
    if (!type_is_aggregate(type)) {
        Op *operand = stored_operand(generator, value, type);
        if (!generator->stop && operand->code != CODE_UNDEFINED)
            store_op(generator, address, access_type(type), 1, &operand, with, is_volatile);
        return;
    }
    const Layout *layout = layout_of(generator, type);
    for (uint32_t n = 0; n < layout->count && !generator->stop;) {
        unsigned width = vector_of(layout, n, type->align), defined = 0;
        Value at = address;
        at.offset += (int64_t)layout->leaves[n].offset;
        Op *values[4];
        for (unsigned k = 0; k < width; k++) {
            values[k] = stored_operand(generator, value.parts[n + k], layout->leaves[n + k].type);
            defined += values[k]->code != CODE_UNDEFINED;
        }
        if (defined) store_op(generator, at, access_type(layout->leaves[n].type), width, values, with, is_volatile);
        n += width;
    }
}

void memory_store(Generator *generator, Value address, const Type *type, Value value) {
    store_with(generator, address, type, value, NULL);
}

void memory_store_with(Generator *generator, Value address, const Type *type, Value value, const char *with) {
    store_with(generator, pointer_value(generator, address), type, value, with);
}

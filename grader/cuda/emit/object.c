// object.c - local variables and temporaries: their leaves, and which of them lie in local memory.
//
// An object is in slots as long as every access to it is to a known leaf. An access at a varying index, by another
// size, or an address that leaves the symbolic world (stored, compared with an unknown one, given to an atomic) marks
// the object's key, and the kernel is generated again with that object in local memory.
#include "generate.h"

#include <stdlib.h>
#include <string.h>

typedef struct LocalObject {
    const void *key;
    int64_t offset; // in the kernel's local memory; -1: none yet
} LocalObject;

bool type_is_aggregate(const Type *type) { return type->kind == TYPE_RECORD || type->kind == TYPE_ARRAY; }

IrType ir_type(const Type *type) {
    switch (type->kind) {
    case TYPE_BOOL: return IR_PRED;
    case TYPE_CHAR:
    case TYPE_SIGNED_CHAR: return IR_S8;
    case TYPE_UNSIGNED_CHAR: return IR_U8;
    case TYPE_SHORT: return IR_S16;
    case TYPE_UNSIGNED_SHORT: return IR_U16;
    case TYPE_INT: return IR_S32;
    case TYPE_UNSIGNED: return IR_U32;
    case TYPE_LONG:
    case TYPE_LONG_LONG: return IR_S64;
    case TYPE_HALF: return IR_F16;
    case TYPE_BFLOAT16: return IR_BF16;
    case TYPE_FLOAT: return IR_F32;
    case TYPE_DOUBLE: return IR_F64;
    case TYPE_ENUM: return ir_type(type->base);
    default: return IR_U64;
    }
}

// ---- layouts
// ---------------------------------------------------------------------------------------------------------

static void add_leaves(Generator *generator, Layout *layout, uint32_t *room, const Type *type, uint64_t offset) {
    if (layout->count > MOST_LEAVES || generator->stop) return;
    if (type->kind == TYPE_ARRAY) {
        for (uint64_t n = 0; n < type->length && layout->count <= MOST_LEAVES; n++)
            add_leaves(generator, layout, room, type->base, offset + n * type->base->size);
        return;
    }
    if (type->kind == TYPE_RECORD) {
        const Record *record = type->record;
        const Field *largest = NULL;
        for (unsigned n = 0; n < record->field_count; n++) {
            const Field *field = &record->fields[n];
            if (!record->is_union) add_leaves(generator, layout, room, field->type, offset + field->offset);
            else if (!largest || field->type->size > largest->type->size) largest = field;
        }
        if (largest) add_leaves(generator, layout, room, largest->type, offset);
        return;
    }
    if (layout->count == *room) {
        *room = *room ? 2 * *room : 4;
        Leaf *more = graph_alloc(generator->graph, *room * sizeof *more);
        if (layout->count) memcpy(more, layout->leaves, layout->count * sizeof *more);
        layout->leaves = more;
    }
    layout->leaves[layout->count++] = (Leaf){type, offset};
}

const Layout *layout_of(Generator *generator, const Type *type) {
    Layout **slot = &generator->layouts[((uintptr_t)type >> 5) % 256];
    for (Layout *layout = *slot; layout; layout = layout->next)
        if (layout->type == type) return layout;
    Layout *layout = graph_alloc(generator->graph, sizeof *layout);
    *layout = (Layout){.type = type, .next = *slot};
    uint32_t room = 0;
    add_leaves(generator, layout, &room, type, 0);
    return *slot = layout;
}

static int find_leaf(const Layout *layout, uint64_t offset) { // the last one that begins there or before
    int low = 0, high = (int)layout->count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (layout->leaves[middle].offset <= offset) low = middle;
        else high = middle - 1;
    }
    return layout->count && layout->leaves[low].offset <= offset ? low : -1;
}

// ---- objects
// ---------------------------------------------------------------------------------------------------------

static LocalObject *find_local(const Generator *generator, const void *key) {
    for (uint32_t n = 0; n < generator->in_memory_count; n++)
        if (generator->in_memory[n].key == key) return &generator->in_memory[n];
    return NULL;
}

bool lies_in_memory(const Generator *generator, const void *key) { return find_local(generator, key) != NULL; }

static void mark_local(Generator *generator, const void *key) {
    if (find_local(generator, key)) return;
    if (generator->in_memory_count == generator->in_memory_room) {
        generator->in_memory_room = generator->in_memory_room ? 2 * generator->in_memory_room : 16;
        void *more = realloc(generator->in_memory, generator->in_memory_room * sizeof *generator->in_memory);
        if (!more) abort();
        generator->in_memory = more;
    }
    generator->in_memory[generator->in_memory_count++] = (LocalObject){key, -1};
}

void object_to_memory(Generator *generator, const Object *object) {
    mark_local(generator, object->key);
    generator->stop = generator->again = true;
}

void locals_forget(Generator *generator) {
    for (uint32_t n = 0; n < generator->in_memory_count; n++) generator->in_memory[n].offset = -1;
}

static Value local_place(Generator *generator, LocalObject *local, const Type *type, uint32_t align) {
    if (local->offset < 0) {
        if (align < type->align) align = type->align;
        if (!align) align = 1;
        generator->local_bytes = (generator->local_bytes + align - 1) / align * align;
        local->offset = generator->local_bytes;
        generator->local_bytes += (uint32_t)type->size;
    }
    return (Value){.kind = VALUE_ADDRESS,
                   .space = IN_LOCAL,
                   .offset = local->offset,
                   .op = op_symbol(generator->graph, IR_B64, "__local_depot")};
}

Value print_buffer(Generator *generator, uint32_t bytes) {
    if (bytes > generator->print_bytes) generator->print_bytes = bytes;
    return (Value){
        .kind = VALUE_ADDRESS, .space = IN_LOCAL, .op = op_symbol(generator->graph, IR_B64, "__print_depot")};
}

static void slots_reserve(Generator *generator, uint32_t more) {
    if (generator->slots + more <= generator->slot_room) return;
    uint32_t room = 2 * (generator->slots + more) + 256;
    Value *values = realloc(generator->environment, room * sizeof *values);
    if (!values) abort();
    generator->environment = values;
    const Type **types = realloc(generator->slot_types, room * sizeof *types);
    if (!types) abort();
    generator->slot_types = types;
    const Variable **owners = realloc(generator->slot_owners, room * sizeof *owners);
    if (!owners) abort();
    generator->slot_owners = owners;
    generator->slot_room = room;
}

Value object_new(Generator *generator, const Type *type, const void *key, uint32_t align) {
    if (type->size > (1 << 19)) {
        generator_refuse(generator, generator->kernel->place, "a local variable of more than 512 KiB", NULL);
        return (Value){.kind = VALUE_ADDRESS, .space = IN_GENERIC};
    }
    const Layout *layout = layout_of(generator, type);
    LocalObject *local = find_local(generator, key);
    if (!local && layout->count > MOST_LEAVES) mark_local(generator, key), local = find_local(generator, key);
    if (local) return local_place(generator, local, type, align);
    slots_reserve(generator, layout->count);
    if (generator->slots + layout->count > MOST_SLOTS) {
        generator_refuse(generator, generator->kernel->place, "a kernel with so many local variables at once", NULL);
        return (Value){.kind = VALUE_ADDRESS, .space = IN_GENERIC};
    }
    Object *object = graph_alloc(generator->graph, sizeof *object);
    *object = (Object){layout, key, generator->slots};
    for (uint32_t n = 0; n < layout->count; n++) {
        generator->environment[generator->slots] = (Value){.kind = VALUE_NONE};
        generator->slot_owners[generator->slots] = NULL;
        generator->slot_types[generator->slots++] = layout->leaves[n].type;
    }
    return (Value){.kind = VALUE_ADDRESS, .space = IN_VARIABLE, .object = object};
}

// ---- accesses
// --------------------------------------------------------------------------------------------------------

static bool same_kind(const Type *a, const Type *b) { return a->plain == b->plain || ir_type(a) == ir_type(b); }
static bool is_address_type(const Type *type) { return type->kind == TYPE_POINTER || type->kind == TYPE_REFERENCE; }

// A leaf's bits as another type of the same size.
static Value reinterpreted(Generator *generator, Value value, const Type *from, const Type *to) {
    if (value.kind == VALUE_NONE || same_kind(from, to)) return value;
    if (is_address_type(from) && is_address_type(to)) return value;
    if (from->kind == TYPE_BOOL || to->kind == TYPE_BOOL) return value_convert(generator, value, from, to, (Place){0});
    Op *op = value_operand(generator, value, from);
    IrType kind = ir_type(to), was = ir_type(from);
    op = build_bits(generator->graph, kind, op);
    bool narrow = ir_bytes(kind) < 4 && ir_class(kind) == CLASS_32;
    if (narrow && ir_signed(kind) != ir_signed(was)) op = build_convert(generator->graph, kind, was, op);
    return value_op(op);
}

// Part of a wider leaf, or two leaves as one; VALUE_NONE: neither.
static Value load_pieces(Generator *generator, const Object *object, int leaf, uint64_t offset, const Type *type) {
    Graph *graph = generator->graph;
    const Leaf *leaves = object->layout->leaves;
    const Value *slots = &generator->environment[object->slot];
    bool plain = type->kind != TYPE_BOOL && !is_address_type(type);
    if (!plain || leaf < 0 || slots[leaf].kind != VALUE_OP) return (Value){.kind = VALUE_NONE};
    bool next = leaf + 1 < (int)object->layout->count && slots[leaf + 1].kind == VALUE_OP;
    if (type->size == 8 && leaves[leaf].type->size == 4 && leaves[leaf].offset == offset && next &&
        leaves[leaf + 1].offset == offset + 4 && leaves[leaf + 1].type->size == 4) {
        Op *low = build_bits(graph, IR_B32, slots[leaf].op), *high = build_bits(graph, IR_B32, slots[leaf + 1].op);
        return value_op(build_join(graph, ir_type(type), low, high));
    }
    if (type->size == 4 && leaves[leaf].type->size == 8 && (offset - leaves[leaf].offset) % 4 == 0 &&
        offset < leaves[leaf].offset + 8 && leaves[leaf].type->kind != TYPE_POINTER) {
        Op *wide = build_bits(graph, IR_B64, slots[leaf].op);
        if (offset > leaves[leaf].offset)
            wide = build_binary(graph, CODE_SHR, IR_U64, wide, op_constant(graph, IR_U32, 32));
        return value_op(build_bits(graph, ir_type(type), build_convert(graph, IR_U32, IR_U64, wide)));
    }
    return (Value){.kind = VALUE_NONE};
}

static Value load_leaf(Generator *generator, const Object *object, uint64_t offset, const Type *type) {
    int leaf = find_leaf(object->layout, offset);
    if (leaf >= 0) {
        const Leaf *found = &object->layout->leaves[leaf];
        Value value = generator->environment[object->slot + (uint32_t)leaf];
        if (found->offset == offset && found->type->size == type->size)
            return reinterpreted(generator, value, found->type, type);
        value = load_pieces(generator, object, leaf, offset, type);
        if (value.kind != VALUE_NONE) return value;
    }
    object_to_memory(generator, object);
    return value_zero(generator, type);
}

static void store_leaf(Generator *generator, const Object *object, uint64_t offset, const Type *type, Value value) {
    int leaf = find_leaf(object->layout, offset);
    const Leaf *found = leaf >= 0 ? &object->layout->leaves[leaf] : NULL;
    if (!found || found->offset != offset || found->type->size != type->size) {
        object_to_memory(generator, object);
        return;
    }
    generator->environment[object->slot + (uint32_t)leaf] = reinterpreted(generator, value, type, found->type);
}

static bool within(const Value *place, const Type *type) {
    return place->offset >= 0 && (uint64_t)place->offset + type->size <= place->object->layout->type->size;
}

Value place_load(Generator *generator, Value place, const Type *type) {
    if (generator->stop || place.kind != VALUE_ADDRESS) return value_zero(generator, type);
    if (place.space != IN_VARIABLE) return memory_load(generator, place, type);
    if (!within(&place, type)) { // undefined in C++; in memory it is a fault, or not
        if (!generator->dead) object_to_memory(generator, place.object);
        return value_zero(generator, type);
    }
    if (!type_is_aggregate(type)) return load_leaf(generator, place.object, (uint64_t)place.offset, type);
    const Layout *layout = layout_of(generator, type);
    Value value = value_parts(generator, layout->count);
    for (uint32_t n = 0; n < layout->count && !generator->stop; n++)
        value.parts[n] = load_leaf(generator, place.object, (uint64_t)place.offset + layout->leaves[n].offset,
                                   layout->leaves[n].type);
    return value;
}

void place_store(Generator *generator, Value place, const Type *type, Value value) {
    if (generator->stop || place.kind != VALUE_ADDRESS) return;
    if (place.space != IN_VARIABLE) {
        memory_store(generator, place, type, value);
        return;
    }
    if (!within(&place, type)) {
        if (!generator->dead) object_to_memory(generator, place.object);
        return;
    }
    if (!type_is_aggregate(type)) {
        store_leaf(generator, place.object, (uint64_t)place.offset, type, value);
        return;
    }
    const Layout *layout = layout_of(generator, type);
    for (uint32_t n = 0; n < layout->count && value.kind == VALUE_PARTS && n < value.count && !generator->stop; n++)
        store_leaf(generator, place.object, (uint64_t)place.offset + layout->leaves[n].offset, layout->leaves[n].type,
                   value.parts[n]);
}

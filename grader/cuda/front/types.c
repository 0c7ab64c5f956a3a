// types.c - types, of which each is there once.
#include "front.h"

// ---- the table ------------------------------------------------------------------------------------------------

static size_t hash_type(const Type *type) {
    size_t hash = type->kind * 31u + type->qualifiers;
    hash = hash * 1000003u ^ (uintptr_t)type->base >> 4;
    hash = hash * 1000003u ^ type->length;
    hash = hash * 1000003u ^ (uintptr_t)type->record >> 4;
    hash = hash * 1000003u ^ type->parameter;
    for (unsigned i = 0; i < type->element_count; i++) hash = hash * 1000003u ^ (uintptr_t)type->elements[i] >> 4;
    return hash;
}

static bool is_same(const Type *a, const Type *b) {
    if (a->kind != b->kind || a->qualifiers != b->qualifiers || a->base != b->base || a->length != b->length ||
        a->record != b->record || a->parameter != b->parameter || a->element_count != b->element_count ||
        a->is_rvalue_reference != b->is_rvalue_reference || a->pattern != b->pattern)
        return false;
    if (a->kind == TYPE_ARRAY && a->is_complete != b->is_complete) return false;
    if (a->kind == TYPE_PATTERN) return a->pattern_arguments == b->pattern_arguments;
    for (unsigned i = 0; i < a->element_count; i++)
        if (a->elements[i] != b->elements[i]) return false;
    return true;
}

static void table_grow(Front *front) {
    Types *types = &front->types;
    size_t count = types->bucket_count ? 2 * types->bucket_count : 256;
    const Type **buckets = front_alloc(front, count * sizeof *buckets);
    for (size_t i = 0; i < types->bucket_count; i++)
        for (Type *type = (Type *)(uintptr_t)types->buckets[i], *next; type; type = next) {
            next = type->next_same;
            size_t at = hash_type(type) & (count - 1);
            type->next_same = (Type *)(uintptr_t)buckets[at];
            buckets[at] = type;
        }
    types->buckets = buckets;
    types->bucket_count = count;
}

// The type like this one that is in the table.
static const Type *unique(Front *front, const Type *wanted) {
    Types *types = &front->types;
    if (types->count >= types->bucket_count) table_grow(front);
    size_t at = hash_type(wanted) & (types->bucket_count - 1);
    for (const Type *type = types->buckets[at]; type; type = type->next_same)
        if (is_same(type, wanted)) return type;
    Type *type = front_alloc(front, sizeof *type);
    *type = *wanted;
    if (!type->plain) type->plain = type;
    type->next_same = (Type *)(uintptr_t)types->buckets[at];
    types->buckets[at] = type;
    types->count++;
    return type;
}

void types_start(Front *front) {
    static const uint8_t sizes[] = {1, 1, 1, 1, 1, 2, 2, 4, 4, 8, 8, 8, 8, 2, 2, 4, 8, 8};
    for (unsigned kind = 0; kind <= TYPE_NULL; kind++) {
        Type type = {
            .kind = (TypeKind)kind, .size = sizes[kind], .align = sizes[kind], .is_complete = kind != TYPE_VOID};
        front->types.basic[kind] = unique(front, &type);
    }
    Type error = {.kind = TYPE_ERROR, .size = 1, .align = 1, .is_complete = true};
    front->types.basic[TYPE_ERROR] = unique(front, &error);
    front->types.string_character = type_qualified(front, type_basic(front, TYPE_CHAR), IS_CONST);
    front->size_type = type_basic(front, TYPE_UNSIGNED_LONG);
    front->difference_type = type_basic(front, TYPE_LONG);
}

const Type *type_basic(Front *front, TypeKind kind) { return front->types.basic[kind]; }

// ---- makers ---------------------------------------------------------------------------------------------------

const Type *type_pointer(Front *front, const Type *base) {
    Type type = {.kind = TYPE_POINTER, .base = base, .size = 8, .align = 8, .is_complete = true};
    return unique(front, &type);
}

// References to references are as the outer one, but && only if both are.
const Type *type_reference(Front *front, const Type *base, bool is_rvalue) {
    if (base->kind == TYPE_REFERENCE) {
        if (is_rvalue || !base->is_rvalue_reference) return base;
        base = base->base;
    }
    Type type = {.kind = TYPE_REFERENCE,
                 .base = base,
                 .size = 8,
                 .align = 8,
                 .is_complete = true,
                 .is_rvalue_reference = is_rvalue};
    return unique(front, &type);
}

const Type *type_array(Front *front, const Type *base, uint64_t length, bool is_known) {
    Type type = {.kind = TYPE_ARRAY,
                 .base = base,
                 .length = length,
                 .size = length * base->size,
                 .align = base->align,
                 .is_complete = is_known};
    return unique(front, &type);
}

const Type *type_array_of_parameter(Front *front, const Type *base, unsigned parameter) {
    Type type = {
        .kind = TYPE_ARRAY, .base = base, .align = base->align, .is_complete = true, .parameter = parameter + 1};
    return unique(front, &type);
}

const Type *type_qualified(Front *front, const Type *type, unsigned qualifiers) {
    if (type->kind == TYPE_ARRAY) {
        const Type *base = type_qualified(front, type->base, qualifiers);
        if (base == type->base) return type;
        return type->parameter ? type_array_of_parameter(front, base, type->parameter - 1)
                               : type_array(front, base, type->length, type->is_complete);
    }
    if ((type->qualifiers | qualifiers) == type->qualifiers || type->kind == TYPE_REFERENCE ||
        type->kind == TYPE_FUNCTION || type->kind == TYPE_ERROR)
        return type;
    Type qualified = *type;
    qualified.qualifiers = (uint8_t)(type->qualifiers | qualifiers);
    qualified.plain = type->plain;
    return unique(front, &qualified);
}

const Type *type_function(Front *front, const Type *result, const Type **parameters, unsigned count) {
    const Type **copy = front_alloc(front, (count + 1) * sizeof *copy);
    for (unsigned i = 0; i < count; i++) copy[i] = parameters[i];
    Type type = {.kind = TYPE_FUNCTION, .base = result, .elements = copy, .element_count = count, .align = 1};
    return unique(front, &type);
}

const Type *type_record(Front *front, Record *record, TypeKind kind) {
    Type type = {.kind = kind, .record = record, .align = 1};
    return unique(front, &type);
}

void type_set_size(Front *front, const Type *type, uint64_t size, uint32_t align) {
    (void)front;
    Type *changed = (Type *)(uintptr_t)type;
    changed->size = size;
    changed->align = align;
}

void type_complete(Front *front, const Type *completed, uint64_t size, uint32_t align) {
    for (size_t i = 0; i < front->types.bucket_count; i++)
        for (Type *type = (Type *)(uintptr_t)front->types.buckets[i]; type; type = type->next_same) {
            if (type->plain != completed) continue;
            type->size = size;
            type->align = align;
            type->is_complete = true;
            type->base = completed->base;
        }
}

const Type *type_parameter(Front *front, unsigned index) {
    Type type = {.kind = TYPE_PARAMETER, .parameter = index, .size = 1, .align = 1, .is_complete = true};
    return unique(front, &type);
}

const Type *type_pattern(Front *front, Template *template, const TemplateArgument *arguments, unsigned count) {
    TemplateArgument *copy = front_alloc(front, (count + 1) * sizeof *copy);
    memcpy(copy, arguments, count * sizeof *copy);
    Type type = {.kind = TYPE_PATTERN,
                 .pattern = template,
                 .pattern_arguments = copy,
                 .pattern_count = count,
                 .size = 1,
                 .align = 1,
                 .is_complete = true};
    return unique(front, &type);
}

// ---- questions ------------------------------------------------------------------------------------------------

bool type_is_integer(const Type *type) {
    return type->kind >= TYPE_BOOL && type->kind <= TYPE_UNSIGNED_LONG_LONG ? true : type->kind == TYPE_ENUM;
}
bool type_is_floating(const Type *type) { return type->kind >= TYPE_HALF && type->kind <= TYPE_DOUBLE; }
bool type_is_arithmetic(const Type *type) { return type->kind >= TYPE_BOOL && type->kind <= TYPE_DOUBLE; }
bool type_is_scalar(const Type *type) {
    return type_is_integer(type) || type_is_floating(type) || type->kind == TYPE_POINTER || type->kind == TYPE_NULL;
}

bool type_is_signed(const Type *type) {
    switch (type->kind) {
    case TYPE_CHAR:
    case TYPE_SIGNED_CHAR:
    case TYPE_SHORT:
    case TYPE_INT:
    case TYPE_LONG:
    case TYPE_LONG_LONG: return true;
    case TYPE_ENUM: return type->base && type_is_signed(type->base);
    default: return false;
    }
}

bool type_depends(const Type *type) {
    if (type->kind == TYPE_PARAMETER || type->kind == TYPE_PATTERN || type->parameter) return true;
    for (unsigned i = 0; i < type->element_count; i++)
        if (type_depends(type->elements[i])) return true;
    return type->base && type->kind != TYPE_ENUM && type_depends(type->base);
}

const Type *type_referred(const Type *type) { return type->kind == TYPE_REFERENCE ? type->base : type; }
const Type *type_value(const Type *type) { return type_referred(type)->plain; }

const Type *type_decayed(Front *front, const Type *type) {
    if (type->kind == TYPE_ARRAY) return type_pointer(front, type->base);
    if (type->kind == TYPE_FUNCTION) return type_pointer(front, type);
    return type;
}

static bool is_scoped(const Type *type) { return type->kind == TYPE_ENUM && type->record->is_scoped; }

const Type *type_promoted(Front *front, const Type *type) {
    type = type->plain;
    if (type->kind == TYPE_ENUM && !is_scoped(type)) type = type->base;
    if (type->kind >= TYPE_BOOL && type->kind < TYPE_INT) return type_basic(front, TYPE_INT);
    return type;
}

const Type *type_common(Front *front, const Type *left, const Type *right) {
    const Type *a = type_promoted(front, left), *b = type_promoted(front, right);
    if (type_is_floating(a) || type_is_floating(b)) {
        if (!type_is_floating(a)) return b;
        if (!type_is_floating(b)) return a;
        return a->kind > b->kind ? a : b;
    }
    const Type *wider = a->kind > b->kind ? a : b, *other = wider == a ? b : a;
    bool loses_sign = type_is_signed(wider) && !type_is_signed(other) && other->size == wider->size;
    return loses_sign ? type_basic(front, (TypeKind)(wider->kind + 1)) : wider;
}

uint64_t integer_of_type(const Type *type, uint64_t value) {
    if (type->kind == TYPE_BOOL) return value != 0;
    if (type->size >= 8) return value;
    unsigned unused = 64 - 8 * (unsigned)type->size;
    return type_is_signed(type) ? (uint64_t)((int64_t)(value << unused) >> unused) : value << unused >> unused;
}

// ---- names ----------------------------------------------------------------------------------------------------

static const char *const NAMES[] = {"void",
                                    "bool",
                                    "char",
                                    "signed char",
                                    "unsigned char",
                                    "short",
                                    "unsigned short",
                                    "int",
                                    "unsigned",
                                    "long",
                                    "unsigned long",
                                    "long long",
                                    "unsigned long long",
                                    "__half",
                                    "__nv_bfloat16",
                                    "float",
                                    "double",
                                    "std::nullptr_t"};

typedef struct {
    char text[400];
    size_t length;
    unsigned depth;
} TypeText;

static void put(TypeText *name, const char *text) {
    size_t room = sizeof name->text - name->length - 1, size = strlen(text);
    if (size > room) size = room;
    memcpy(name->text + name->length, text, size);
    name->length += size;
    name->text[name->length] = 0;
}

static void put_number(TypeText *name, uint64_t number) {
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    put(name, text);
}

static void put_qualifiers(TypeText *name, const Type *type) {
    if (type->qualifiers & IS_CONST) put(name, "const ");
    if (type->qualifiers & IS_VOLATILE) put(name, "volatile ");
}

// What stands before the name that is declared, and what behind it.
static void put_before(TypeText *name, const Type *type);
static void put_after(TypeText *name, const Type *type);

static bool needs_parentheses(const Type *type) {
    return type->base->kind == TYPE_ARRAY || type->base->kind == TYPE_FUNCTION;
}

static void put_before(TypeText *name, const Type *type) {
    if (name->depth++ > 30) return;
    switch (type->kind) {
    case TYPE_POINTER:
    case TYPE_REFERENCE:
        put_before(name, type->base);
        if (name->length && name->text[name->length - 1] != '*' && name->text[name->length - 1] != '&') put(name, " ");
        if (needs_parentheses(type)) put(name, "(");
        put(name, type->kind == TYPE_POINTER ? "*" : type->is_rvalue_reference ? "&&" : "&");
        if (type->qualifiers & IS_CONST) put(name, "const");
        if (type->qualifiers & IS_RESTRICT) put(name, "__restrict__");
        break;
    case TYPE_ARRAY:
    case TYPE_FUNCTION: put_before(name, type->base); break;
    case TYPE_RECORD:
    case TYPE_ENUM:
        put_qualifiers(name, type);
        put(name, type->record->name[0] ? type->record->name : type->record->is_closure ? "(lambda)" : "(unnamed)");
        break;
    case TYPE_PARAMETER: put(name, "auto"); break;
    case TYPE_PATTERN: put(name, type->pattern->name); break;
    case TYPE_ERROR: put(name, "?"); break;
    default: put_qualifiers(name, type), put(name, NAMES[type->kind]);
    }
}

static void put_after(TypeText *name, const Type *type) {
    if (name->depth++ > 60) return;
    if (type->kind == TYPE_POINTER || type->kind == TYPE_REFERENCE) {
        if (needs_parentheses(type)) put(name, ")");
        put_after(name, type->base);
    } else if (type->kind == TYPE_ARRAY) {
        put(name, "[");
        if (type->is_complete) put_number(name, type->length);
        put(name, "]");
        put_after(name, type->base);
    } else if (type->kind == TYPE_FUNCTION) {
        put(name, "(");
        for (unsigned i = 0; i < type->element_count; i++) {
            if (i) put(name, ", ");
            put_before(name, type->elements[i]);
            put_after(name, type->elements[i]);
        }
        put(name, ")");
        put_after(name, type->base);
    }
}

const char *type_name(Unit *unit, const Type *type) {
    TypeText name = {0};
    put_before(&name, type);
    put_after(&name, type);
    return unit_format(unit, "%s", name.text);
}

const char *show_type(Front *front, const Type *type) { return type_name(front->unit, type); }

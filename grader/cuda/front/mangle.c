// mangle.c - names for the linker, as the Itanium C++ ABI has them and nvcc writes them.
//
// A part of a name that was written before is written as S_, S0_, ...; what counts as a part, and in which order the
// parts are numbered, is in the ABI's section 5.1.10.
#include "front.h"

enum { ROOM = 2048, MAX_PARTS = 64 };

typedef struct {
    Front *front;
    char text[ROOM];
    size_t length;
    const void *parts[MAX_PARTS]; // types, scopes and templates in the order in which they may be referred to
    unsigned part_count;
} Mangler;

static void put(Mangler *mangler, const char *text) {
    size_t size = strlen(text);
    if (mangler->length + size + 1 >= ROOM) return;
    memcpy(mangler->text + mangler->length, text, size + 1);
    mangler->length += size;
}

static void put_source_name(Mangler *mangler, const char *name) {
    char text[24];
    snprintf(text, sizeof text, "%zu", strlen(name));
    put(mangler, text);
    put(mangler, name);
}

static bool put_known(Mangler *mangler, const void *part) {
    for (unsigned i = 0; i < mangler->part_count; i++) {
        if (mangler->parts[i] != part) continue;
        char text[8] = "S_";
        if (i) {
            unsigned number = i - 1;
            const char *digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
            if (number < 36) snprintf(text, sizeof text, "S%c_", digits[number]);
            else snprintf(text, sizeof text, "S%c%c_", digits[number / 36], digits[number % 36]);
        }
        put(mangler, text);
        return true;
    }
    return false;
}

static void add_part(Mangler *mangler, const void *part) {
    if (mangler->part_count < MAX_PARTS) mangler->parts[mangler->part_count++] = part;
}

static void put_type(Mangler *mangler, const Type *type);

static void put_value(Mangler *mangler, const TemplateArgument *argument) {
    static const char *const codes[] = {"v", "b", "c", "a", "h", "s", "t", "i", "j", "l", "m", "x", "y"};
    const Type *type = argument->value_type;
    char text[32];
    if (argument->function) {
        put(mangler, "XadL");
        put(mangler, argument->function->mangled ? argument->function->mangled
                                                 : mangle_function(mangler->front, argument->function));
        put(mangler, "EE");
        return;
    }
    put(mangler, "L");
    if (type && type->kind <= TYPE_UNSIGNED_LONG_LONG) put(mangler, codes[type->kind]);
    else if (type) put_type(mangler, type);
    int64_t value = (int64_t)argument->value;
    bool is_negative = type && type_is_signed(type) && value < 0;
    snprintf(text, sizeof text, "%s%llu", is_negative ? "n" : "",
             (unsigned long long)(is_negative ? 0 - argument->value : argument->value));
    put(mangler, text);
    put(mangler, "E");
}

static void put_arguments(Mangler *mangler, const TemplateArgument *arguments, unsigned count) {
    put(mangler, "I");
    for (unsigned i = 0; i < count; i++) {
        if (arguments[i].is_pack) {
            put(mangler, "J");
            for (unsigned k = 0; k < arguments[i].pack_count; k++)
                if (arguments[i].pack[k].is_type) put_type(mangler, arguments[i].pack[k].type);
                else put_value(mangler, &arguments[i].pack[k]);
            put(mangler, "E");
        } else if (arguments[i].is_type) put_type(mangler, arguments[i].type);
        else put_value(mangler, &arguments[i]);
    }
    put(mangler, "E");
}

// Namespaces and classes around a name, from the outermost.
static const Scope *outer_scope(const Scope *scope) {
    while (scope && (scope->kind == SCOPE_TEMPLATE || scope->kind == SCOPE_FUNCTION || scope->kind == SCOPE_BLOCK))
        scope = scope->parent;
    return scope && scope->name ? scope : NULL;
}

static void put_record_name(Mangler *mangler, const Record *record);

static void put_scope(Mangler *mangler, const Scope *scope) {
    if (!scope || put_known(mangler, scope->record ? (const void *)scope->record->type : (const void *)scope)) return;
    put_scope(mangler, outer_scope(scope->parent));
    if (scope->record) {
        put_record_name(mangler, scope->record);
        add_part(mangler, scope->record->type);
        return;
    }
    put_source_name(mangler, scope->name[0] ? scope->name : "_GLOBAL__N__");
    add_part(mangler, scope);
}

static void put_record_name(Mangler *mangler, const Record *record) {
    const char *name = record->instance_of ? record->instance_of->name : record->name;
    if (record->is_closure) put(mangler, record->mangled);
    else put_source_name(mangler, name);
    if (!record->instance_of) return;
    add_part(mangler, record->instance_of);
    put_arguments(mangler, record->instance_arguments, record->instance_count);
}

static void put_record(Mangler *mangler, const Type *type) {
    const Record *record = type->record;
    const Scope *outer = record->scope ? outer_scope(record->scope->parent) : NULL;
    if (outer) put(mangler, "N");
    if (outer) put_scope(mangler, outer);
    put_record_name(mangler, record);
    if (outer) put(mangler, "E");
}

// Parameters of a template in the types of its function: T_, T0_, T1_, ...
static void put_parameter(Mangler *mangler, unsigned index) {
    char text[16] = "T_";
    if (index) snprintf(text, sizeof text, "T%u_", index - 1);
    put(mangler, text);
}

static void put_pattern(Mangler *mangler, const Type *type) {
    put_source_name(mangler, type->pattern->name);
    add_part(mangler, type->pattern);
    put(mangler, "I");
    for (unsigned i = 0; i < type->pattern_count; i++) {
        const TemplateArgument *argument = &type->pattern_arguments[i];
        if (argument->is_parameter) put_parameter(mangler, (unsigned)argument->value);
        else if (argument->is_type) put_type(mangler, argument->type);
        else put_value(mangler, argument);
    }
    put(mangler, "E");
}

static void put_type(Mangler *mangler, const Type *type) {
    static const char *const basic[] = {
        "v", "b", "c", "a", "h", "s", "t", "i", "j", "l", "m", "x", "y", "6__half", "13__nv_bfloat16", "f", "d", "Dn"};
    bool is_basic = type->kind <= TYPE_NULL && type->kind != TYPE_HALF && type->kind != TYPE_BFLOAT16;
    if (!type->qualifiers && is_basic) {
        put(mangler, basic[type->kind]);
        return;
    }
    if (put_known(mangler, type)) return;
    if (type->qualifiers) {
        if (type->qualifiers & IS_RESTRICT) put(mangler, "r");
        if (type->qualifiers & IS_VOLATILE) put(mangler, "V");
        if (type->qualifiers & IS_CONST) put(mangler, "K");
        put_type(mangler, type->plain);
        add_part(mangler, type);
        return;
    }
    switch (type->kind) {
    case TYPE_HALF:
    case TYPE_BFLOAT16: put(mangler, basic[type->kind]); break;
    case TYPE_POINTER: put(mangler, "P"), put_type(mangler, type->base); break;
    case TYPE_REFERENCE: put(mangler, type->is_rvalue_reference ? "O" : "R"), put_type(mangler, type->base); break;
    case TYPE_ARRAY: {
        char text[32];
        snprintf(text, sizeof text, "A%llu_", (unsigned long long)type->length);
        put(mangler, text), put_type(mangler, type->base);
        break;
    }
    case TYPE_FUNCTION:
        put(mangler, "F"), put_type(mangler, type->base);
        for (unsigned i = 0; i < type->element_count; i++) put_type(mangler, type->elements[i]);
        put(mangler, type->element_count ? "E" : "vE");
        break;
    case TYPE_RECORD:
    case TYPE_ENUM: put_record(mangler, type); break;
    case TYPE_PARAMETER: put_parameter(mangler, type->parameter); break;
    case TYPE_PATTERN: put_pattern(mangler, type); break;
    default: put(mangler, "v");
    }
    add_part(mangler, type);
}

const char *record_mangled(Front *front, const Record *record) {
    Mangler mangler = {.front = front};
    put_record(&mangler, record->type);
    return unit_format(front->unit, "%s", mangler.text);
}

static const char *operator_code(const Function *function) {
    static const char *const codes[][2] = {
        {"operator()", "cl"}, {"operator[]", "ix"}, {"operator+", "pl"},  {"operator-", "mi"},    {"operator*", "ml"},
        {"operator/", "dv"},  {"operator%", "rm"},  {"operator=", "aS"},  {"operator+=", "pL"},   {"operator-=", "mI"},
        {"operator*=", "mL"}, {"operator/=", "dV"}, {"operator==", "eq"}, {"operator!=", "ne"},   {"operator<", "lt"},
        {"operator>", "gt"},  {"operator<=", "le"}, {"operator>=", "ge"}, {"operator<<", "ls"},   {"operator>>", "rs"},
        {"operator&", "an"},  {"operator|", "or"},  {"operator^", "eo"},  {"operator!", "nt"},    {"operator~", "co"},
        {"operator++", "pp"}, {"operator--", "mm"}, {"operator->", "pt"}, {"operator type", "cv"}};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (!strcmp(codes[i][0], function->name)) return codes[i][1];
    return NULL;
}

static void put_function_name(Mangler *mangler, const Function *function) {
    const char *code = operator_code(function);
    if (function->is_constructor) put(mangler, "C1");
    else if (function->is_destructor) put(mangler, "D1");
    else if (code) put(mangler, code);
    else put_source_name(mangler, function->name);
}

static bool is_extern_c(const Function *function) { return !strcmp(function->name, "main"); }

const char *mangle_function(Front *front, const Function *function) {
    if (is_extern_c(function)) return function->name;
    Mangler mangler = {.front = front};
    const FunctionSource *source = function->source;
    const Scope *outer = outer_scope(source->scope);
    put(&mangler, "_Z");
    if (outer) {
        put(&mangler, "N");
        if (function->is_member && source->is_const_member) put(&mangler, "K");
        put_scope(&mangler, outer);
    } else if (function->is_static && !function->is_instance) {
        put(&mangler, "L");
    }
    put_function_name(&mangler, function);
    if (function->is_instance) {
        add_part(&mangler, function);
        put_arguments(&mangler, source->arguments, source->argument_count);
    }
    if (outer) put(&mangler, "E");
    unsigned first = function->is_member ? 1 : 0, count = function->parameter_count - first;
    Declarator pattern = {0};
    bool has_pattern = function->is_instance && template_pattern(front, source->template, &pattern);
    if (has_pattern && pattern.parameter_count == count && !pattern.has_pack) {
        put_type(&mangler, function->result);
        for (unsigned i = 0; i < count; i++) {
            const Type *type = pattern.parameters[i]->type;
            put_type(&mangler, type->kind == TYPE_REFERENCE ? type : type->plain);
        }
    } else {
        if (function->is_instance) put_type(&mangler, function->result);
        for (unsigned i = 0; i < count && i < function->type->element_count; i++)
            put_type(&mangler, function->type->elements[i]);
    }
    if (!count) put(&mangler, "v");
    return unit_format(front->unit, "%s", mangler.text);
}

const char *mangle_variable(Front *front, const Variable *variable, const Scope *scope) {
    const Scope *outer = outer_scope(scope);
    if (variable->function)
        return unit_format(front->unit, "__%s_%s_%u", variable->space == SPACE_SHARED ? "shared" : "static",
                           variable->name, variable->number);
    if (!outer)
        return variable->is_static ? unit_format(front->unit, "_ZL%zu%s", strlen(variable->name), variable->name)
                                   : variable->name;
    Mangler mangler = {.front = front};
    put(&mangler, "_ZN");
    put_scope(&mangler, outer);
    put_source_name(&mangler, variable->name);
    put(&mangler, "E");
    return unit_format(front->unit, "%s", mangler.text);
}

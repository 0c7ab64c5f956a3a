// records.c - structs, classes, unions, enums.
//
// Member functions see all members, so their bodies are read after the class: those of a class at once, those of an
// instance of a template when they are called.
#include "front.h"

Record *record_new(Front *front, const char *name, Scope *scope, Place place) {
    Record *record = front_alloc(front, sizeof *record);
    record->name = name;
    record->place = place;
    record->scope = scope_new(front, SCOPE_RECORD, scope);
    record->scope->name = name;
    record->scope->record = record;
    record->type = type_record(front, record, TYPE_RECORD);
    return record;
}

Field *record_add(Front *front, Record *record, const char *name, const Type *type, uint32_t align, Place place) {
    record->fields = front_grow(front, record->fields, record->field_count, sizeof *record->fields);
    Field *field = &record->fields[record->field_count++];
    const Type *mutable_type = record->type;
    if (align < type->align) align = type->align;
    uint64_t offset = record->is_union ? 0 : (mutable_type->size + align - 1) / align * align;
    *field = (Field){.name = name, .type = type, .offset = offset, .place = place};
    uint64_t end = offset + type->size;
    uint32_t record_align = mutable_type->align > align ? mutable_type->align : align;
    type_set_size(front, mutable_type, end > mutable_type->size ? end : mutable_type->size, record_align);
    if (name) {
        Symbol *symbol = name_add(front, record->scope, SYMBOL_FIELD, name, place);
        symbol->scope_record = record;
    }
    return field;
}

void record_close(Front *front, Record *record) {
    const Type *type = record->type;
    uint32_t align = type->align ? type->align : 1;
    uint64_t size = (type->size + align - 1) / align * align;
    type_complete(front, type, size ? size : 1, align);
}

Symbol *record_find(Record *record, const char *name, Record **owner) {
    for (Symbol *symbol = record->scope ? record->scope->symbols : NULL; symbol; symbol = symbol->next)
        if (symbol->name == name) {
            if (owner) *owner = record;
            return symbol;
        }
    for (unsigned i = 0; i < record->field_count; i++) {
        const Field *field = &record->fields[i];
        if (field->name || field->type->kind != TYPE_RECORD) continue;
        Symbol *found = record_find(field->type->record, name, owner);
        if (found) return found;
    }
    return NULL;
}

// Whether the code that is read may name a private member of the record: it is in the class, or the class has friends.
static bool may_use_private(const Front *front, const Record *record) {
    if (record->has_friends || record->instance_of || front->unevaluated) return true;
    for (const Scope *scope = front->scope; scope; scope = scope->parent)
        if (scope->record == record || (scope->this_type && scope->this_type->record == record)) return true;
    const Function *function = front->function;
    return function && function->source->record == record;
}

bool check_private(Front *front, const Record *record, const Symbol *symbol, const Token *token) {
    if (!symbol->is_private || may_use_private(front, record)) return true;
    also(fail(front, token->place, token->length, "`%s` is private in `%s`",
              "use a public function of the class, or declare the member below `public:`", symbol->name, record->name),
         symbol->place, "it is declared here");
    return false;
}

bool record_derives(const Record *derived, const Record *base) {
    if (derived == base) return true;
    for (unsigned i = 0; i < derived->field_count; i++)
        if (derived->fields[i].is_base && record_derives(derived->fields[i].type->record, base)) return true;
    return false;
}

// A name that nobody can write: the class's own name in its scope is the class.
const char CONSTRUCTOR[] = "(constructor)";

Symbol *record_constructors(const Record *record) {
    for (Symbol *symbol = record->scope ? record->scope->symbols : NULL; symbol; symbol = symbol->next)
        if (symbol->kind == SYMBOL_FUNCTION && !strcmp(symbol->name, CONSTRUCTOR)) return symbol;
    return NULL;
}

bool record_is_aggregate(const Record *record) { return !record_constructors(record); }

static bool is_plain_default(const Function *function) {
    return function && function->source->is_defaulted && function->parameter_count == 1;
}

static bool record_needs_default(const Record *record) {
    const Symbol *constructor = record_constructors(record);
    bool has_others = constructor != NULL;
    for (; constructor; constructor = constructor->next_overload)
        has_others &= !is_plain_default(constructor->function);
    if (has_others) return true;
    for (unsigned i = 0; i < record->field_count; i++) {
        const Field *field = &record->fields[i];
        if (field->initial_at || type_needs_default(field->type)) return true;
    }
    return false;
}

bool type_needs_default(const Type *type) {
    while (type->kind == TYPE_ARRAY) type = type->base;
    return type->kind == TYPE_RECORD && record_needs_default(type->record);
}

// ---- members --------------------------------------------------------------------------------------------------

typedef struct {
    Function **list;
    unsigned count;
} Methods;

static void skip_initial(Front *front) {
    while (!is(front, ";") && !is(front, ",") && peek(front)->kind != TOKEN_END)
        if (is(front, "(") || is(front, "[") || is(front, "{")) skip_balanced(front);
        else take(front);
}

static void parse_static_member(Front *front, Record *record, Specifiers *specifiers, const Declarator *declarator) {
    const Type *type = specifiers->is_constexpr ? type_qualified(front, declarator->type, IS_CONST) : declarator->type;
    Function *function = front->function;
    Variable *variable = variable_new(front, declarator->name, type, declarator->place);
    variable->is_static = true;
    variable->is_constexpr = specifiers->is_constexpr;
    variable->space = specifiers->is_device ? SPACE_DEVICE : specifiers->is_constant ? SPACE_CONSTANT : SPACE_HOST;
    variable->function = NULL;
    variable->mangled = mangle_variable(front, variable, record->scope);
    name_add(front, record->scope, SYMBOL_VARIABLE, declarator->name, declarator->place)->variable = variable;
    variable->is_extern = true; // without an initial value its definition follows outside
    parse_initialiser(front, variable, specifiers->is_auto, specifiers);
    variable->is_extern = !variable->initial;
    if (variable->initial && !front->failed) variable->image = constant_image(front, variable->initial, variable->type);
    front->function = function;
}

static void check_field(Front *front, const Record *record, const Declarator *declarator) {
    const Type *type = declarator->type;
    if (!type->is_complete && !(type->kind == TYPE_ARRAY && front->in_headers))
        fail(front, declarator->place, declarator->name_length, "the member `%s` has no complete type", "use a pointer",
             declarator->name);
    for (unsigned i = 0; i < record->field_count; i++)
        if (record->fields[i].name && record->fields[i].name == declarator->name)
            fail(front, declarator->place, declarator->name_length, "`%s` has two members `%s`", NULL, record->name,
                 declarator->name);
}

static void parse_fields(Front *front, Record *record, Specifiers *specifiers, Declarator *declarator) {
    for (;;) {
        if (specifiers->is_static) {
            parse_static_member(front, record, specifiers, declarator);
        } else {
            check_field(front, record, declarator);
            if (front->failed) return;
            if (is(front, ":")) {
                refuse(front, declarator->place, declarator->name_length, "this compiler cannot compile bit-fields",
                       NULL);
                return;
            }
            Field *field =
                record_add(front, record, declarator->name, declarator->type, specifiers->align, declarator->place);
            if (is(front, "=") || is(front, "{")) {
                consume(front, "=");
                field->initial_at = front->token;
                skip_initial(front);
            }
        }
        if (!consume(front, ",")) break;
        parse_declarator(front, specifiers, declarator, false);
    }
    expect(front, ";", "after the member");
}

static void parse_method(Front *front, Record *record, const Specifiers *specifiers, const Declarator *declarator,
                         Methods *methods) {
    if (specifiers->is_virtual) {
        refuse(front, declarator->place, declarator->name_length, "this compiler cannot compile virtual functions",
               NULL);
        return;
    }
    Function *function =
        function_new(front, specifiers, declarator, specifiers->is_friend ? scope_namespace(front) : record->scope);
    if (declarator->is_destructor) record->has_destructor = true;
    function->source->declaration = NULL;
    if (is(front, "=") && (is_at(front, 1, "default") || is_at(front, 1, "delete"))) {
        take(front);
        function->source->is_defaulted = is(front, "default");
        function->source->is_deleted = is(front, "delete");
        take(front);
    } else if (is(front, "{") || (is(front, ":") && function->is_constructor)) {
        const Token *body = peek(front);
        while (!is(front, "{") || (front->last && front->last->kind == TOKEN_NAME && is(front, "{") &&
                                   is_token(body, ":") && !is_token(front->last, "const"))) {
            if (front->failed || peek(front)->kind == TOKEN_END) return;
            if (is(front, "(") || is(front, "{")) {
                skip_balanced(front);
                if (is(front, "{") || !is(front, ",")) break;
            } else take(front);
        }
        function->source->body = body;
        function->source->body_end = matching(peek(front));
        skip_balanced(front);
        if (function->source->body_end) function->end = function->source->body_end->place;
        methods->list = front_grow(front, methods->list, methods->count, sizeof *methods->list);
        methods->list[methods->count++] = function;
        consume(front, ";");
        return;
    }
    expect(front, ";", "after the declaration of a function");
}

static void parse_member_declaration(Front *front, Record *record, Methods *methods) {
    if ((is(front, "public") || is(front, "private") || is(front, "protected")) && is_at(front, 1, ":")) {
        record->hides = is_token(take(front), "private");
        take(front);
        return;
    }
    if (consume(front, ";")) return;
    if (is(front, "using")) {
        parse_using(front);
        return;
    }
    if (is(front, "template")) {
        parse_template(front);
        return;
    }
    if (is(front, "static_assert")) {
        parse_static_assert(front);
        return;
    }
    const Token *start = peek(front);
    Specifiers specifiers;
    Declarator declarator;
    parse_specifiers(front, &specifiers);
    record->has_friends |= specifiers.is_friend;
    if (front->failed) return;
    if (consume(front, ";")) { // a nested struct, or an anonymous union
        bool is_anonymous =
            specifiers.type && specifiers.type->kind == TYPE_RECORD && !specifiers.type->record->name[0];
        if (is_anonymous) record_add(front, record, NULL, specifiers.type, 0, start->place);
        return;
    }
    bool has_no_type =
        is(front, "~") || is(front, "operator") || (peek(front)->text == record->scope->name && is_at(front, 1, "("));
    if (!specifiers.type && !has_no_type) {
        const Token *token = peek(front);
        if (token->kind == TOKEN_NAME && !is_keyword(token->text)) check_undeclared(front, token->text, token);
        else fail(front, token->place, token->length, "a member was expected before `%s`", NULL, token->text);
        return;
    }
    parse_declarator(front, &specifiers, &declarator, false);
    if (front->failed) return;
    if (specifiers.is_typedef) {
        name_add(front, record->scope, SYMBOL_TYPE, declarator.name, declarator.place)->type = declarator.type;
        expect(front, ";", "after the type's name");
    } else if (declarator.is_function && declarator.has_auto) {
        parse_template_by_auto(front, start, &declarator, record);
    } else if (declarator.is_function) {
        parse_method(front, record, &specifiers, &declarator, methods);
    } else {
        parse_fields(front, record, &specifiers, &declarator);
    }
}

static void parse_bases(Front *front, Record *record) {
    while (!is(front, "{") && !front->failed) {
        while (consume(front, "public") || consume(front, "private") || consume(front, "protected") ||
               consume(front, "virtual"))
            ;
        const Token *token = peek(front);
        Name name = read_name(front, true);
        if (!name.type || name.type->kind != TYPE_RECORD || !name.type->is_complete) {
            fail(front, token->place, token->length, "`%s` is no class to derive from", NULL, token->text);
            return;
        }
        record_add(front, record, NULL, name.type->plain, 0, token->place)->is_base = true;
        if (!consume(front, ",")) break;
    }
}

static void read_body(Front *front, Record *record) {
    Methods methods = {0};
    Scope *outer = front->scope;
    front->scope = record->scope;
    if (consume(front, ":")) parse_bases(front, record);
    const Token *open = peek(front);
    if (!expect(front, "{", "before the members")) {
        front->scope = outer;
        return;
    }
    while (!is(front, "}") && peek(front)->kind != TOKEN_END) parse_member_declaration(front, record, &methods);
    if (!front->failed && !is(front, "}"))
        also(fail(front, open->place, 1, "the `{` of `%s` is not closed", "close it with `};`", record->name),
             open->place, "it begins here");
    consume(front, "}");
    record->hides = false;
    record_close(front, record);
    front->scope = outer;
    if (front->failed || record->instance_of || front->in_headers || front->quiet) return;
    for (unsigned i = 0; i < methods.count && !front->failed; i++) function_need(front, methods.list[i]);
}

void record_body(Front *front, Record *record) {
    if (!enter_depth(front)) return;
    read_body(front, record);
    leave_depth(front);
}

// struct NAME { ... }: declares or defines it; struct NAME alone names it.
const Type *parse_record(Front *front, Specifiers *specifiers) {
    const Token *word = take(front);
    bool is_union = is_token(word, "union");
    Specifiers attributes = {0};
    parse_attributes(front, &attributes);
    (void)specifiers;
    const Token *token = peek(front);
    const char *name = "";
    Symbol *known = NULL;
    if (token->kind == TOKEN_NAME && !is_keyword(token->text)) {
        bool is_qualified = is_at(front, 1, "::") || is_at(front, 1, "<");
        if (is_qualified) {
            Name full = read_name(front, true);
            return full.type ? full.type : type_basic(front, TYPE_ERROR);
        }
        name = take(front)->text;
        bool defines = is(front, "{") || is(front, ":") || is(front, ";") || is(front, "final");
        known = defines ? scope_find(front->scope, name) : name_find(front, name);
        consume(front, "final");
    }
    parse_attributes(front, &attributes);
    Record *record =
        known && known->kind == SYMBOL_TYPE && known->type->kind == TYPE_RECORD ? known->type->record : NULL;
    bool defines = is(front, "{") || (is(front, ":") && name[0]);
    if (!record || (defines && record->type->is_complete && record->scope->parent != front->scope)) {
        record = record_new(front, name, front->scope, token->place);
        if (name[0]) name_add(front, front->scope, SYMBOL_TYPE, name, token->place)->type = record->type;
    }
    if (!defines) return record->type;
    if (record->type->is_complete) {
        also(fail(front, token->place, token->length, "`%s` is defined twice", NULL, name), record->place,
             "its first definition");
        return record->type;
    }
    record->is_union = is_union;
    record->hides = is_token(word, "class");
    record->is_vector = front->in_headers && attributes.align;
    record->mangled = record_mangled(front, record);
    if (attributes.align) type_set_size(front, record->type, 0, attributes.align);
    record_body(front, record);
    return record->type;
}

// ---- enums ----------------------------------------------------------------------------------------------------

static void parse_enumerators(Front *front, const Type *type, Scope *scope, bool is_scoped) {
    uint64_t value = 0;
    while (!is(front, "}") && !front->failed) {
        const Token *token = peek(front);
        const char *name = expect_name(front, "the name of an enumerator");
        if (!name) return;
        if (consume(front, "=")) value = parse_constant(front, "the value of an enumerator");
        Expression *constant = make_integer(front, type, value, token->place);
        name_add(front, scope, SYMBOL_CONSTANT, name, token->place)->constant = constant;
        if (!is_scoped) name_add(front, front->scope, SYMBOL_CONSTANT, name, token->place)->constant = constant;
        value++;
        if (!consume(front, ",")) break;
    }
    expect(front, "}", "after the enumerators");
}

const Type *parse_enum(Front *front) {
    take(front);
    bool is_scoped = consume(front, "class") || consume(front, "struct");
    const Token *token = peek(front);
    const char *name = token->kind == TOKEN_NAME && !is_keyword(token->text) ? take(front)->text : "";
    const Type *base = type_basic(front, is_scoped ? TYPE_INT : TYPE_INT);
    Symbol *known = name[0] ? name_find(front, name) : NULL;
    if (consume(front, ":")) base = parse_type_name(front)->plain;
    if (!is(front, "{") && known && known->kind == SYMBOL_TYPE) return known->type;
    Record *record = record_new(front, name, front->scope, token->place);
    record->is_scoped = is_scoped;
    record->type = type_record(front, record, TYPE_ENUM);
    ((Type *)(uintptr_t)record->type)->base = base;
    type_complete(front, record->type, base->size, base->align);
    record->mangled = record_mangled(front, record);
    if (name[0]) name_add(front, front->scope, SYMBOL_TYPE, name, token->place)->type = record->type;
    if (consume(front, "{")) parse_enumerators(front, record->type, record->scope, is_scoped);
    return record->type;
}

// names.c - names as they are written: with namespaces, classes and the arguments of templates.
#include "front.h"

Scope *scope_of_type(Front *front, const Type *type) {
    (void)front;
    type = type_value(type);
    return (type->kind == TYPE_RECORD || type->kind == TYPE_ENUM) ? type->record->scope : NULL;
}

// Of a pack, what it is for the element that is read now.
const Symbol *pack_element(Front *front, const Symbol *symbol, Place place) {
    if (symbol->kind != SYMBOL_PACK) return symbol;
    if (front->pack_index >= 0 && (unsigned)front->pack_index < symbol->element_count)
        return symbol->elements[front->pack_index];
    fail(front, place, 1, "`%s` is a pack and needs `...` behind the expression that it is in", NULL, symbol->name);
    return symbol;
}

static const char *operator_name(Front *front) {
    char text[16] = "operator";
    const Token *token = peek(front);
    if (is_token(token, "new") || is_token(token, "delete")) {
        snprintf(text, sizeof text, "operator %s", take(front)->text);
        return intern_text(front, text);
    }
    if (token->kind != TOKEN_PUNCTUATOR) return NULL;
    size_t length = strlen(text);
    if (is_token(token, "(") || is_token(token, "[")) {
        bool is_call = is_token(token, "(");
        take(front);
        expect(front, is_call ? ")" : "]", "in the operator's name");
        return intern_text(front, is_call ? "operator()" : "operator[]");
    }
    do { // `>` stands alone: >=, >>, >>= are made of several
        token = take(front);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s", token->text);
    } while (length < 12 && token->text[0] == '>' && !token->text[1] && !peek(front)->after_space &&
             (is(front, ">") || is(front, "=")));
    return intern_text(front, text);
}

static void read_operator(Front *front, Name *name) {
    take(front);
    name->is_operator = true;
    name->name = operator_name(front);
    if (name->name) return;
    Specifiers specifiers;
    parse_specifiers(front, &specifiers);
    name->conversion = specifiers.type ? specifiers.type : type_basic(front, TYPE_ERROR);
    while (consume(front, "*")) name->conversion = type_pointer(front, name->conversion);
    if (consume(front, "&")) name->conversion = type_reference(front, name->conversion, false);
    name->name = intern_text(front, "operator type");
}

// The symbol's type, if it is one; of a template with arguments its instance.
static void resolve(Front *front, Name *name, bool for_declaration) {
    const Symbol *symbol = name->symbol;
    Place place = name->token->place;
    if (symbol && symbol->kind == SYMBOL_PACK && front->pack_index >= 0) {
        symbol = pack_element(front, symbol, place);
        name->symbol = (Symbol *)(uintptr_t)symbol;
    }
    if (symbol && symbol->kind == SYMBOL_TYPE) name->type = symbol->type;
    if (!symbol || !is(front, "<")) return;
    Template *template = symbol->kind == SYMBOL_TEMPLATE ? symbol->template : NULL;
    if (name->type && name->type->kind == TYPE_RECORD)
        template = name->type->record->instance_of; // its own name in a class
    if (name->type && !template) return;
    for (const Symbol *each = symbol; each && !template && each->kind == SYMBOL_FUNCTION; each = each->next_overload)
        template = each->function_template;
    if (!template || (for_declaration && template->kind == TEMPLATE_FUNCTION)) return;
    name->arguments = front_alloc(front, MAX_PARAMETERS * sizeof *name->arguments);
    name->has_arguments = true;
    name->argument_count = parse_template_arguments(front, template, name->arguments);
    if (template->kind == TEMPLATE_RECORD || template->kind == TEMPLATE_ALIAS)
        name->type = template_type(front, template, name->arguments, name->argument_count, place);
}

static bool continues(Front *front) {
    if (!is(front, "::")) return false;
    return peek_at(front, 1)->kind == TOKEN_NAME || is_at(front, 1, "~");
}

Name read_name(Front *front, bool for_declaration) {
    Name name = {0};
    Scope *scope = NULL;
    if (is(front, "::") && peek_at(front, 1)->kind == TOKEN_NAME) {
        take(front);
        scope = front->global;
    }
    while (peek(front)->kind == TOKEN_NAME) {
        name = (Name){.token = peek(front), .scope = scope};
        consume(front, "template");
        if (is(front, "operator")) {
            read_operator(front, &name);
            name.symbol = scope ? scope_find(scope, name.name) : name_find(front, name.name);
            return name;
        }
        name.token = take(front);
        name.name = name.token->text;
        name.symbol = scope ? scope_find(scope, name.name) : name_find(front, name.name);
        resolve(front, &name, for_declaration);
        if (!continues(front)) return name;
        if (name.type && type_depends(name.type)) { // typename T::value_type
            while (consume(front, "::") && peek(front)->kind == TOKEN_NAME) take(front);
            name.type = type_basic(front, TYPE_ERROR);
            name.is_dependent = true;
            return name;
        }
        Scope *inner = name.type ? scope_of_type(front, name.type) : NULL;
        if (name.symbol && name.symbol->kind == SYMBOL_NAMESPACE) inner = name.symbol->scope;
        if (!inner) return name;
        take(front);
        scope = inner;
    }
    return name;
}

// lambdas.c - lambdas: records with what they capture, and an operator().
//
// With [=] or [&] every local variable of the surrounding function that the body names is captured; one that is named
// but not used costs nothing, because a field that nobody reads leaves no trace in the code.
#include "front.h"

typedef struct {
    Record *record;
    Expression **values; // of the fields
    unsigned count;
    char by_default; // '=', '&' or 0
    Place place;
} Closure;

static bool is_captured(const Closure *closure, const char *name) {
    for (unsigned i = 0; i < closure->record->field_count; i++)
        if (closure->record->fields[i].name == name) return true;
    return false;
}

static void add_capture(Front *front, Closure *closure, const char *name, const Type *type, Expression *value,
                        Place place) {
    closure->values = front_grow(front, closure->values, closure->count, sizeof *closure->values);
    closure->values[closure->count++] = value;
    record_add(front, closure->record, name, type, 0, place);
}

static void capture(Front *front, Closure *closure, const char *name, bool by_reference, Expression *from,
                    Place place) {
    if (is_error(from)) return;
    if (by_reference) {
        if (!from->is_lvalue) fail(front, place, 1, "`%s` cannot be captured by reference", NULL, name);
        add_capture(front, closure, name, type_reference(front, from->type, false), from, place);
        return;
    }
    const Type *type = from->type->kind == TYPE_FUNCTION ? type_decayed(front, from->type) : from->type->plain;
    Expression *value = from->type->kind == TYPE_ARRAY    ? NULL
                        : from->type->kind == TYPE_RECORD ? convert(front, from, type, "a captured variable")
                                                          : make_load(front, from);
    if (!value) { // an array is copied as a whole
        value = expression_new(front, EXPR_LOAD, type, place);
        value->left = from;
    }
    add_capture(front, closure, name, type, value, place);
}

static Expression *value_of_name(Front *front, const Token *token) {
    Cursor here = cursor_save(front);
    front->token = token;
    Expression *value = parse_name(front);
    bool failed = front->failed;
    cursor_restore(front, &here);
    front->failed |= failed;
    return value;
}

static void parse_captures(Front *front, Closure *closure) {
    take(front);
    while (!is(front, "]") && !front->failed) {
        const Token *token = peek(front);
        if (is(front, "=") || (is(front, "&") && (is_at(front, 1, ",") || is_at(front, 1, "]")))) {
            closure->by_default = take(front)->text[0];
        } else if (consume(front, "this")) {
            add_capture(front, closure, intern_text(front, "this"), make_this(front, token->place)->type,
                        make_this(front, token->place), token->place);
        } else if (is(front, "*") && is_at(front, 1, "this")) {
            refuse(front, token->place, 5, "this compiler cannot compile the capture `*this`", NULL);
        } else {
            bool by_reference = consume(front, "&");
            token = peek(front);
            const char *name = expect_name(front, "the name of a captured variable");
            if (!name) return;
            bool has_value = consume(front, "=");
            capture(front, closure, name, by_reference,
                    has_value ? parse_assignment(front) : value_of_name(front, token), token->place);
        }
        if (!consume(front, ",")) break;
    }
    expect(front, "]", "after the captured variables");
}

static bool needs_capture(Front *front, const Symbol *symbol) {
    if (symbol->kind != SYMBOL_VARIABLE) return false;
    const Variable *variable = symbol->variable;
    bool is_known = variable->image && type_is_scalar(variable->type) && (variable->type->qualifiers & IS_CONST);
    return variable->function && variable->function == front->function && variable->space == SPACE_LOCAL && !is_known;
}

static bool is_member_name(const Token *token) {
    return is_token(token - 1, ".") || is_token(token - 1, "->") || is_token(token - 1, "::");
}

static void capture_by_default(Front *front, Closure *closure, const Token *body) {
    const Token *end = matching(body);
    const char *word_this = intern_text(front, "this");
    bool needs_this = false;
    for (const Token *token = body; end && token < end && !front->failed; token++) {
        if (token->kind != TOKEN_NAME || is_member_name(token)) continue;
        if (token->text == word_this) needs_this = true;
        if (is_keyword(token->text) || is_captured(closure, token->text)) continue;
        Symbol *symbol = name_find(front, token->text);
        if (!symbol) continue;
        bool is_outer_field = symbol->kind == SYMBOL_FIELD && symbol->scope_record->is_closure;
        if (needs_capture(front, symbol) || is_outer_field)
            capture(front, closure, token->text, closure->by_default == '&', value_of_name(front, token), token->place);
        else if (symbol->kind == SYMBOL_FIELD ||
                 (symbol->kind == SYMBOL_FUNCTION && symbol->function && symbol->function->is_member))
            needs_this = true;
    }
    if (needs_this && !is_captured(closure, word_this) && !front->failed)
        add_capture(front, closure, word_this, make_this(front, closure->place)->type, make_this(front, closure->place),
                    closure->place);
}

static void lambda_attributes(Front *front, Specifiers *specifiers) {
    for (;;) {
        if (consume(front, "__device__")) specifiers->is_device = true;
        else if (consume(front, "__host__")) specifiers->is_host = true;
        else return;
    }
}

// At the parameters, or at what is behind them if there are none.
void lambda_signature(Front *front, Template *template, Specifiers *specifiers, Declarator *declarator) {
    *specifiers = (Specifiers){.is_auto = true, .is_inline = true};
    *declarator = (Declarator){.name = intern_text(front, "operator()"),
                               .place = peek(front)->place,
                               .type = type_parameter(front, AUTO_PARAMETER),
                               .is_function = true,
                               .is_const_member = true,
                               .is_operator = true};
    const Function *owner = template ? template->lambda_owner : front->function;
    if (owner) {
        specifiers->is_device = owner->is_device;
        specifiers->is_host = owner->is_host;
        specifiers->is_constexpr = owner->is_constexpr;
    }
    lambda_attributes(front, specifiers);
    if (is(front, "(")) parse_parameters(front, declarator);
    else {
        declarator->parameters = front_alloc(front, sizeof(Variable *));
        declarator->defaults = front_alloc(front, sizeof(Token *));
        declarator->parameter_scope = scope_new(front, SCOPE_FUNCTION, front->scope);
    }
    for (;;) {
        if (consume(front, "mutable")) declarator->is_const_member = false;
        else if (consume(front, "constexpr") || consume(front, "__host__")) specifiers->is_host = true;
        else if (consume(front, "__device__")) specifiers->is_device = true;
        else if (consume(front, "noexcept")) continue;
        else break;
    }
    if (consume(front, "->")) {
        Scope *outer = front->scope;
        front->scope = declarator->parameter_scope;
        declarator->type = parse_type_name(front);
        declarator->has_trailing = true;
        front->scope = outer;
    }
}

static unsigned count_autos(const Token *open, bool *has_pack) {
    unsigned count = 0;
    const Token *close = matching(open);
    for (const Token *token = open; close && token < close; token++) {
        if (is_token(token, "auto")) count++;
        if (is_token(token, "...") && token > open && !is_token(token + 1, ")")) *has_pack = true;
        if (is_token(token, "(") && token != open) token = matching(token) ? matching(token) : token;
    }
    return count;
}

// With `count` parameters, those of <...>.
static void make_generic(Front *front, const Closure *closure, const Token *signature, TemplateParameter *parameters,
                         unsigned count) {
    Template *template = front_alloc(front, sizeof *template);
    *template = (Template){.kind = TEMPLATE_FUNCTION,
                           .name = intern_text(front, "operator()"),
                           .scope = closure->record->scope,
                           .declaration = front->token,
                           .parameters_at = signature,
                           .parameters = parameters,
                           .parameter_count = count,
                           .record = closure->record,
                           .is_lambda = true,
                           .lambda_owner = front->function,
                           .place = closure->place,
                           .is_header = front->in_headers};
    template_declare(front, template, closure->record->scope);
    while (!is(front, "{") && peek(front)->kind != TOKEN_END) take(front);
    skip_balanced(front);
}

// A parameter for each `auto`.
static TemplateParameter *auto_parameters(Front *front, unsigned autos, bool has_pack) {
    TemplateParameter *parameters = front_alloc(front, (autos + 1) * sizeof *parameters);
    for (unsigned i = 0; i < autos; i++) {
        char text[24];
        snprintf(text, sizeof text, "auto:%u", i);
        parameters[i] = (TemplateParameter){.name = intern_text(front, text), .is_type = true};
    }
    if (autos) parameters[autos - 1].is_pack = has_pack;
    return parameters;
}

static void make_plain(Front *front, Closure *closure) {
    Specifiers specifiers;
    Declarator declarator;
    front->scope = closure->record->scope;
    lambda_signature(front, NULL, &specifiers, &declarator);
    Function *function = function_new(front, &specifiers, &declarator, closure->record->scope);
    if (!is(front, "{")) {
        expect(front, "{", "before the body of a lambda");
        return;
    }
    function->source->body = front->token;
    function->source->body_end = matching(front->token);
    skip_balanced(front);
    if (front->failed || front->unevaluated) return;
    function_read(front, function);
    if (function->failed) front->failed = true;
}

Expression *parse_lambda(Front *front) {
    const Token *open = peek(front);
    Scope *outer = front->scope;
    Closure closure = {.record = record_new(front, "", front->scope, open->place), .place = open->place};
    closure.record->is_closure = true;
    closure.record->mangled = unit_format(front->unit, "UlvE%u_", front->lambda_count++);
    parse_captures(front, &closure);
    bool is_template = is(front, "<"), has_pack = false;
    TemplateParameter *parameters = NULL;
    unsigned count = 0;
    if (is_template) {
        parameters = front_alloc(front, (MAX_PARAMETERS + 1) * sizeof *parameters);
        count = parse_template_parameters(front, parameters);
    }
    const Token *body = front->token;
    while (body->kind != TOKEN_END && !is_token(body, "{") && !is_token(body, ";"))
        body = is_token(body, "(") && matching(body) ? matching(body) + 1 : body + 1;
    if (closure.by_default && is_token(body, "{") && !front->failed) capture_by_default(front, &closure, body);
    record_close(front, closure.record);
    const Token *signature = front->token;
    while (is_token(signature, "__device__") || is_token(signature, "__host__")) signature++;
    unsigned autos = is_token(signature, "(") && !front->failed ? count_autos(signature, &has_pack) : 0;
    if (autos && is_template)
        refuse(front, open->place, 1, "this compiler cannot compile lambdas with both `<...>` and `auto` parameters",
               "name the types of all parameters in `<...>`");
    else if (autos) make_generic(front, &closure, signature, auto_parameters(front, autos, has_pack), autos);
    else if (is_template && !front->failed) make_generic(front, &closure, signature, parameters, count);
    else if (!front->failed) make_plain(front, &closure);
    front->scope = outer;
    Expression *list = expression_new(front, EXPR_LIST, closure.record->type, open->place);
    list->arguments = closure.values;
    list->argument_count = closure.count;
    return list;
}

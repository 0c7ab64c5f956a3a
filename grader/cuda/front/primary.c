// primary.c - names, literals, casts, parentheses, and what stands behind an expression: calls, indices, members.
#include "../../system/text_edits.h"
#include "front.h"

unsigned parse_arguments(Front *front, const char *close, Expression **arguments) {
    unsigned count = 0;
    int greater = front->greater;
    front->greater = CLOSES_NOTHING;
    while (!is(front, close) && !front->failed) {
        const Token *start = peek(front), *dots = expansion_end(front, start);
        bool has_pack = false;
        unsigned length = dots ? pack_length(front, start, dots, &has_pack) : 1;
        int before = front->pack_index;
        for (unsigned i = 0; i < length && count < MAX_ARGUMENTS && !front->failed; i++) {
            if (dots) front->token = start, front->pack_index = (int)i;
            arguments[count++] = is(front, "{") ? parse_braces(front) : parse_assignment(front);
        }
        front->pack_index = before;
        if (dots && !front->failed) front->token = dots + 1;
        if (count >= MAX_ARGUMENTS)
            refuse(front, start->place, 1, "there are too many arguments for this compiler", NULL);
        if (!consume(front, ",")) break;
    }
    expect(front, close, close[0] == ')' ? "after the arguments" : "after the values");
    front->greater = greater;
    return count;
}

Expression *parse_braces(Front *front) {
    Place place = take(front)->place;
    Expression *list = expression_new(front, EXPR_LIST, NULL, place);
    unsigned room = 16, count = 0;
    Expression **elements = front_alloc(front, room * sizeof *elements);
    int greater = front->greater;
    front->greater = CLOSES_NOTHING;
    if (!enter_depth(front)) return make_error(front, place);
    while (!is(front, "}") && !front->failed) {
        const Token *start = peek(front), *dots = expansion_end(front, start);
        bool has_pack = false;
        unsigned length = dots ? pack_length(front, start, dots, &has_pack) : 1;
        int before = front->pack_index;
        for (unsigned i = 0; i < length && !front->failed; i++) {
            if (dots) front->token = start, front->pack_index = (int)i;
            const char *designator =
                is(front, ".") && peek_at(front, 1)->kind == TOKEN_NAME ? peek_at(front, 1)->text : NULL;
            if (designator) take(front), take(front), consume(front, "=");
            if (count == room) {
                Expression **larger = front_alloc(front, 2 * room * sizeof *larger);
                memcpy(larger, elements, room * sizeof *larger);
                elements = larger;
                room *= 2;
            }
            elements[count] = is(front, "{") ? parse_braces(front) : parse_assignment(front);
            if (designator) {
                Expression *named = expression_new(front, EXPR_COMMA, NULL, elements[count]->place); // .name = value
                named->text = designator;
                named->left = elements[count];
                elements[count] = named;
            }
            count++;
        }
        front->pack_index = before;
        if (dots && !front->failed) front->token = dots + 1;
        if (!consume(front, ",")) break;
    }
    leave_depth(front);
    expect(front, "}", "after the values");
    front->greater = greater;
    list->arguments = elements;
    list->argument_count = count;
    return list;
}

static Expression *parse_string(Front *front) {
    const Token *first = take(front);
    size_t length = first->text_length;
    const char *text = first->text;
    while (peek(front)->kind == TOKEN_STRING) { // neighbours are one text
        const Token *more = take(front);
        char *both = front_alloc(front, length + more->text_length + 1);
        memcpy(both, text, length);
        memcpy(both + length, more->text, more->text_length);
        text = both;
        length += more->text_length;
    }
    Expression *expression = expression_new(
        front, EXPR_STRING, type_array(front, front->types.string_character, length + 1, true), first->place);
    expression->text = text;
    expression->text_length = length;
    expression->is_lvalue = true;
    return expression;
}

static Expression *parse_named_cast(Front *front) {
    const Token *word = take(front);
    expect(front, "<", "after the word for a cast");
    int greater = front->greater;
    front->greater = CLOSES_TEMPLATE;
    const Type *type = parse_type_name(front);
    front->greater = greater;
    expect(front, ">", "after the type of the cast");
    expect(front, "(", "after the type of the cast");
    front->greater = CLOSES_NOTHING;
    Expression *operand = parse_expression(front);
    front->greater = greater;
    expect(front, ")", "after the value of the cast");
    return cast(front, operand, type, word->text, word->place);
}

static Expression *parse_sizeof(Front *front) {
    const Token *word = take(front);
    bool is_align = word->text[0] != 's', before = front->unevaluated;
    const Type *type;
    if (is(front, "...")) {
        take(front);
        expect(front, "(", "after `sizeof...`");
        const char *name = expect_name(front, "the name of a pack");
        Symbol *symbol = name ? name_find(front, name) : NULL;
        expect(front, ")", "after the pack's name");
        return make_integer(front, front->size_type, symbol && symbol->kind == SYMBOL_PACK ? symbol->element_count : 0,
                            word->place);
    }
    front->unevaluated = true;
    const Token *open = peek(front);
    bool is_type = false;
    if (is_token(open, "(")) {
        front->token = open + 1;
        is_type = starts_type(front);
        front->token = open;
    }
    if (is_type) {
        take(front);
        type = type_referred(parse_type_name(front));
        expect(front, ")", "after the type");
    } else {
        Expression *operand = parse_unary(front);
        type = operand->type ? operand->type : type_basic(front, TYPE_ERROR);
        if (operand->kind == EXPR_FUNCTION) type = type_basic(front, TYPE_LONG);
    }
    front->unevaluated = before;
    if (!type->is_complete && type->kind != TYPE_ERROR)
        fail(front, word->place, word->length, "`%s` has no size here", NULL, show_type(front, type));
    return make_integer(front, front->size_type, is_align ? type->align : type->size, word->place);
}

// T(a, b), T{a, b}
static Expression *parse_type_call(Front *front) {
    Place place = peek(front)->place;
    Specifiers specifiers = {.place = place};
    Declarator ignored;
    (void)ignored;
    const Type *type;
    if (is_keyword(peek(front)->text)) {
        parse_specifiers(front, &specifiers);
        type = specifiers.type ? specifiers.type : type_basic(front, TYPE_ERROR);
    } else {
        type = parse_type_specifier(front, &specifiers);
        if (!type) type = type_basic(front, TYPE_ERROR);
    }
    if (is(front, "{")) return make_braced_value(front, type, place);
    Expression *arguments[MAX_ARGUMENTS];
    if (!expect(front, "(", "after the type")) return make_error(front, place);
    unsigned count = parse_arguments(front, ")", arguments);
    if (type->kind == TYPE_RECORD) return construct(front, type->plain, arguments, count, place, false);
    if (count > 1) {
        fail(front, place, 1, "`%s` is made of one value, and here are %u", NULL, show_type(front, type), count);
        return make_error(front, place);
    }
    if (count) return cast(front, arguments[0], type, "(", place);
    return type_is_scalar(type) ? make_zero(front, type, place) : expression_new(front, EXPR_ZERO, type, place);
}

Expression *make_zero(Front *front, const Type *type, Place place) {
    type = type->plain;
    if (type_is_integer(type) || type->kind == TYPE_POINTER) return make_integer(front, type, 0, place);
    if (type->kind == TYPE_FLOAT || type->kind == TYPE_DOUBLE) return make_floating(front, type, 0, place);
    return expression_new(front, EXPR_ZERO, type, place);
}

Expression *make_braced_value(Front *front, const Type *type, Place place) {
    Expression *list = parse_braces(front);
    (void)place;
    return initialise(front, type->plain, list, "the value");
}

// (... op pack), (pack op ...), (pack op ... op last)
static const char *const FOLD_OPERATORS[] = {"+", "*", "&&", "||", ",", "&", "|", "^", "-"};

static bool is_fold(Front *front, const Token *open, const Token **operator_at) {
    const Token *close = matching(open);
    unsigned depth = 0;
    (void)front;
    for (const Token *token = open + 1; token < close; token++) {
        if (is_token(token, "(") || is_token(token, "[") || is_token(token, "{")) depth++;
        if (is_token(token, ")") || is_token(token, "]") || is_token(token, "}")) depth--;
        if (depth || !is_token(token, "...")) continue;
        const Token *beside = token == open + 1 ? token + 1 : token - 1;
        for (size_t i = 0; i < sizeof FOLD_OPERATORS / sizeof *FOLD_OPERATORS; i++)
            if (is_token(beside, FOLD_OPERATORS[i])) return *operator_at = beside, true;
    }
    return false;
}

static Expression *combine(Front *front, const Token *operator, Expression * left, Expression *right) {
    static const Operator operators[] = {OP_ADD, OP_MULTIPLY, OP_ADD, OP_ADD,     OP_ADD,
                                         OP_AND, OP_OR,       OP_XOR, OP_SUBTRACT};
    if (!left) return right;
    if (is_token(operator, "&&")) return make_logical(front, EXPR_AND, left, right, operator->place);
    if (is_token(operator, "||")) return make_logical(front, EXPR_OR, left, right, operator->place);
    if (is_token(operator, ",")) return make_comma(front, left, right, operator->place);
    unsigned index = 0;
    while (!is_token(operator, FOLD_OPERATORS[index])) index++;
    return make_binary(front, operators[index], left, right, operator->place);
}

static Expression *parse_fold(Front *front, const Token *operator) {
    const Token *open = take(front), *close = matching(open);
    bool is_left = is_token(open + 1, "...");
    const Token *start = is_left ? open + 3 : open + 1, *end = is_left ? close : operator;
    Expression *result = NULL;
    bool has_pack = false;
    unsigned length = pack_length(front, start, end, &has_pack);
    int before = front->pack_index;
    for (unsigned i = 0; i < length && !front->failed; i++) {
        front->token = start;
        front->pack_index = (int)i;
        result = combine(front, operator, result, parse_conditional_of_level(front));
    }
    front->pack_index = before;
    if (!is_left && !front->failed && !is_token(operator+ 2, ")") && operator+ 2<close) {
        front->token = operator+ 3;
        result = combine(front, operator, result, parse_conditional(front));
    }
    if (!front->failed) front->token = close;
    expect(front, ")", "after the folded expression");
    if (result) return result;
    bool is_and = is_token(operator, "&&");
    return make_integer(front, type_basic(front, TYPE_BOOL), is_and, open->place);
}

// Whether what is next up to `)` is a type: `(int)`, not `(int(x) + 1)`.
static bool is_type_alone(Front *front) {
    if (!starts_type(front)) return false;
    Cursor here = cursor_save(front);
    front->quiet = true;
    parse_type_name(front);
    bool result = !front->failed && is(front, ")");
    cursor_restore(front, &here);
    return result;
}

static Expression *parse_parentheses(Front *front) {
    const Token *open = peek(front), *operator= NULL;
    if (is_fold(front, open, &operator)) return parse_fold(front, operator);
    int greater = front->greater;
    front->greater = CLOSES_NOTHING;
    take(front);
    bool is_type = is_type_alone(front);
    Expression *result;
    if (is_type) {
        const Type *type = parse_type_name(front);
        front->greater = greater;
        if (!is(front, ")") && is(front, "("))
            fail(front, peek(front)->place, 1, "this type cannot be called here", NULL);
        expect(front, ")", "after the type of the cast");
        if (is(front, "{")) return make_braced_value(front, type, open->place);
        return cast(front, parse_unary(front), type, "(", open->place);
    }
    result = parse_expression(front);
    front->greater = greater;
    expect(front, ")", "to close the parenthesis");
    result->has_parentheses = true;
    return result;
}

static Expression *parse_new(Front *front) {
    const Token *word = take(front);
    Specifiers specifiers;
    parse_specifiers(front, &specifiers);
    const Type *type = specifiers.type ? specifiers.type : type_basic(front, TYPE_ERROR);
    while (consume(front, "*")) type = type_pointer(front, type);
    Expression *expression = expression_new(front, EXPR_NEW, type_pointer(front, type), word->place);
    if (consume(front, "[")) {
        expression->left = convert(front, parse_expression(front), front->size_type, "the number of elements");
        expect(front, "]", "after the number of elements");
    }
    Expression *arguments[MAX_ARGUMENTS];
    if (is(front, "{")) {
        if (expression->left && !is_at(front, 1, "}"))
            refuse(front, word->place, 1, "this compiler cannot compile `new` with the values of an array", NULL);
        expression->right = initialise(front, type, parse_braces(front), "the new value");
    } else if (consume(front, "(")) {
        unsigned count = parse_arguments(front, ")", arguments);
        if (type->kind == TYPE_RECORD) expression->right = construct(front, type, arguments, count, word->place, false);
        else if (count) expression->right = convert(front, arguments[0], type, "the new value");
        else expression->right = make_zero(front, type, word->place);
    } else if (type_needs_default(type)) expression->right = initialise_default(front, type, word->place);
    return expression;
}

static Expression *parse_delete(Front *front) {
    const Token *word = take(front);
    bool is_array = is(front, "[");
    if (is_array) skip_balanced(front);
    Expression *expression =
        make_unary(front, EXPR_DELETE, type_basic(front, TYPE_VOID), make_load(front, parse_unary(front)), word->place);
    expression->integer = is_array;
    return expression;
}

static Expression *symbol_value(Front *front, const Name *name) {
    const Symbol *symbol = pack_element(front, name->symbol, name->token->place);
    Place place = name->token->place;
    switch (symbol->kind) {
    case SYMBOL_VARIABLE: {
        Variable *variable = symbol->variable;
        ((Symbol *)(uintptr_t)symbol)->is_used = true;
        Expression *expression = make_variable(front, variable, place);
        check_variable_use(front, expression, name->token);
        return expression;
    }
    case SYMBOL_CONSTANT: {
        Expression *copy = front_alloc(front, sizeof *copy);
        *copy = *symbol->constant;
        copy->place = place;
        return copy;
    }
    case SYMBOL_FIELD: {
        Expression *object = make_object(front, symbol->scope_record, place);
        if (object) return find_member(front, object, symbol->name, place);
        if (front->unevaluated) {
            Expression *nobody = expression_new(front, EXPR_ZERO, symbol->scope_record->type, place);
            return find_member(front, make_temporary(front, nobody), symbol->name, place);
        }
        fail(front, place, name->token->length, "`%s` is a member of `%s`, and here is no object of it", NULL,
             symbol->name, symbol->scope_record->name);
        return make_error(front, place);
    }
    case SYMBOL_PARAMETER: front->failed = true; return make_error(front, place);
    default:
        fail(front, place, name->token->length, "`%s` is no value", NULL, symbol->name);
        return make_error(front, place);
    }
}

Expression *make_overloads(Front *front, const Name *name, Expression *object) {
    Callee *callee = front_alloc(front, sizeof *callee);
    *callee = (Callee){.overloads = name->symbol,
                       .template_arguments = name->has_arguments ? name->arguments : NULL,
                       .template_count = name->argument_count,
                       .object = object,
                       .place = name->token->place,
                       .name_length = name->token->length,
                       .token = name->token,
                       .name = name->name};
    Function *only = NULL;
    Symbol *first = name->symbol;
    if (first->function && !first->next_overload) only = first->function;
    if (first->function_template && !first->next_overload && name->has_arguments)
        only = template_function(front, first->function_template, name->arguments, name->argument_count,
                                 name->token->place);
    const Type *type = only ? type_pointer(front, only->type) : type_basic(front, TYPE_NULL);
    Expression *expression = expression_new(front, EXPR_FUNCTION, type, name->token->place);
    expression->function = only;
    expression->overloads = callee;
    return expression;
}

Expression *parse_name(Front *front) {
    const Token *first = peek(front);
    Name name = read_name(front, false);
    if (front->failed) return make_error(front, first->place);
    if (!name.token) {
        take(front);
        fail(front, first->place, first->length, "an expression was expected before `%s`", NULL, first->text);
        return make_error(front, first->place);
    }
    if (!name.symbol) {
        if (is(front, "(") && !name.scope) { // the arguments' namespaces may know it
            Symbol *nobody = front_alloc(front, sizeof *nobody);
            *nobody = (Symbol){.kind = SYMBOL_FUNCTION, .name = name.name};
            name.symbol = nobody;
            return make_overloads(front, &name, NULL);
        }
        if (is_library_name(first)) check_undeclared(front, first->text, first);
        else if (name.scope && name.scope->name && name.scope->name[0])
            fail(front, name.token->place, name.token->length, "`%s` has no `%s`", NULL, name.scope->name, name.name);
        else check_undeclared(front, name.name, name.token);
        return make_error(front, name.token->place);
    }
    if (name.symbol->kind == SYMBOL_TEMPLATE && name.has_arguments && !name.type) {
        Template *template = name.symbol->template;
        if (template->kind == TEMPLATE_CONCEPT)
            return make_integer(
                front, type_basic(front, TYPE_BOOL),
                template_concept(front, template, name.arguments, name.argument_count, name.token->place),
                name.token->place);
        Variable *variable = template_variable(front, template, name.arguments, name.argument_count, name.token->place);
        return variable ? make_variable(front, variable, name.token->place) : make_error(front, name.token->place);
    }
    if (name.symbol->kind == SYMBOL_FUNCTION) {
        Record *record = name.symbol->function ? name.symbol->function->source->record : NULL;
        for (Symbol *each = name.symbol; each && !record; each = each->next_overload)
            record = each->function            ? each->function->source->record
                     : each->function_template ? each->function_template->record
                                               : NULL;
        Expression *object = record ? make_object(front, record, name.token->place) : NULL;
        return make_overloads(front, &name, object);
    }
    return symbol_value(front, &name);
}

static Expression *parse_literal(Front *front) {
    const Token *token = take(front);
    if (token->kind == TOKEN_FLOATING) return make_floating(front, token->type, token->floating, token->place);
    if (token->kind == TOKEN_CHARACTER && token->text_length > 1)
        warn_of(front, token->place, token->length, "single quotes hold one character, and here are %u",
                "text stands in double quotes: \"...\"", (unsigned)token->text_length);
    return make_integer(front, token->type ? token->type : type_basic(front, TYPE_INT), token->integer, token->place);
}

static Expression *parse_offsetof(Front *front) {
    Place place = take(front)->place;
    expect(front, "(", "after `offsetof`");
    const Type *type = parse_type_name(front);
    uint64_t offset = 0;
    expect(front, ",", "after the type of `offsetof`");
    do {
        const Token *token = peek(front);
        const char *name = expect_name(front, "the name of a member");
        const Field *field = NULL;
        for (unsigned i = 0; name && type->kind == TYPE_RECORD && i < type->record->field_count; i++)
            if (type->record->fields[i].name == name) field = &type->record->fields[i];
        if (!field) {
            fail(front, token->place, token->length, "`%s` has no member `%s`", NULL, show_type(front, type),
                 token->text);
            break;
        }
        offset += field->offset;
        type = field->type;
    } while (consume(front, "."));
    expect(front, ")", "after the member of `offsetof`");
    return make_integer(front, front->size_type, offset, place);
}

static Expression *parse_word(Front *front) {
    const Token *token = peek(front);
    if (is_token(token, "true") || is_token(token, "false"))
        return make_integer(front, type_basic(front, TYPE_BOOL), take(front)->text[0] == 't', token->place);
    if (consume(front, "nullptr")) return make_integer(front, type_basic(front, TYPE_NULL), 0, token->place);
    if (consume(front, "this")) return make_this(front, token->place);
    if (is_token(token, "sizeof") || is_token(token, "alignof")) return parse_sizeof(front);
    if (is_token(token, "new")) return parse_new(front);
    if (is_token(token, "delete")) return parse_delete(front);
    if (is_token(token, "static_cast") || is_token(token, "reinterpret_cast") || is_token(token, "const_cast"))
        return parse_named_cast(front);
    if (consume(front, "noexcept")) {
        skip_balanced(front);
        return make_integer(front, type_basic(front, TYPE_BOOL), 1, token->place);
    }
    if (is_token(token, "__builtin_offsetof")) return parse_offsetof(front);
    if (consume(front, "__func__") || consume(front, "__FUNCTION__") || consume(front, "__PRETTY_FUNCTION__")) {
        const char *text = front->function ? front->function->name : "";
        Expression *expression = expression_new(
            front, EXPR_STRING, type_array(front, front->types.string_character, strlen(text) + 1, true), token->place);
        expression->text = text;
        expression->text_length = strlen(text);
        expression->is_lvalue = true;
        return expression;
    }
    if (is_token(token, "throw") || is_token(token, "try") || is_token(token, "requires") ||
        is_token(token, "typeid") || is_token(token, "dynamic_cast") || is_token(token, "co_await")) {
        refuse(front, token->place, token->length, "this compiler cannot compile `%s`", NULL, token->text);
        return make_error(front, token->place);
    }
    return NULL;
}

Expression *parse_atom(Front *front) {
    const Token *token = peek(front);
    switch (token->kind) {
    case TOKEN_INTEGER:
    case TOKEN_FLOATING:
    case TOKEN_CHARACTER: return parse_literal(front);
    case TOKEN_STRING: return parse_string(front);
    case TOKEN_NAME: {
        Expression *word = parse_word(front);
        if (word) return word;
        if (starts_type(front)) return parse_type_call(front);
        if (is_keyword(token->text)) break;
        return parse_name(front);
    }
    case TOKEN_PUNCTUATOR:
        if (is_token(token, "(")) return parse_parentheses(front);
        if (is_token(token, "[")) return parse_lambda(front);
        if (is_token(token, "::")) return parse_name(front);
        break;
    default: break;
    }
    if (!front->failed) {
        const char *what = token->kind == TOKEN_END ? "the end" : token->text;
        const Token *last = front->last;
        bool is_turned = last && is_token(last, "=") && (is_token(token, "<") || is_token(token, ">")) &&
                         !token->after_space && !token->starts_line;
        if (token->kind == TOKEN_STRAY) fail_stray(front, token);
        else if (is_turned)
            fail(front, last->place, 2, "`=%s` is no operator", "write `%s=`: the `=` stands last", what, what);
        else
            fail(front, token->place, token->length, "a value is missing before `%s`",
                 token->from_macro || (front->last && front->last->from_macro)
                     ? "this comes from a macro: a `#define` needs no `;` and no `=`"
                     : NULL,
                 what);
    }
    return make_error(front, token->place);
}

// ---- behind an expression -------------------------------------------------------------------------------------

static Expression *parse_subscript(Front *front, Expression *object) {
    Place place = take(front)->place;
    int greater = front->greater;
    front->greater = CLOSES_NOTHING;
    Expression *index = is(front, "{") ? parse_braces(front) : parse_expression(front);
    front->greater = greater;
    expect(front, "]", "after the index");
    if (is_error(object) || is_error(index)) return make_error(front, place);
    if (object->type->kind == TYPE_RECORD) {
        Expression *call = call_operator(front, intern_text(front, "operator[]"), object, index, place);
        if (call) return call;
    }
    Expression *pointer = make_load(front, object);
    index = convert_operand(front, make_load(front, index));
    if (index->type->kind == TYPE_POINTER && type_is_integer(pointer->type)) {
        Expression *swap = pointer;
        pointer = index;
        index = swap;
    }
    if (is_error(pointer) || is_error(index)) return make_error(front, place);
    if (pointer->type->kind != TYPE_POINTER) {
        const Variable *shared = root_of(object);
        bool is_open = object->kind == EXPR_VARIABLE && shared->is_extern && shared->space == SPACE_SHARED;
        fail(front, place, 1, "`[...]` needs an array or a pointer, and this is `%s`",
             is_open ? "declare it as an array without a length: extern __shared__ float name[];" : NULL,
             show_type(front, pointer->type));
        return make_error(front, place);
    }
    if (!type_is_integer(index->type)) {
        fail(front, index->place, 1, "an index is an integer, and this is `%s`", "convert it: static_cast<int>(...)",
             show_type(front, index->type));
        return make_error(front, place);
    }
    return make_dereference(front, make_offset(front, pointer, index, false, place), place);
}

static void no_member(Front *front, const Expression *object, const Token *name) {
    const Record *record = object->type->record;
    if (is_suspect(front, record->scope->name)) {
        front->failed = true;
        return;
    }
    const char *nearest = NULL;
    unsigned best = 4;
    for (unsigned i = 0; i < record->field_count; i++) {
        unsigned distance = record->fields[i].name ? text_edits(name->text, record->fields[i].name, false) : 9;
        if (distance < best) best = distance, nearest = record->fields[i].name;
    }
    if (nearest)
        fail(front, name->place, name->length, "`%s` has no member `%s`", "did you mean `%s`?", record->name,
             name->text, nearest);
    else if (is_library_record(object->type) || !strcmp(record->name, "cudaDeviceProp"))
        refuse(front, name->place, name->length, "this compiler's `%s` has no member `%s`", "nvcc's may have it",
               record->name, name->text);
    else fail(front, name->place, name->length, "`%s` has no member `%s`", NULL, record->name, name->text);
}

static Expression *parse_member(Front *front, Expression *object) {
    const Token *operator= take(front);
    if (is_error(object)) return object;
    bool is_arrow = is_token(operator, "->");
    if (is_arrow && object->type->kind == TYPE_RECORD) {
        Expression *call = call_operator(front, intern_text(front, "operator->"), object, NULL, operator->place);
        if (call) object = call;
    }
    if (is_arrow && object->type->kind == TYPE_RECORD) {
        fail(front, operator->place, 2, "this is an object, not a pointer", "write `.` instead of `->`");
        return make_error(front, operator->place);
    }
    if (is_arrow) object = make_dereference(front, object, operator->place);
    else if (object->type->kind == TYPE_POINTER && object->type->base->kind == TYPE_RECORD) {
        fail(front, operator->place, 1, "this is a pointer", "write `->` instead of `.`");
        return make_error(front, operator->place);
    }
    consume(front, "template");
    const Token *token = peek(front);
    if (is_error(object)) return object;
    if (object->type->kind != TYPE_RECORD) {
        const char *advice = object->type->kind == TYPE_POINTER
                                 ? "a pointer does not know how many elements it points to: pass their number along"
                             : object->type->kind == TYPE_ARRAY
                                 ? "the number of its elements is sizeof array / sizeof array[0]"
                                 : NULL;
        fail(front, token->place, token->length, "`%s` has no members", advice, show_type(front, object->type));
        return make_error(front, token->place);
    }
    Record *record = object->type->record;
    if (is_token(token, "~")) {
        refuse(front, token->place, 1, "this compiler cannot compile calls of destructors", NULL);
        return make_error(front, token->place);
    }
    Scope *outer = front->scope;
    Scope *members = scope_new(front, SCOPE_BLOCK, outer); // arguments of a template are seen from here
    Record *owner = NULL;
    Symbol *found = token->kind == TOKEN_NAME ? record_find(record, token->text, &owner) : NULL;
    if (found && !check_private(front, owner, found, token)) return make_error(front, token->place);
    if (found && found->kind == SYMBOL_FIELD) {
        take(front);
        return find_member(front, object, token->text, token->place);
    }
    if (is_token(token, "operator")) {
        Scope *here = front->scope;
        members->parent = record->scope;
        front->scope = record->scope;
        Name name = read_name(front, false);
        front->scope = here;
        return name.symbol ? make_overloads(front, &name, object) : make_error(front, token->place);
    }
    if (!found ||
        (found->kind != SYMBOL_FUNCTION && found->kind != SYMBOL_VARIABLE && found->kind != SYMBOL_CONSTANT)) {
        if (token->kind == TOKEN_NAME) no_member(front, object, token);
        else fail(front, token->place, token->length, "the name of a member is missing before `%s`", NULL, token->text);
        return make_error(front, token->place);
    }
    take(front);
    Name name = {.token = token, .symbol = found, .name = token->text};
    if (found->kind != SYMBOL_FUNCTION) return symbol_value(front, &name);
    bool has_template = false;
    for (Symbol *each = found; each; each = each->next_overload) has_template |= each->function_template != NULL;
    if (has_template && is(front, "<")) {
        Template *template = NULL;
        for (Symbol *each = found; each && !template; each = each->next_overload) template = each->function_template;
        name.arguments = front_alloc(front, MAX_PARAMETERS * sizeof *name.arguments);
        name.has_arguments = true;
        name.argument_count = parse_template_arguments(front, template, name.arguments);
    }
    return make_overloads(front, &name, object);
}

bool is_launch_end(Front *front) {
    const Token *token = peek(front);
    return is_token(token, ">") && is_token(token + 1, ">") && is_token(token + 2, ">") && !token[1].after_space &&
           !token[2].after_space;
}

static Expression *parse_launch_argument(Front *front) {
    return is(front, "{") ? parse_braces(front) : parse_assignment(front);
}

static Expression *parse_launch(Front *front, Expression *kernel) {
    const Token *open = take(front);
    Launch *launch = front_alloc(front, sizeof *launch);
    Expression *parts[4] = {0};
    unsigned count = 0;
    int greater = front->greater;
    front->greater = CLOSES_LAUNCH;
    while (count < 4 && !front->failed && !is_launch_end(front)) {
        parts[count++] = parse_launch_argument(front);
        if (!consume(front, ",")) break;
    }
    front->greater = greater;
    if (!front->failed && !is_launch_end(front)) {
        const Token *token = peek(front);
        fail(front, token->place, token->length, "the launch is not closed with `>>>`",
             "write kernel<<<grid, block>>>(arguments)");
    }
    if (!front->failed && count < 2)
        refuse(front, open->place, 3, "this compiler cannot compile a launch without a number of threads",
               "write kernel<<<blocks, threads>>>(arguments)");
    if (front->failed) return make_error(front, open->place);
    take(front), take(front), take(front);
    if (!expect(front, "(", "after the `>>>` of the launch")) return make_error(front, open->place);
    Expression *arguments[MAX_ARGUMENTS];
    unsigned argument_count = parse_arguments(front, ")", arguments);
    const Type *dim3 = front->dim3;
    launch->grid = convert(front, parts[0], dim3, "the grid of a launch");
    launch->block = convert(front, parts[1], dim3, "the block of a launch");
    if (parts[2]) launch->shared = convert(front, parts[2], front->size_type, "the bytes of shared memory");
    if (parts[3]) launch->stream = convert_stream(front, parts[3]);
    return make_launch(front, kernel, kernel->overloads, launch, arguments, argument_count, kernel->place);
}

static Expression *call_pointer(Front *front, Expression *called, Expression **arguments, unsigned count, Place place) {
    const Type *type = called->type->base;
    if (type->element_count != count) {
        fail(front, place, 1, "the function takes %u arguments and gets %u", NULL, type->element_count, count);
        return make_error(front, place);
    }
    Expression *call = expression_new(front, EXPR_CALL_POINTER, type_referred(type->base), place);
    call->left = called;
    call->is_lvalue = type->base->kind == TYPE_REFERENCE;
    if (!call->is_lvalue) call->type = call->type->plain;
    call->arguments = front_alloc(front, (count + 1) * sizeof *call->arguments);
    call->argument_count = count;
    for (unsigned i = 0; i < count; i++)
        call->arguments[i] = convert(front, arguments[i], type->elements[i], "an argument");
    return call;
}

static Expression *parse_call(Front *front, Expression *called) {
    const Token *open = take(front);
    Expression *arguments[MAX_ARGUMENTS];
    unsigned count = parse_arguments(front, ")", arguments);
    if (front->failed || is_error(called)) return make_error(front, called->place);
    for (unsigned i = 0; i < count; i++)
        if (is_error(arguments[i])) return make_error(front, called->place);
    if (called->kind == EXPR_FUNCTION && called->overloads)
        return make_call(front, called->overloads, arguments, count);
    if (called->type->kind == TYPE_RECORD) {
        Symbol *found = record_find(called->type->record, intern_text(front, "operator()"), NULL);
        if (found) {
            Callee callee = {
                .overloads = found, .object = called, .place = called->place, .name_length = 1, .name = "operator()"};
            return make_call(front, &callee, arguments, count);
        }
    }
    Expression *pointer = make_load(front, called);
    if (pointer->type->kind == TYPE_POINTER && pointer->type->base->kind == TYPE_FUNCTION)
        return call_pointer(front, pointer, arguments, count, open->place);
    if (!is_error(pointer))
        fail(front, called->place, 1, "this is `%s` and cannot be called like a function", NULL,
             show_type(front, called->type));
    return make_error(front, called->place);
}

Expression *parse_primary(Front *front) {
    if (!enter_depth(front)) return make_error(front, peek(front)->place);
    Expression *expression = parse_atom(front);
    for (;;) {
        const Token *token = peek(front);
        if (is_token(token, "(")) expression = parse_call(front, expression);
        else if (is_token(token, "[") && !is_at(front, 1, "[")) expression = parse_subscript(front, expression);
        else if (is_token(token, ".") || is_token(token, "->")) expression = parse_member(front, expression);
        else if (is_token(token, "<<<")) expression = parse_launch(front, expression);
        else if (is_token(token, "++")) expression = make_step(front, false, 1, expression, take(front)->place);
        else if (is_token(token, "--")) expression = make_step(front, false, -1, expression, take(front)->place);
        else break;
    }
    leave_depth(front);
    return expression;
}

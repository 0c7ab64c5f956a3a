// statements.c - statements.
#include "front.h"

Statement *statement_new(Front *front, StatementKind kind, Place place) {
    Statement *statement = front_alloc(front, sizeof *statement);
    statement->kind = kind;
    statement->place = statement->end = place;
    return statement;
}

void block_add(Front *front, Statement *block, Statement *statement) {
    block->list = front_grow(front, block->list, block->count, sizeof *block->list);
    block->list[block->count++] = statement;
}

// Whether control never reaches what is behind the statement.
bool statement_returns(const Statement *statement) {
    if (!statement) return false;
    switch (statement->kind) {
    case STATEMENT_RETURN: return true;
    case STATEMENT_BLOCK:
        for (unsigned i = 0; i < statement->count; i++)
            if (statement_returns(statement->list[i])) return true;
        return false;
    case STATEMENT_IF: return statement_returns(statement->body) && statement_returns(statement->otherwise);
    case STATEMENT_FOR:
        return !statement->expression ||
               (statement->expression->kind == EXPR_INTEGER && statement->expression->integer);
    case STATEMENT_DO:
        return statement_returns(statement->body) ||
               (statement->expression->kind == EXPR_INTEGER && statement->expression->integer);
    case STATEMENT_SWITCH: return true; // too little is known
    case STATEMENT_ASM: return false;
    case STATEMENT_EXPRESSION: {
        const Expression *expression = statement->expression;
        return (expression->kind == EXPR_CALL &&
                (!strcmp(expression->function->name, "exit") || !strcmp(expression->function->name, "abort"))) ||
               (expression->kind == EXPR_BUILTIN &&
                (expression->builtin == BUILTIN_TRAP || expression->builtin == BUILTIN_UNREACHABLE));
    }
    default: return false;
    }
}

// ---- simple statements ----------------------------------------------------------------------------------------

static Statement *parse_return(Front *front) {
    Statement *statement = statement_new(front, STATEMENT_RETURN, take(front)->place);
    Function *function = front->function;
    const Type *result = function->result;
    if (is(front, ";")) {
        take(front);
        if (front->result_is_auto) front->auto_result = type_basic(front, TYPE_VOID);
        else if (result->kind != TYPE_VOID) {
            // The host's compiler refuses it; nvcc only warns in code of the GPU and in main.
            bool only_warned = (function->is_device && !function->is_host) || is_main(front, function);
            (only_warned ? refuse : fail)(front, statement->place, 6,
                                          "`return` without a value in `%s`, which returns `%s`",
                                          "write the value behind `return`", function->shown, show_type(front, result));
        }
        return statement;
    }
    Expression *value = is(front, "{") ? parse_braces(front) : parse_expression(front);
    expect(front, ";", "after the value of `return`");
    if (front->failed) return statement;
    if (front->result_is_auto) {
        const Type *type = value->type && value->type->kind == TYPE_VOID
                               ? value->type
                               : type_of_auto(front, result, value, "the result", value->place);
        if (front->auto_result && front->auto_result != type)
            fail(front, value->place, 1, "`%s` returns `%s` here and `%s` before", "convert one of the values",
                 function->shown, show_type(front, type), show_type(front, front->auto_result));
        front->auto_result = result = type;
    }
    if (result->kind == TYPE_VOID) {
        if (value->type && value->type->kind == TYPE_VOID) statement->expression = value;
        else
            fail(front, value->place, 1, "`%s` returns nothing, and this returns a value",
                 function->is_kernel ? "a kernel stores its results in memory"
                                     : "write the type of the value before the function's name instead of `void`",
                 function->shown);
        return statement;
    }
    const char *what = unit_format(front->unit, "the result of `%s`", function->shown);
    statement->expression = initialise(front, result, value, what);
    if (result->kind == TYPE_REFERENCE && statement->expression->kind == EXPR_TEMPORARY)
        warn_of(front, value->place, 1, "this returns a reference to a value that is gone then", NULL);
    return statement;
}

static Statement *parse_jump(Front *front) {
    const Token *word = take(front);
    bool is_break = is_token(word, "break");
    if (!front->loops && !(is_break && front->switches))
        fail(front, word->place, word->length, "`%s` stands in no loop", NULL, word->text);
    expect(front, ";", is_break ? "after `break`" : "after `continue`");
    return statement_new(front, is_break ? STATEMENT_BREAK : STATEMENT_CONTINUE, word->place);
}

static Statement *parse_case(Front *front) {
    const Token *word = take(front);
    bool is_default = is_token(word, "default");
    Statement *statement = statement_new(front, is_default ? STATEMENT_DEFAULT : STATEMENT_CASE, word->place);
    if (!front->switches) fail(front, word->place, word->length, "`%s` stands in no `switch`", NULL, word->text);
    if (!is_default) statement->value = (int64_t)parse_constant(front, "the value of a `case`");
    expect(front, ":", is_default ? "after `default`" : "after the value of `case`");
    return statement;
}

static AssemblyOperand *parse_operands(Front *front, Assembly *assembly, bool are_outputs) {
    while (peek(front)->kind == TOKEN_STRING) {
        const Token *constraint = take(front);
        expect(front, "(", "after a constraint");
        Expression *expression = parse_expression(front);
        expect(front, ")", "after an operand");
        assembly->operands = front_grow(front, assembly->operands, assembly->count, sizeof *assembly->operands);
        assembly->operands[assembly->count++] =
            (AssemblyOperand){constraint->text, are_outputs ? expression : make_load(front, expression)};
        if (!consume(front, ",")) break;
    }
    return assembly->operands;
}

static Statement *parse_asm(Front *front) {
    Statement *statement = statement_new(front, STATEMENT_ASM, take(front)->place);
    Assembly *assembly = statement->assembly = front_alloc(front, sizeof *assembly);
    if (consume(front, "volatile") || consume(front, "__volatile__")) assembly->is_volatile = true;
    expect(front, "(", "after `asm`");
    char *text = NULL;
    size_t length = 0;
    while (peek(front)->kind == TOKEN_STRING) {
        const Token *token = take(front);
        char *both = front_alloc(front, length + token->text_length + 1);
        if (length) memcpy(both, text, length);
        memcpy(both + length, token->text, token->text_length);
        text = both;
        length += token->text_length;
    }
    assembly->text = text ? text : "";
    for (unsigned part = 0; part < 3 && (is(front, ":") || is(front, "::"));) {
        part += is_token(take(front), "::") ? 2 : 1; // outputs, inputs, what is overwritten
        if (part == 1) parse_operands(front, assembly, true);
        if (part == 1) assembly->outputs = assembly->count;
        if (part == 2) parse_operands(front, assembly, false);
        for (; part > 2 && peek(front)->kind == TOKEN_STRING; consume(front, ","))
            assembly->clobbers_memory |= !strcmp(take(front)->text, "memory");
    }
    expect(front, ")", "at the end of `asm`");
    expect(front, ";", "after `asm`");
    return statement;
}

static Statement *parse_expression_statement(Front *front) {
    Statement *statement = statement_new(front, STATEMENT_EXPRESSION, peek(front)->place);
    statement->expression = parse_expression(front);
    if (front->failed) return statement;
    if (statement->expression->kind == EXPR_FUNCTION && !is(front, ";")) {
        expect(front, ";", "after the statement");
        return statement;
    }
    expect(front, ";", "after the statement");
    check_unused(front, statement->expression);
    return statement;
}

// ---- conditions -----------------------------------------------------------------------------------------------

// The condition of if and while, which may declare a variable. The declaration goes into *block.
static Expression *parse_condition(Front *front, Statement *block) {
    if (starts_type(front) && !is_at(front, 1, "(") && !is_at(front, 1, "{")) {
        Specifiers specifiers;
        parse_specifiers(front, &specifiers);
        Statement *declaration = parse_variables(front, &specifiers);
        block_add(front, block, declaration);
        if (is(front, ";")) return NULL; // an init statement
        if (front->failed || declaration->kind != STATEMENT_DECLARE) return make_error(front, declaration->place);
        return convert_to_bool(front, make_variable(front, declaration->variable, declaration->place));
    }
    Expression *expression = parse_expression(front);
    if (front->failed) return expression;
    check_condition(front, expression);
    return expression->type && expression->type->kind != TYPE_RECORD && is(front, ";")
               ? expression
               : convert_to_bool(front, expression);
}

static Statement *parse_body(Front *front) {
    scope_enter(front, SCOPE_BLOCK);
    const Token *first = peek(front);
    Statement *body = parse_statement(front);
    if (body->kind == STATEMENT_EMPTY && is_token(first, ";") && peek(front)->starts_line && is(front, "{"))
        warn_of(front, first->place, 1, "this `;` is the whole body of the statement before it", "remove the `;`");
    scope_leave(front);
    return body;
}

static Statement *parse_if(Front *front) {
    Place place = take(front)->place;
    bool is_constant = consume(front, "constexpr");
    Statement *block = statement_new(front, STATEMENT_BLOCK, place),
              *statement = statement_new(front, STATEMENT_IF, place);
    scope_enter(front, SCOPE_BLOCK);
    expect(front, "(", "after `if`");
    Expression *condition = parse_condition(front, block);
    if (consume(front, ";")) condition = parse_condition(front, block);
    expect(front, ")", "after the condition of `if`");
    uint64_t value = 0;
    if (is_constant && !front->failed && !constant_integer(front, condition, &value))
        fail(front, condition->place, 1, "the condition of `if constexpr` is not known when the program is compiled",
             "write `if`");
    statement->expression = condition;
    if (is_constant) {
        Statement *taken = NULL;
        if (value) taken = parse_body(front);
        else skip_statement(front);
        if (consume(front, "else")) {
            if (value) skip_statement(front);
            else taken = parse_body(front);
        }
        scope_leave(front);
        block_add(front, block, taken ? taken : statement_new(front, STATEMENT_EMPTY, place));
        return block;
    }
    statement->body = parse_body(front);
    if (consume(front, "else")) statement->otherwise = parse_body(front);
    scope_leave(front);
    if (!block->count) return statement;
    block_add(front, block, statement);
    return block;
}

// Over a statement that is not compiled.
void skip_statement(Front *front) {
    if (is(front, "{")) {
        skip_balanced(front);
        return;
    }
    if (is(front, "if") || is(front, "for") || is(front, "while") || is(front, "switch")) {
        bool is_if = is_token(take(front), "if");
        consume(front, "constexpr");
        if (is(front, "(")) skip_balanced(front);
        skip_statement(front);
        if (is_if && consume(front, "else")) skip_statement(front);
        return;
    }
    while (!is(front, ";") && peek(front)->kind != TOKEN_END)
        if (is(front, "(") || is(front, "[") || is(front, "{")) skip_balanced(front);
        else take(front);
    consume(front, ";");
}

// A value stands in one `case` of a switch. `found` are those before; its end is NULL.
static const Statement **find_case(Front *front, const Statement *statement, const Statement **found, size_t *count) {
    if (!statement || statement->kind == STATEMENT_SWITCH || front->failed) return found;
    if (statement->kind == STATEMENT_CASE || statement->kind == STATEMENT_DEFAULT) {
        for (size_t i = 0; i < *count; i++)
            if (found[i]->kind == statement->kind && found[i]->value == statement->value) {
                also(fail(front, statement->place, 4, "this `switch` has such a `case` already", "remove one of them"),
                     found[i]->place, "it is here");
                return found;
            }
        found = front_grow(front, found, *count, sizeof *found);
        found[(*count)++] = statement;
    }
    for (unsigned i = 0; i < statement->count; i++) found = find_case(front, statement->list[i], found, count);
    found = find_case(front, statement->body, found, count);
    return find_case(front, statement->otherwise, found, count);
}

static Statement *parse_switch(Front *front) {
    Statement *statement = statement_new(front, STATEMENT_SWITCH, take(front)->place);
    scope_enter(front, SCOPE_BLOCK);
    expect(front, "(", "after `switch`");
    Expression *value = make_load(front, parse_expression(front));
    if (!front->failed && !type_is_integer(value->type))
        fail(front, value->place, 1, "`switch` needs an integer, and this is `%s`", NULL,
             show_type(front, value->type));
    statement->expression =
        front->failed
            ? value
            : convert_plainly(front, value,
                              value->type->kind == TYPE_ENUM ? value->type->base : type_promoted(front, value->type));
    expect(front, ")", "after the value of `switch`");
    front->switches++;
    statement->body = parse_statement(front);
    front->switches--;
    scope_leave(front);
    size_t cases = 0;
    find_case(front, statement->body, NULL, &cases);
    return statement;
}

// ---- loops ----------------------------------------------------------------------------------------------------

static int parse_unroll(Front *front) {
    take(front);
    int unroll = UNROLL_ALL;
    if (!is(front, "#")) {
        uint64_t value = parse_constant(front, "how often the loop is unrolled");
        unroll = value > 1024 ? UNROLL_ALL : value ? (int)value : 1;
    }
    while (!is(front, "#") && peek(front)->kind != TOKEN_END) take(front);
    consume(front, "#");
    return unroll;
}

static Statement *parse_while(Front *front) {
    Statement *loop = statement_new(front, STATEMENT_FOR, take(front)->place),
              *block = statement_new(front, STATEMENT_BLOCK, loop->place);
    scope_enter(front, SCOPE_BLOCK);
    expect(front, "(", "after `while`");
    loop->expression = parse_condition(front, block);
    if (block->count)
        refuse(front, loop->place, 5, "this compiler cannot compile a declaration in the condition of `while`",
               "declare the variable before the loop");
    expect(front, ")", "after the condition of `while`");
    front->loops++;
    loop->body = parse_body(front);
    front->loops--;
    scope_leave(front);
    return loop;
}

static Statement *parse_do(Front *front) {
    Statement *loop = statement_new(front, STATEMENT_DO, take(front)->place);
    front->loops++;
    loop->body = parse_body(front);
    front->loops--;
    if (expect(front, "while", "after the body of `do`")) {
        expect(front, "(", "after `while`");
        Expression *condition = parse_expression(front);
        check_condition(front, condition);
        loop->expression = convert_to_bool(front, condition);
        expect(front, ")", "after the condition of `while`");
        expect(front, ";", "after `do ... while (...)`");
    }
    return loop;
}

// ---- for (x : range) ------------------------------------------------------------------------------------------

static const Token *range_colon(Front *front) {
    const Token *open = peek(front), *close = matching(open);
    unsigned depth = 0;
    for (const Token *token = open + 1; close && token < close; token++) {
        if (is_token(token, "(") || is_token(token, "[") || is_token(token, "{")) depth++;
        if (is_token(token, ")") || is_token(token, "]") || is_token(token, "}")) depth--;
        if (!depth && is_token(token, ";")) {
            const Token *rest = token + 1;
            for (; rest < close; rest++)
                if (is_token(rest, ";")) return NULL;
            continue;
        }
        if (!depth && is_token(token, "?")) return NULL;
        if (!depth && is_token(token, ":")) return token;
    }
    return NULL;
}

static Variable *hidden_variable(Front *front, Statement *block, const char *name, const Type *type,
                                 Expression *initial) {
    Variable *variable = variable_new(front, intern_text(front, name), type, initial->place);
    variable->initial = initial;
    Statement *declaration = statement_new(front, STATEMENT_DECLARE, initial->place);
    declaration->variable = variable;
    block_add(front, block, declaration);
    return variable;
}

static Expression *call_member(Front *front, Expression *object, const char *name) {
    Symbol *found = record_find(object->type->record, intern_text(front, name), NULL);
    if (!found || found->kind != SYMBOL_FUNCTION) {
        fail(front, object->place, 1, "`%s` is no range: it has no `%s()`", NULL, show_type(front, object->type), name);
        return make_error(front, object->place);
    }
    Callee callee = {.overloads = found, .object = object, .place = object->place, .name_length = 1, .name = name};
    return make_call(front, &callee, NULL, 0);
}

static Statement *declare_element(Front *front, Specifiers *specifiers, Declarator *declarator, Expression *element) {
    Variable *variable = variable_new(front, declarator->name, declarator->type, declarator->place);
    if (specifiers->is_auto)
        variable->type = type_of_auto(front, declarator->type, element, declarator->name, declarator->place);
    variable->align = variable->type->align;
    variable->initial = initialise(front, variable->type, element, "the variable of the loop");
    name_add(front, front->scope, SYMBOL_VARIABLE, declarator->name, declarator->place)->variable = variable;
    Statement *statement = statement_new(front, STATEMENT_DECLARE, declarator->place);
    statement->variable = variable;
    return statement;
}

static void range_of_array(Front *front, Statement *block, Statement *loop, Expression *range, Expression **element) {
    Place place = range->place;
    const Type *type = front->size_type;
    loop->initial = statement_new(front, STATEMENT_BLOCK, place);
    Variable *index = hidden_variable(front, loop->initial, "(index)", type, make_integer(front, type, 0, place));
    loop->initial = loop->initial->list[0];
    Expression *length = make_integer(front, type, range->type->length, place);
    loop->expression = make_binary(front, OP_LESS, make_variable(front, index, place), length, place);
    loop->step = expression_new(front, EXPR_PRE_UPDATE, type, place);
    loop->step->left = make_variable(front, index, place);
    loop->step->is_lvalue = true;
    loop->step->integer = 1;
    Expression *sum = expression_new(front, EXPR_OFFSET, type_pointer(front, range->type->base), place);
    sum->left = make_load(front, range);
    sum->right = make_load(front, make_variable(front, index, place));
    *element = make_dereference(front, sum, place);
    (void)block;
}

static void range_of_record(Front *front, Statement *block, Statement *loop, Expression *range, Expression **element) {
    Place place = range->place;
    Expression *begin = make_load(front, call_member(front, range, "begin")),
               *end = make_load(front, call_member(front, range, "end"));
    if (front->failed) return;
    Variable *at = hidden_variable(front, block, "(at)", begin->type->plain, begin),
             *last = hidden_variable(front, block, "(end)", end->type->plain, end);
    Expression *here = make_variable(front, at, place);
    loop->expression =
        convert_to_bool(front, make_binary(front, OP_NOT_EQUAL, here, make_variable(front, last, place), place));
    if (begin->type->kind == TYPE_RECORD) {
        loop->step = call_operator(front, intern_text(front, "operator++"), here, NULL, place);
        *element = call_operator(front, intern_text(front, "operator*"), here, NULL, place);
        if (!loop->step || !*element)
            fail(front, place, 1, "the iterators of `%s` lack `++` or `*`", NULL, show_type(front, range->type));
    } else {
        loop->step = expression_new(front, EXPR_PRE_UPDATE, at->type, place);
        loop->step->left = here;
        loop->step->is_lvalue = true;
        loop->step->integer = 1;
        *element = make_dereference(front, here, place);
    }
}

static Expression *parse_range(Front *front) {
    if (!is(front, "{")) return parse_expression(front);
    Expression *list = parse_braces(front);
    if (front->failed || !list->argument_count) return make_error(front, list->place);
    const Type *type = make_load(front, list->arguments[0])->type->plain;
    return make_temporary(front,
                          initialise(front, type_array(front, type, list->argument_count, true), list, "the range"));
}

static Statement *parse_range_for(Front *front, Place place) {
    Statement *block = statement_new(front, STATEMENT_BLOCK, place), *loop = statement_new(front, STATEMENT_FOR, place);
    Specifiers specifiers;
    Declarator declarator;
    scope_enter(front, SCOPE_BLOCK);
    take(front);
    parse_specifiers(front, &specifiers);
    if (is(front, "[")) refuse(front, peek(front)->place, 1, "this compiler cannot compile structured bindings", NULL);
    parse_declarator(front, &specifiers, &declarator, false);
    expect(front, ":", "after the variable of the loop");
    Expression *range = parse_range(front), *element = NULL;
    expect(front, ")", "after the range");
    if (!front->failed) {
        if (range->kind != EXPR_VARIABLE && range->type->kind != TYPE_VOID) { // computed once
            bool by_value = !range->is_lvalue;
            const Type *type = by_value ? range->type : type_reference(front, range->type, false);
            if (by_value || range->kind != EXPR_MEMBER)
                range = make_variable(front, hidden_variable(front, block, "(range)", type, range), range->place);
        }
        if (range->type->kind == TYPE_ARRAY) range_of_array(front, block, loop, range, &element);
        else if (range->type->kind == TYPE_RECORD) range_of_record(front, block, loop, range, &element);
        else
            fail(front, range->place, 1, "`%s` is no range", "a range is an array or has begin() and end()",
                 show_type(front, range->type));
    }
    Statement *body = statement_new(front, STATEMENT_BLOCK, place);
    if (!front->failed) block_add(front, body, declare_element(front, &specifiers, &declarator, element));
    front->loops++;
    block_add(front, body, parse_body(front));
    front->loops--;
    loop->body = body;
    scope_leave(front);
    block_add(front, block, loop);
    return block;
}

static Statement *parse_for(Front *front) {
    Place place = take(front)->place;
    if (!is(front, "(")) {
        expect(front, "(", "after `for`");
        return statement_new(front, STATEMENT_EMPTY, place);
    }
    if (range_colon(front)) return parse_range_for(front, place);
    Statement *loop = statement_new(front, STATEMENT_FOR, place);
    scope_enter(front, SCOPE_BLOCK);
    take(front);
    if (!consume(front, ";")) {
        if (starts_type(front)) {
            Specifiers specifiers;
            parse_specifiers(front, &specifiers);
            loop->initial = parse_variables(front, &specifiers);
        } else {
            loop->initial = statement_new(front, STATEMENT_EXPRESSION, peek(front)->place);
            loop->initial->expression = parse_expression(front);
        }
        expect(front, ";", "after the first part of `for (...; ...; ...)`");
    }
    if (!is(front, ";")) {
        Expression *condition = parse_expression(front);
        if (!front->failed) {
            check_condition(front, condition);
            loop->expression = convert_to_bool(front, condition);
        }
    }
    expect(front, ";", "after the condition of `for (...; ...; ...)`");
    if (!is(front, ")")) loop->step = parse_expression(front);
    expect(front, ")", "after `for (...; ...; ...)`");
    front->loops++;
    loop->body = parse_body(front);
    front->loops--;
    scope_leave(front);
    return loop;
}

// ---- statements -----------------------------------------------------------------------------------------------

static bool starts_declaration(Front *front) {
    static const char *const words[] = {"static",     "constexpr", "extern",    "__shared__", "__constant__",
                                        "__device__", "alignas",   "__align__", "typedef",    "thread_local",
                                        "register",   "consteval", "constinit", "__managed__"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is(front, words[i])) return true;
    if (is(front, "[") && is_at(front, 1, "[")) return true;
    if (!starts_type(front)) return false;
    if (is_keyword(peek(front)->text) && !is_at(front, 1, "(") && !is_at(front, 1, "{")) return true;
    // T(x), T{x} and T::f() are expressions; T (*x)[4] is a declaration
    Cursor here = cursor_save(front);
    Specifiers specifiers;
    front->quiet = true;
    parse_specifiers(front, &specifiers);
    bool result = !is(front, "{") && !is(front, ".") && !is(front, "::") &&
                  (!is(front, "(") || is_at(front, 1, "*") || is_at(front, 1, "&"));
    if (front->failed) result = true;
    cursor_restore(front, &here);
    return result;
}

// auto [a, b] = value: names for the members or elements of one hidden object.
static Statement *parse_bindings(Front *front, Specifiers *specifiers) {
    const Token *names[MAX_PARAMETERS], *start = peek(front);
    unsigned count = 0, field = 0;
    const Type *type = type_qualified(front, type_parameter(front, AUTO_PARAMETER), specifiers->type->qualifiers);
    if (consume(front, "&")) type = type_reference(front, type, false);
    else if (consume(front, "&&")) type = type_reference(front, type, true);
    expect(front, "[", "before the names");
    do {
        names[count] = peek(front);
        if (!expect_name(front, "a name for a member")) break;
    } while (++count < MAX_PARAMETERS && consume(front, ","));
    expect(front, "]", "after the names");
    expect(front, "=", "after the names");
    Statement *block = statement_new(front, STATEMENT_BLOCK, start->place);
    block->is_open = true;
    Expression *from = parse_assignment(front);
    expect(front, ";", "after the declaration");
    if (front->failed) return block;
    type = type_of_auto(front, type, from, "(object)", start->place);
    Variable *object = hidden_variable(front, block, "(object)", type, initialise(front, type, from, "the object"));
    type = type_referred(type);
    for (unsigned i = 0; i < count && !front->failed; i++, field++) {
        Expression *whole = make_variable(front, object, names[i]->place), *part;
        bool has_part = type->kind == TYPE_ARRAY ? i < type->length
                                                 : type->kind == TYPE_RECORD && field < type->record->field_count;
        if (!has_part) {
            fail(front, names[i]->place, names[i]->length, "`%s` has no part for `%s`", NULL, show_type(front, type),
                 names[i]->text);
            break;
        }
        if (type->kind == TYPE_RECORD) part = make_member(front, whole, &type->record->fields[field], names[i]->place);
        else
            part = make_dereference(front,
                                    make_binary(front, OP_ADD, make_load(front, whole),
                                                make_integer(front, front->size_type, i, names[i]->place),
                                                names[i]->place),
                                    names[i]->place);
        Variable *name = hidden_variable(front, block, names[i]->text, type_reference(front, part->type, false), part);
        name_add(front, front->scope, SYMBOL_VARIABLE, names[i]->text, names[i]->place)->variable = name;
    }
    return block;
}

static Statement *parse_declaration_statement(Front *front) {
    Specifiers specifiers;
    parse_specifiers(front, &specifiers);
    Place place = specifiers.place;
    if (consume(front, ";")) return statement_new(front, STATEMENT_EMPTY, place);
    if (!specifiers.type && !front->failed) {
        const Token *token = peek(front);
        if (token->kind == TOKEN_NAME && !is_keyword(token->text) && !name_find(front, token->text))
            check_undeclared(front, token->text, token);
        else fail(front, token->place, token->length, "a type is missing before `%s`", NULL, token->text);
    }
    if ((is(front, "[") || ((is(front, "&") || is(front, "&&")) && is_at(front, 1, "["))) && specifiers.is_auto)
        return parse_bindings(front, &specifiers);
    if (front->failed) return statement_new(front, STATEMENT_EMPTY, place);
    if (specifiers.is_typedef) {
        Declarator declarator;
        parse_declarator(front, &specifiers, &declarator, false);
        if (declarator.name)
            name_add(front, front->scope, SYMBOL_TYPE, declarator.name, declarator.place)->type = declarator.type;
        expect(front, ";", "after the type's name");
        return statement_new(front, STATEMENT_EMPTY, place);
    }
    Statement *statement = parse_variables(front, &specifiers);
    expect(front, ";", "after the declaration");
    return statement;
}

static bool looks_declared(Front *front) { // `Unknown x;`, `unknown *p = ...`
    const Token *token = peek(front);
    if (token->kind != TOKEN_NAME || is_keyword(token->text) || name_find(front, token->text)) return false;
    return token[1].kind == TOKEN_NAME && !is_keyword(token[1].text) &&
           (is_token(token + 2, ";") || is_token(token + 2, "=") || is_token(token + 2, "[") ||
            is_token(token + 2, ","));
}

static Statement *parse_word_statement(Front *front) {
    static const struct {
        const char *word;
        Statement *(*parse)(Front *front);
    } words[] = {{"if", parse_if},         {"for", parse_for},       {"while", parse_while}, {"do", parse_do},
                 {"switch", parse_switch}, {"return", parse_return}, {"break", parse_jump},  {"continue", parse_jump},
                 {"case", parse_case},     {"default", parse_case},  {"asm", parse_asm},     {"__asm__", parse_asm}};
    const Token *token = peek(front);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_token(token, words[i].word)) return words[i].parse(front);
    if (is_token(token, "goto") || is_token(token, "try"))
        refuse(front, token->place, token->length, "this compiler cannot compile `%s`",
               token->text[0] == 'g' ? "use a loop" : NULL, token->text);
    else if (is_token(token, "else"))
        fail(front, token->place, 4, "this `else` has no `if`",
             "the statement before it ends the `if`: put braces around several statements");
    else if (is_token(token, "using")) parse_using(front);
    else if (is_token(token, "static_assert")) parse_static_assert(front);
    else if (is_token(token, "__global__"))
        fail(front, token->place, token->length, "a kernel cannot be defined in another function",
             "a `}` may be missing above");
    else return NULL;
    return statement_new(front, STATEMENT_EMPTY, token->place);
}

static Statement *parse_any(Front *front) {
    const Token *token = peek(front);
    if (token->kind == TOKEN_UNROLL) {
        int unroll = parse_unroll(front);
        Statement *statement = parse_statement(front);
        Statement *loop = statement;
        while (loop->kind == STATEMENT_BLOCK && loop->count && loop->list[loop->count - 1]->kind == STATEMENT_FOR)
            loop = loop->list[loop->count - 1];
        if (loop->kind == STATEMENT_FOR || loop->kind == STATEMENT_DO) loop->unroll = unroll;
        return statement;
    }
    if (consume(front, ";")) return statement_new(front, STATEMENT_EMPTY, token->place);
    if (is_token(token, "{")) return parse_block(front);
    if (token->kind == TOKEN_NAME) {
        Statement *statement = parse_word_statement(front);
        if (statement) return statement;
        if (is_token(token + 1, ":") && !is_keyword(token->text)) {
            refuse(front, token->place, token->length, "this compiler cannot compile labels and `goto`", "use a loop");
            return statement_new(front, STATEMENT_EMPTY, token->place);
        }
        if (!starts_type(front) && looks_declared(front)) {
            check_undeclared(front, token->text, token);
            return statement_new(front, STATEMENT_EMPTY, token->place);
        }
    }
    return starts_declaration(front) ? parse_declaration_statement(front) : parse_expression_statement(front);
}

Statement *parse_statement(Front *front) {
    if (!enter_depth(front)) return statement_new(front, STATEMENT_EMPTY, peek(front)->place);
    Statement *statement = parse_any(front);
    leave_depth(front);
    return statement;
}

Statement *parse_block(Front *front) {
    Statement *block = statement_new(front, STATEMENT_BLOCK, peek(front)->place);
    const Token *open = peek(front);
    if (!expect(front, "{", "before the body")) return block;
    scope_enter(front, SCOPE_BLOCK);
    while (!is(front, "}") && peek(front)->kind != TOKEN_END) block_add(front, block, parse_statement(front));
    block->end = peek(front)->place;
    if (!consume(front, "}") && !front->failed)
        fail(front, open->place, 1, "this `{` is not closed", "write the `}` that is missing");
    scope_leave(front);
    return block;
}

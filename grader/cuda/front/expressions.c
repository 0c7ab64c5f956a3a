// expressions.c - operators between operands, read by precedence.
#include "front.h"

Expression *parse_unary(Front *front) {
    static const char *const signs[] = {"-", "+", "!", "~"};
    const Token *token = peek(front);
    if (token->kind != TOKEN_PUNCTUATOR) return parse_primary(front);
    if (!enter_depth(front)) return make_error(front, token->place);
    Expression *result = NULL;
    for (size_t i = 0; i < 4 && !result; i++)
        if (consume(front, signs[i])) result = make_sign(front, signs[i], parse_unary(front), token->place);
    if (result)
        ;
    else if (consume(front, "++")) result = make_step(front, true, 1, parse_unary(front), token->place);
    else if (consume(front, "--")) result = make_step(front, true, -1, parse_unary(front), token->place);
    else if (consume(front, "*")) {
        bool is_power = front->function && is_token(token - 1, "*") && !token->after_space;
        Expression *operand = parse_unary(front), *call = NULL;
        if (is_power && !is_error(operand) && type_is_arithmetic(operand->type)) {
            fail(front, token[-1].place, 2, "`**` is no operator", "write x * x for a square, or pow(x, y)");
            operand = make_error(front, token->place);
        }
        if (!is_error(operand) && operand->type->kind == TYPE_RECORD)
            call = call_operator(front, intern_text(front, "operator*"), operand, NULL, token->place);
        result = call ? call : make_dereference(front, operand, token->place);
    } else if (consume(front, "&")) result = make_address(front, parse_unary(front), token->place);
    else result = parse_primary(front);
    leave_depth(front);
    return result;
}

typedef struct {
    const char *text;
    unsigned level; // binds tighter if larger
    Operator operator;
} Binary;
static const Binary BINARIES[] = {{"||", 1, OP_ADD},
                                  {"&&", 2, OP_ADD},
                                  {"|", 3, OP_OR},
                                  {"^", 4, OP_XOR},
                                  {"&", 5, OP_AND},
                                  {"==", 6, OP_EQUAL},
                                  {"!=", 6, OP_NOT_EQUAL},
                                  {"<", 7, OP_LESS},
                                  {"<=", 7, OP_LESS_EQUAL},
                                  {">", 7, OP_GREATER},
                                  {">=", 7, OP_GREATER_EQUAL},
                                  {"<<", 8, OP_SHIFT_LEFT},
                                  {">>", 8, OP_SHIFT_RIGHT},
                                  {"+", 9, OP_ADD},
                                  {"-", 9, OP_SUBTRACT},
                                  {"*", 10, OP_MULTIPLY},
                                  {"/", 10, OP_DIVIDE},
                                  {"%", 10, OP_REMAINDER}};

// `(...);` behind `>>`: it was to close a launch.
static bool ends_statement(const Token *token) {
    const Token *close = is_token(token, "(") ? matching(token) : NULL;
    return close && is_token(close + 1, ";");
}

// `>` stands alone among tokens: this is the operator that begins with it, and how many tokens it has.
static const char *greater_operator(Front *front, unsigned *length) {
    const Token *token = peek(front);
    bool touches = !token[1].after_space && !token[1].starts_line;
    if (front->greater == CLOSES_TEMPLATE || (front->greater == CLOSES_LAUNCH && is_launch_end(front))) return NULL;
    *length = 2;
    if (touches && is_token(token + 1, "=")) return ">=";
    if (touches && is_token(token + 1, ">") && front->greater == CLOSES_LAUNCH && ends_statement(token + 2))
        return NULL;
    if (touches && is_token(token + 1, ">")) {
        if (!token[2].after_space && is_token(token + 2, "=")) return *length = 3, ">>=";
        return ">>";
    }
    *length = 1;
    return ">";
}

static const Binary *binary_next(Front *front, unsigned *length) {
    const Token *token = peek(front);
    if (token->kind != TOKEN_PUNCTUATOR) {
        if (token->kind != TOKEN_NAME) return NULL;
        if (is_token(token, "and")) return *length = 1, &BINARIES[1];
        if (is_token(token, "or")) return *length = 1, &BINARIES[0];
        return NULL;
    }
    const char *text = token->text;
    *length = 1;
    if (text[0] == '>' && !(text = greater_operator(front, length))) return NULL;
    for (size_t i = 0; i < sizeof BINARIES / sizeof *BINARIES; i++)
        if (!strcmp(BINARIES[i].text, text)) return &BINARIES[i];
    return NULL;
}

// `x & 1 == 0` compares first.
static void check_precedence(Front *front, const Binary *outer, const Token *from, const Token *to, Place place) {
    unsigned depth = 0;
    bool is_bits = outer->level >= 3 && outer->level <= 5;
    for (const Token *token = from; is_bits && token < to; token++) {
        if (is_token(token, "(") || is_token(token, "[")) depth++;
        if (is_token(token, ")") || is_token(token, "]")) depth--;
        if (depth || (!is_token(token, "==") && !is_token(token, "!="))) continue;
        warn_of(front, place, 1, "`%s` binds weaker than `%s`", "write parentheses around the `%s` and its operands",
                outer->text, token->text, outer->text);
        return;
    }
}

static Expression *parse_binary(Front *front, unsigned level) {
    if (!enter_depth(front)) return make_error(front, peek(front)->place);
    Expression *left = parse_unary(front);
    unsigned length;
    for (const Binary *binary; (binary = binary_next(front, &length)) && binary->level >= level && !front->failed;) {
        Place place = peek(front)->place;
        if (is_token(peek(front) + 1, "...")) break; // of a fold
        while (length--) take(front);
        const Token *start = front->token;
        Expression *right = parse_binary(front, binary->level + 1);
        check_precedence(front, binary, start, front->token, place);
        if (binary->level <= 2) {
            ExpressionKind kind = binary->level == 1 ? EXPR_OR : EXPR_AND;
            left = make_logical(front, kind, left, right, place);
        } else {
            left = make_binary(front, binary->operator, left, right, place);
        }
    }
    leave_depth(front);
    return left;
}

Expression *parse_conditional_of_level(Front *front) { return parse_binary(front, 11); }

Expression *parse_conditional(Front *front) {
    Expression *condition = parse_binary(front, 1);
    if (!is(front, "?")) return condition;
    Place place = take(front)->place;
    int greater = front->greater;
    if (!enter_depth(front)) return make_error(front, place);
    front->greater = CLOSES_NOTHING;
    Expression *left = is(front, "{") ? parse_braces(front) : parse_expression(front);
    front->greater = greater;
    expect(front, ":", "between the branches of `?:`");
    Expression *right = parse_assignment(front);
    leave_depth(front);
    return make_choice(front, condition, left, right, place);
}

static const char *assignment_next(Front *front, unsigned *length) {
    static const char *const operators[] = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<="};
    const Token *token = peek(front);
    *length = 1;
    if (is_token(token, ">")) {
        const char *text = greater_operator(front, length);
        return text && !strcmp(text, ">>=") ? text : NULL;
    }
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (is_token(token, operators[i])) return operators[i];
    return NULL;
}

// throw value: what nothing catches ends the program, and `catch` is refused.
static Expression *parse_throw(Front *front) {
    Place place = take(front)->place;
    Expression *value = is(front, ";") || is(front, ")") ? NULL : parse_assignment(front);
    Symbol *end = scope_find(front->global, intern_text(front, "abort"));
    if (!end || !end->function || front->failed) return make_error(front, place);
    Expression *call = call_function(front, end->function, NULL, NULL, 0, place);
    if (!value || is_error(call)) return call;
    return make_comma(front, make_unary(front, EXPR_DISCARD, call->type, value, place), call, place);
}

Expression *parse_assignment(Front *front) {
    if (is(front, "throw")) return in_device_code(front) ? parse_atom(front) : parse_throw(front);
    Expression *left = parse_conditional(front);
    unsigned length;
    const char *text = assignment_next(front, &length);
    if (!text) return left;
    Place place = peek(front)->place;
    while (length--) take(front);
    if (!enter_depth(front)) return make_error(front, place);
    Expression *right = is(front, "{") ? parse_braces(front) : parse_assignment(front);
    leave_depth(front);
    if (!strcmp(text, "=")) return make_assign(front, left, right, place);
    for (unsigned i = OP_ADD; i <= OP_SHIFT_RIGHT; i++)
        if (!strncmp(OPERATOR_NAMES[i], text, strlen(text) - 1) && strlen(OPERATOR_NAMES[i]) == strlen(text) - 1)
            return make_update(front, (Operator)i, left, right, place);
    return make_error(front, place);
}

Expression *parse_expression(Front *front) {
    Expression *left = parse_assignment(front);
    while (is(front, ",") && !front->failed) {
        Place place = take(front)->place;
        left = make_comma(front, left, parse_assignment(front), place);
    }
    return left;
}

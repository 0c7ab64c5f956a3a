// expressions.c - a hash for each subexpression that is the same however the expression is written.
//
// A leaf is a name or a literal, and all names that the file declares are equal. Sums, products and the like are chains
// whose operands have no order; a - b is a + (-b). A comparison and its negation are equal, since `if (i >= n) return;`
// and `if (i < n) { ... }` are, and so are && and ||.
#include "parser.h"

#include "../device/system/files.h"

#include <stdlib.h>
#include <string.h>

#define NAME_HASH 0x61
#define LITERAL_HASH 0x30
#define LEAST_SIZE 2 // leaves of a subexpression that is a feature

// The classes of operators, as hashes.
enum {
    OP_DEREFERENCE = 1,
    OP_NEGATE,
    OP_CALL,
    OP_MEMBER,
    OP_LESS,
    OP_LIST,
    OP_CHOICE,
    OP_ASSIGN,
    OP_STEP,
    OP_OTHER = 64
};

uint64_t mixed_hash(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
}

uint64_t text_hash_of(const Token *token) { return bytes_hash(token->text, token->length) | 1; }

// ---- tokens ----

bool parser_is(const Parser *parser, unsigned at, unsigned code) {
    return at < parser->end && parser->tokens[at].kind == TOKEN_PUNCTUATION && parser->tokens[at].code == code;
}

bool parser_is_word(const Parser *parser, unsigned at, const char *word) {
    if (at >= parser->end || parser->tokens[at].kind != TOKEN_NAME) return false;
    return parser->tokens[at].length == strlen(word) && !memcmp(parser->tokens[at].text, word, strlen(word));
}

static bool is_name(const Parser *parser, unsigned at) {
    return at < parser->end && parser->tokens[at].kind == TOKEN_NAME;
}

bool parser_is_type(const Parser *parser, unsigned at) {
    static const char *const types[] = {
        "auto",    "bool",     "char",    "const",     "constexpr", "double",    "dim3",     "double2", "extern",
        "float",   "float2",   "float3",  "float4",    "half",      "inline",    "int",      "int16_t", "int2",
        "int32_t", "int4",     "int64_t", "int8_t",    "long",      "ptrdiff_t", "register", "short",   "signed",
        "size_t",  "static",   "struct",  "typename",  "uchar4",    "uint",      "uint16_t", "uint2",   "uint32_t",
        "uint4",   "uint64_t", "uint8_t", "uintptr_t", "unsigned",  "void",      "volatile",
    };
    static const char *const attributes[] = {"__shared__",   "__constant__", "__device__", "__host__",
                                             "__global__",   "__restrict__", "__restrict", "__forceinline__",
                                             "__noinline__", "__managed__",  "__inline__"};
    char name[32];
    if (!is_name(parser, at) || parser->tokens[at].length >= sizeof name) return false;
    memcpy(name, parser->tokens[at].text, parser->tokens[at].length);
    name[parser->tokens[at].length] = 0;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (!strcmp(name, attributes[i])) return true;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(name, types[i])) return true;
    return false;
}

unsigned bracket_end(const Parser *parser, unsigned at) {
    int open = 0;
    for (; at < parser->end; at++) {
        const Token *token = &parser->tokens[at];
        if (token->kind != TOKEN_PUNCTUATION || !token->code || token->code > 255) continue;
        if (strchr("([{", (int)token->code)) open++;
        else if (strchr(")]}", (int)token->code) && --open <= 0) return at + 1;
    }
    return parser->end;
}

// Types, names, literals and commas between angle brackets; anything else is a comparison.
unsigned template_end(const Parser *parser, unsigned at) {
    int open = 0;
    for (unsigned i = at; i < parser->end && i < at + 40; i++) {
        const Token *token = &parser->tokens[i];
        if (token->kind != TOKEN_PUNCTUATION) continue;
        if (token->code == '<') open++;
        else if (token->code == '>') open--;
        else if (token->code == PUNCTUATION('>', '>', 0)) open -= 2;
        else if (token->code > 255 ? token->code != PUNCTUATION(':', ':', 0) : !strchr(",*&+-/()", (int)token->code))
            return at;
        if (open <= 0) return open == 0 && i > at ? i + 1 : at;
    }
    return at;
}

// ---- names ----

Symbol *symbol_find(Parser *parser, uint64_t name) {
    for (unsigned i = parser->symbol_count; i-- > 0;)
        if (parser->symbols[i].name == name) return &parser->symbols[i];
    return NULL;
}

Symbol *symbol_add(Parser *parser, const Token *name) {
    static Symbol unwanted; // of a file with more names than anybody writes
    uint64_t hash = text_hash_of(name);
    Symbol *present = symbol_find(parser, hash);
    if (!digest_add_name(parser->digest, hash)) parser->failed = true;
    if (present) return present;
    if (parser->symbol_count == MOST_SYMBOLS) return unwanted = (Symbol){.name = hash}, &unwanted;
    parser->symbols[parser->symbol_count] = (Symbol){.name = hash};
    return &parser->symbols[parser->symbol_count++];
}

static void use(Parser *parser, uint64_t name) {
    for (unsigned i = 0; i < parser->use_count; i++)
        if (parser->uses[i] == name) return;
    if (parser->use_count < MOST_USES) parser->uses[parser->use_count++] = name;
}

// ---- values ----

static Value leaf(uint64_t hash, uint64_t exact) { return (Value){.hash = hash, .exact = exact, .size = 1}; }
static Value literal(uint64_t exact) {
    return (Value){.hash = LITERAL_HASH, .exact = exact, .size = 1, .literal = true};
}

Value value_name(Parser *parser, const Token *name) {
    uint64_t hash = text_hash_of(name);
    const Symbol *symbol = symbol_find(parser, hash);
    if (symbol && symbol->constant) return literal(hash);
    if (!symbol) return leaf(hash, hash); // of the language, of a library, or of given code
    use(parser, hash);
    return leaf(NAME_HASH, hash);
}

static void emit(Parser *parser, const Value *value) {
    if (value->size >= LEAST_SIZE && !digest_add(parser->digest, value->hash, VIEW_FORM)) parser->failed = true;
}

void value_close(Parser *parser, Value *value) {
    if (!value->chain) return;
    uint64_t hash = value->chain, exact = value->chain;
    for (unsigned i = 0; i < value->operand_count; i++) hash += mixed_hash(7, value->operands[i]);
    for (unsigned i = 0; i < value->operand_count; i++) exact += mixed_hash(7, value->exacts[i]);
    value->hash = mixed_hash(OP_OTHER, hash);
    value->exact = mixed_hash(OP_OTHER, exact);
    value->chain = 0;
    emit(parser, value);
}

static Value chain_of(Parser *parser, unsigned op, Value value) {
    if (value.chain == op) return value;
    value_close(parser, &value);
    value.chain = op;
    value.operands[0] = value.hash, value.exacts[0] = value.exact;
    value.operand_count = 1;
    value.literal = false;
    return value;
}

static Value chained(Parser *parser, unsigned op, Value left, Value right) {
    if (left.literal && right.literal) return literal(mixed_hash(left.exact + right.exact, op));
    Value chain = chain_of(parser, op, left), other = chain_of(parser, op, right);
    for (unsigned i = 0; i < other.operand_count && chain.operand_count < MOST_OPERANDS; i++) {
        chain.operands[chain.operand_count] = other.operands[i];
        chain.exacts[chain.operand_count++] = other.exacts[i];
    }
    chain.size += other.size;
    return chain;
}

static Value joined(Parser *parser, uint64_t op, Value left, Value right) {
    if (left.literal && right.literal) return literal(mixed_hash(mixed_hash(op, left.exact), right.exact));
    value_close(parser, &left);
    value_close(parser, &right);
    Value value =
        leaf(mixed_hash(mixed_hash(op, left.hash), right.hash), mixed_hash(mixed_hash(op, left.exact), right.exact));
    value.size = left.size + right.size;
    emit(parser, &value);
    return value;
}

static Value wrapped(Parser *parser, uint64_t op, Value value) {
    if (value.literal) return literal(mixed_hash(op, value.exact));
    value_close(parser, &value);
    value.hash = mixed_hash(op, value.hash), value.exact = mixed_hash(op, value.exact);
    value.size++; // -a is more than a
    emit(parser, &value);
    value.size--;
    return value;
}

// x += y, and x++ with a literal for y.
static Value stepped(Parser *parser, unsigned op, Value target, Value by) {
    return joined(parser, mixed_hash(OP_STEP, op), target, by);
}

// Takes the operand that is the target itself out of a chain; false: there is none.
static bool take_out(Value *chain, uint64_t exact) {
    for (unsigned i = 0; i < chain->operand_count; i++) {
        if (chain->exacts[i] != exact) continue;
        chain->operand_count--;
        chain->operands[i] = chain->operands[chain->operand_count];
        chain->exacts[i] = chain->exacts[chain->operand_count];
        return true;
    }
    return false;
}

Value value_assigned(Parser *parser, Value target, Value value) {
    value_close(parser, &target);
    if (value.chain && value.operand_count > 1 && take_out(&value, target.exact)) {
        unsigned op = value.chain;
        if (value.operand_count == 1) { // what remains is no chain
            value.chain = 0;
            value.hash = value.operands[0], value.exact = value.exacts[0];
        }
        value.size -= value.size > target.size ? target.size : 0;
        value.literal = value.hash == LITERAL_HASH;
        return stepped(parser, op, target, value);
    }
    return joined(parser, OP_ASSIGN, target, value);
}

// ---- operands ----

static Value unary_read(Parser *parser);
static Value binary_read(Parser *parser, int least);
static Value assignment_read(Parser *parser);

// (float), (const float *), but not (a).
static unsigned cast_end(const Parser *parser, unsigned at) {
    if (!parser_is(parser, at, '(') || !parser_is_type(parser, at + 1)) return at;
    unsigned i = at + 1;
    while (parser_is_type(parser, i) || parser_is(parser, i, '*') || parser_is(parser, i, '&')) i++;
    return parser_is(parser, i, ')') ? i + 1 : at;
}

// What stands between brackets, as a list: (a, b), {a, b}, [i].
static Value list_read(Parser *parser, uint64_t op, Value value) {
    unsigned end = parser->end, close = bracket_end(parser, parser->at);
    bool closed = close > parser->at + 1;
    parser->at++;
    parser->end = closed ? close - 1 : close;
    value = wrapped(parser, op, value);
    while (parser->at < parser->end) {
        value = joined(parser, OP_LIST, value, assignment_read(parser));
        if (parser->at < parser->end) parser->at++; // the comma, or what is no expression
    }
    parser->end = end;
    parser->at = close;
    return value;
}

static Value parenthesised(Parser *parser) {
    unsigned end = parser->end, close = bracket_end(parser, parser->at);
    parser->at++;
    parser->end = close > parser->at ? close - 1 : close;
    Value value = expression_read(parser, true);
    parser->end = end;
    parser->at = close;
    return value;
}

static Value name_read(Parser *parser) {
    while (parser_is(parser, parser->at + 1, PUNCTUATION(':', ':', 0)) && is_name(parser, parser->at + 2))
        parser->at += 2;
    const Token *name = &parser->tokens[parser->at];
    bool cast = name->length > 5 && !memcmp(name->text + name->length - 5, "_cast", 5);
    bool type = parser_is_type(parser, parser->at);
    parser->at++;
    if (parser_is(parser, parser->at, '<')) {
        unsigned after = template_end(parser, parser->at);
        if (cast || parser_is(parser, after, '(') || parser_is(parser, after, PUNCTUATION('<', '<', '<')))
            parser->at = after;
    }
    if ((cast || type) && parser_is(parser, parser->at, '(')) return parenthesised(parser); // float(x) is x
    return value_name(parser, name);
}

static Value primary_read(Parser *parser) {
    const Token *token = &parser->tokens[parser->at];
    if (token->kind == TOKEN_NAME) return name_read(parser);
    if (token->kind == TOKEN_LITERAL) return parser->at++, literal(text_hash_of(token));
    if (token->code == '(') return parenthesised(parser);
    if (token->code == '{' || token->code == '[') return list_read(parser, OP_LIST, leaf(OP_LIST, OP_LIST));
    parser->at++;
    return leaf(token->code, token->code);
}

// kernel<<<grid, block>>>, up to its arguments
static Value launch_read(Parser *parser, Value value) {
    unsigned end = parser->end, close = ++parser->at;
    while (close < end && !parser_is(parser, close, PUNCTUATION('>', '>', '>'))) close++;
    parser->end = close;
    while (parser->at < parser->end) {
        value = joined(parser, OP_LIST, value, assignment_read(parser));
        if (parser->at < parser->end) parser->at++;
    }
    parser->end = end;
    parser->at = close < end ? close + 1 : end;
    return value;
}

// a[i] is *(a + i)
static Value element_read(Parser *parser, Value array) {
    value_close(parser, &array);
    unsigned end = parser->end, close = bracket_end(parser, parser->at);
    parser->at++;
    parser->end = close > parser->at ? close - 1 : close;
    Value index = expression_read(parser, true);
    parser->end = end;
    parser->at = close;
    return wrapped(parser, OP_DEREFERENCE, chained(parser, '+', array, index));
}

static Value member_read(Parser *parser, Value value) {
    parser->at++;
    if (!is_name(parser, parser->at)) return value;
    const Token *name = &parser->tokens[parser->at++];
    value_close(parser, &value);
    Value member = leaf(text_hash_of(name), text_hash_of(name));
    return joined(parser, OP_MEMBER, value, symbol_find(parser, member.hash) ? leaf(NAME_HASH, member.exact) : member);
}

static Value postfix_read(Parser *parser) {
    Value value = primary_read(parser);
    while (parser->at < parser->end && !parser->failed) {
        const Token *token = &parser->tokens[parser->at];
        if (token->kind != TOKEN_PUNCTUATION) break;
        if (token->code == '[') value = element_read(parser, value);
        else if (token->code == '(') value = list_read(parser, OP_CALL, value);
        else if (token->code == '.' || token->code == PUNCTUATION('-', '>', 0)) value = member_read(parser, value);
        else if (token->code == PUNCTUATION('<', '<', '<')) value = launch_read(parser, value);
        else if (token->code == PUNCTUATION('+', '+', 0) || token->code == PUNCTUATION('-', '-', 0)) {
            parser->at++;
            value = stepped(parser, '+', value, literal(token->code));
        } else break;
    }
    return value;
}

static Value address_of(Parser *parser) { // &a[i] is a + i
    Value value = unary_read(parser);
    return wrapped(parser, '&', value);
}

static Value unary_read(Parser *parser) {
    if (parser->at >= parser->end || parser->depth >= MOST_NESTING) return parser->at = parser->end, literal(0);
    const Token *token = &parser->tokens[parser->at];
    unsigned cast = cast_end(parser, parser->at);
    Value value;
    parser->depth++;
    if (cast > parser->at && cast < parser->end) parser->at = cast, value = unary_read(parser);
    else if (token->kind != TOKEN_PUNCTUATION) value = postfix_read(parser);
    else if (token->code == '+' || token->code == '!') parser->at++, value = unary_read(parser);
    else if (token->code == '&') parser->at++, value = address_of(parser);
    else if (token->code == '-' || token->code == '~')
        parser->at++, value = wrapped(parser, OP_NEGATE, unary_read(parser));
    else if (token->code == '*') parser->at++, value = wrapped(parser, OP_DEREFERENCE, unary_read(parser));
    else if (token->code == PUNCTUATION('+', '+', 0) || token->code == PUNCTUATION('-', '-', 0))
        parser->at++, value = stepped(parser, '+', unary_read(parser), literal(token->code));
    else value = postfix_read(parser);
    parser->depth--;
    return value;
}

// ---- operators ----

typedef struct {
    unsigned code;
    int precedence;
    unsigned chain; // of a commutative one; equal for those that are negations of each other
} Operator;

static const Operator *operator_of(const Parser *parser, unsigned at) {
    static const Operator operators[] = {
        {PUNCTUATION('|', '|', 0), 1, 'L'},
        {PUNCTUATION('&', '&', 0), 2, 'L'},
        {'|', 3, '|'},
        {'^', 4, '^'},
        {'&', 5, '&'},
        {PUNCTUATION('=', '=', 0), 6, 'E'},
        {PUNCTUATION('!', '=', 0), 6, 'E'},
        {'<', 7, 0},
        {'>', 7, 0},
        {PUNCTUATION('<', '=', 0), 7, 0},
        {PUNCTUATION('>', '=', 0), 7, 0},
        {PUNCTUATION('<', '<', 0), 8, 0},
        {PUNCTUATION('>', '>', 0), 8, 0},
        {'+', 9, '+'},
        {'-', 9, '+'},
        {'*', 10, '*'},
        {'/', 10, 0},
        {'%', 10, 0},
    };
    if (at >= parser->end || parser->tokens[at].kind != TOKEN_PUNCTUATION) return NULL;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].code == parser->tokens[at].code) return &operators[i];
    return NULL;
}

static Value combine(Parser *parser, const Operator *operator, Value left, Value right) {
    switch (operator->code) {
    case '-': return chained(parser, '+', left, wrapped(parser, OP_NEGATE, right));
    case '<':
    case PUNCTUATION('>', '=', 0): return joined(parser, OP_LESS, left, right);
    case '>':
    case PUNCTUATION('<', '=', 0): return joined(parser, OP_LESS, right, left);
    default: break;
    }
    if (operator->chain) return chained(parser, operator->chain, left, right);
    return joined(parser, OP_OTHER + operator->code, left, right);
}

static Value binary_read(Parser *parser, int least) {
    Value left = unary_read(parser);
    const Operator *operator;
    while ((operator= operator_of(parser, parser->at)) && operator->precedence >= least && !parser->failed) {
        parser->at++;
        left = combine(parser, operator, left, binary_read(parser, operator->precedence + 1));
    }
    return left;
}

static Value choice_read(Parser *parser) {
    Value condition = binary_read(parser, 1);
    if (!parser_is(parser, parser->at, '?') || parser->depth >= MOST_NESTING) return condition;
    parser->at++;
    parser->depth++;
    Value yes = assignment_read(parser);
    if (parser_is(parser, parser->at, ':')) parser->at++;
    Value no = assignment_read(parser);
    parser->depth--;
    return joined(parser, OP_CHOICE, condition, chained(parser, 'C', yes, no));
}

// The operator of +=, '=' of =, 0 if it is neither.
static unsigned assignment_operator(const Parser *parser) {
    unsigned code = parser->at < parser->end ? parser->tokens[parser->at].code : 0;
    if (code == '=') return '=';
    unsigned first = code & 255, second = code >> 8 & 255, third = code >> 16;
    if (!third && second == '=' && strchr("+-*/%&|^", (int)first)) return first;
    return third == '=' ? PUNCTUATION(first, second, 0) : 0;
}

static Value assignment_read(Parser *parser) {
    Value target = choice_read(parser);
    unsigned op = assignment_operator(parser);
    if (!op || parser->depth >= MOST_NESTING) return target;
    parser->at++;
    parser->depth++;
    Value value = assignment_read(parser);
    parser->depth--;
    value_close(parser, &target);
    if (op == '=') return value_assigned(parser, target, value);
    if (op == '-') return stepped(parser, '+', target, wrapped(parser, OP_NEGATE, value));
    return stepped(parser, op, target, value);
}

Value expression_read(Parser *parser, bool commas) {
    Value value = assignment_read(parser);
    while (commas && parser_is(parser, parser->at, ',')) {
        parser->at++;
        value = joined(parser, OP_LIST, value, assignment_read(parser));
    }
    return value;
}

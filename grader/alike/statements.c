// statements.c - CUDA C++ as statements in a normal form; what is no statement is skipped to the next ; or }.
//
// A variable and the statement that sets it first are kept in mind: each statement that uses it adds a feature of the
// two. These features know the order of computation, and nothing of the order of lines.
#include "parser.h"

#include <stdlib.h>
#include <string.h>

typedef enum { SAYS_VALUE = 1, SAYS_CONDITION, SAYS_LOOP, SAYS_RETURN, SAYS_ARRAY, SAYS_PARAMETER, SAYS_PAIR } Says;

static void block_read(Parser *parser);
static void statement_read(Parser *parser);

// ---- what a statement adds ----

static void statement_add(Parser *parser, Says says, Value *value, unsigned first, unsigned last) {
    value_close(parser, value);
    uint64_t hash = mixed_hash(says, value->hash);
    const Token *from = &parser->tokens[first], *to = &parser->tokens[last];
    if (to->offset + to->length <= from->offset) to = from;
    bool added = digest_add(parser->digest, hash, VIEW_FORM) &&
                 digest_add_unit(parser->digest, (Statement){from->offset, to->offset + to->length, hash});
    for (unsigned i = 0; i < parser->use_count && added; i++) {
        Symbol *symbol = symbol_find(parser, parser->uses[i]);
        if (!symbol || symbol->set_by == hash) continue;
        if (symbol->set_by)
            added = digest_add(parser->digest, mixed_hash(mixed_hash(SAYS_PAIR, symbol->set_by), hash), VIEW_FORM);
        else symbol->set_by = hash;
    }
    if (!added) parser->failed = true;
    parser->use_count = 0;
}

// An expression in [at, end), with its commas taken apart.
static void expressions_add(Parser *parser, Says says, unsigned end) {
    unsigned whole = parser->end;
    parser->end = end;
    while (parser->at < end && !parser->failed) {
        unsigned first = parser->at;
        Value value = expression_read(parser, false);
        if (parser->at == first) parser->at++;
        statement_add(parser, says, &value, first, parser->at - 1);
        if (parser->at < end) parser->at++; // the comma, or what belongs to no expression
    }
    parser->end = whole;
    parser->at = end;
}

// ---- declarations ----

static bool is_name(const Parser *parser, unsigned at) {
    return at < parser->end && parser->tokens[at].kind == TOKEN_NAME;
}

static bool is_of_type(const Parser *parser, unsigned at) {
    return parser_is_type(parser, at) || parser_is_word(parser, at, "alignas") ||
           parser_is_word(parser, at, "__align__");
}

static unsigned stars_end(const Parser *parser, unsigned at) {
    while (parser_is(parser, at, '*') || parser_is(parser, at, '&') || is_of_type(parser, at)) at++;
    return at;
}

// Behind the type of a declaration; `at` itself if there is none.
static unsigned type_end(const Parser *parser, unsigned at) {
    unsigned from = at;
    while (is_of_type(parser, at))
        at = parser_is(parser, at + 1, '(') && !parser_is_type(parser, at) ? bracket_end(parser, at + 1) : at + 1;
    if (at > from) {
        unsigned after = stars_end(parser, at);
        if (is_name(parser, after) && !is_name(parser, after + 1) &&
            !parser_is(parser, after + 1, PUNCTUATION(':', ':', 0)) && template_end(parser, after + 1) == after + 1)
            return after;
    }
    if (!is_name(parser, at)) return at;
    unsigned named = at + 1; // a type of another name: uint3 v = ..., cg::thread_block block = ...
    while (parser_is(parser, named, PUNCTUATION(':', ':', 0)) && is_name(parser, named + 1)) named += 2;
    if (parser_is(parser, named, '<')) named = template_end(parser, named);
    named = stars_end(parser, named);
    return is_name(parser, named) ? named : from;
}

static bool is_constant(const Parser *parser, unsigned from, unsigned to) {
    for (unsigned i = from; i < to; i++)
        if (parser_is_word(parser, i, "const") || parser_is_word(parser, i, "constexpr")) return true;
    return false;
}

// tile[TILE][TILE + 1]
static void array_add(Parser *parser, unsigned name) {
    Value value = {.hash = 0, .size = 2};
    while (parser_is(parser, parser->at, '[')) {
        unsigned end = parser->end, close = bracket_end(parser, parser->at);
        parser->at++;
        parser->end = close > parser->at ? close - 1 : close;
        Value size = parser->at < parser->end ? expression_read(parser, true) : (Value){.hash = 0};
        value_close(parser, &size);
        value.hash = mixed_hash(value.hash + 1, size.hash);
        parser->end = end;
        parser->at = close;
    }
    parser->use_count = 0;
    uint64_t symbol = text_hash_of(&parser->tokens[name]);
    parser->uses[parser->use_count++] = symbol;
    statement_add(parser, SAYS_ARRAY, &value, name, parser->at - 1);
}

// One declared name and what it is set to. An initialiser is an assignment; without one nothing is said.
static void declarator_read(Parser *parser, bool constant, unsigned first) {
    parser->at = stars_end(parser, parser->at);
    unsigned name = parser->at;
    if (!is_name(parser, name)) return;
    parser->at++;
    Symbol *symbol = symbol_add(parser, &parser->tokens[name]);
    symbol->set_by = 0;
    symbol->constant = false;
    if (parser_is(parser, parser->at, '[')) array_add(parser, name);
    bool called = parser_is(parser, parser->at, '(') || parser_is(parser, parser->at, '{');
    if (!called && !parser_is(parser, parser->at, '=')) return;
    if (!called) parser->at++;
    Value value = expression_read(parser, false);
    value_close(parser, &value);
    if (constant && value.literal) {
        symbol->constant = true;
        parser->use_count = 0;
        return;
    }
    Value target = value_name(parser, &parser->tokens[name]);
    value = value_assigned(parser, target, value);
    statement_add(parser, SAYS_VALUE, &value, first, parser->at - 1);
}

static void declaration_read(Parser *parser, unsigned declarators, unsigned end) {
    unsigned whole = parser->end, first = parser->at;
    bool constant = is_constant(parser, parser->at, declarators);
    parser->end = end;
    parser->at = declarators;
    while (parser->at < end && !parser->failed) {
        declarator_read(parser, constant, first);
        while (parser->at < end && !parser_is(parser, parser->at, ',')) parser->at++;
        parser->at++;
        first = parser->at;
    }
    parser->end = whole;
    parser->at = end;
}

// A declaration or an expression in [at, end).
static void simple_read(Parser *parser, unsigned end) {
    unsigned whole = parser->end;
    parser->end = end;
    unsigned declarators = type_end(parser, parser->at);
    parser->end = whole;
    if (declarators > parser->at) declaration_read(parser, declarators, end);
    else expressions_add(parser, SAYS_VALUE, end);
}

// ---- statements ----

// The ; that ends what begins here.
static unsigned semicolon(const Parser *parser, unsigned at) {
    while (at < parser->end && !parser_is(parser, at, ';') && !parser_is(parser, at, '}')) {
        bool opens = parser_is(parser, at, '(') || parser_is(parser, at, '[') || parser_is(parser, at, '{');
        at = opens ? bracket_end(parser, at) : at + 1;
    }
    return at;
}

static void skip_semicolon(Parser *parser) {
    if (parser_is(parser, parser->at, ';')) parser->at++;
}

static void condition_read(Parser *parser, Says says) {
    unsigned close = bracket_end(parser, parser->at);
    if (!parser_is(parser, parser->at, '(')) return;
    parser->at++;
    expressions_add(parser, says, close > parser->at ? close - 1 : close);
    parser->at = close;
}

// for (int i = 0; i < n; i++) ... as int i = 0; while (i < n) { ... i++; }
static void for_read(Parser *parser) {
    unsigned close = bracket_end(parser, parser->at), inner = close ? close - 1 : close, whole = parser->end;
    if (!parser_is(parser, parser->at, '(') || close <= parser->at + 1) return;
    parser->at++;
    parser->end = inner;
    unsigned first = semicolon(parser, parser->at), second = semicolon(parser, first + 1);
    simple_read(parser, first);
    if (first < inner) parser->at = first + 1;
    if (parser->at < second) expressions_add(parser, SAYS_LOOP, second < inner ? second : inner);
    parser->end = whole;
    parser->at = close;
    statement_read(parser);
    unsigned after = parser->at;
    if (second + 1 < inner) {
        parser->at = second + 1;
        expressions_add(parser, SAYS_VALUE, inner);
    }
    parser->at = after;
}

static void do_read(Parser *parser) {
    statement_read(parser);
    if (parser_is_word(parser, parser->at, "while")) parser->at++;
    condition_read(parser, SAYS_LOOP);
    skip_semicolon(parser);
}

static void if_read(Parser *parser) {
    if (parser_is_word(parser, parser->at, "constexpr")) parser->at++;
    condition_read(parser, SAYS_CONDITION);
    statement_read(parser);
    if (!parser_is_word(parser, parser->at, "else")) return;
    parser->at++;
    statement_read(parser);
}

static void return_read(Parser *parser) {
    unsigned end = semicolon(parser, parser->at);
    expressions_add(parser, SAYS_RETURN, end);
    skip_semicolon(parser);
}

static bool take_word(Parser *parser, const char *word) {
    if (!parser_is_word(parser, parser->at, word)) return false;
    parser->at++;
    return true;
}

static void other_read(Parser *parser) {
    static const char *const skipped[] = {"using", "typedef",  "asm",    "goto",
                                          "break", "continue", "struct", "static_assert"};
    unsigned end = semicolon(parser, parser->at);
    for (size_t i = 0; i < sizeof skipped / sizeof *skipped; i++)
        if (parser_is_word(parser, parser->at, skipped[i])) parser->at = end;
    simple_read(parser, end);
    skip_semicolon(parser);
}

static void statement_read(Parser *parser) {
    if (parser->at >= parser->end || parser_is(parser, parser->at, '}') || parser->failed) return;
    if (parser->depth >= MOST_NESTING) {
        parser->at = bracket_end(parser, parser->at);
        return;
    }
    parser->depth++;
    if (parser_is(parser, parser->at, '{')) block_read(parser);
    else if (parser_is(parser, parser->at, ';')) parser->at++;
    else if (take_word(parser, "if")) if_read(parser);
    else if (take_word(parser, "for")) for_read(parser);
    else if (take_word(parser, "while")) condition_read(parser, SAYS_LOOP), statement_read(parser);
    else if (take_word(parser, "do")) do_read(parser);
    else if (take_word(parser, "switch")) condition_read(parser, SAYS_CONDITION), statement_read(parser);
    else if (take_word(parser, "return")) return_read(parser);
    else if (take_word(parser, "default")) parser->at++;
    else if (take_word(parser, "case"))
        while (parser->at < parser->end && !parser_is(parser, parser->at++, ':')) {}
    else other_read(parser);
    parser->depth--;
}

static void block_read(Parser *parser) {
    unsigned close = bracket_end(parser, parser->at), whole = parser->end;
    parser->at++;
    parser->end = close > parser->at ? close - 1 : close;
    while (parser->at < parser->end && !parser->failed) {
        unsigned before = parser->at;
        statement_read(parser);
        if (parser->at == before) parser->at++;
    }
    parser->end = whole;
    parser->at = close;
}

// ---- the file ----

// The parameters of a function: names in front of a comma, the end, or a default.
static void parameters_read(Parser *parser, unsigned open) {
    unsigned close = bracket_end(parser, open);
    for (unsigned i = open + 1; i + 1 < close + 1 && i < parser->end; i++) {
        bool last = i + 1 >= close - 1 || parser_is(parser, i + 1, ',') || parser_is(parser, i + 1, '=') ||
                    parser_is(parser, i + 1, '[');
        if (!last || !is_name(parser, i) || parser_is_type(parser, i)) continue;
        Symbol *symbol = symbol_add(parser, &parser->tokens[i]);
        symbol->set_by =
            mixed_hash(SAYS_PARAMETER, parser_is(parser, i - 1, '*') || parser_is_word(parser, i - 1, "__restrict__"));
        symbol->constant = false;
    }
}

// A definition, an empty declaration or a variable. The first of ; = { outside of parentheses says which.
static void item_read(Parser *parser) {
    unsigned at = parser->at, name = 0, open = 0;
    while (at < parser->end && !parser_is(parser, at, ';') && !parser_is(parser, at, '=') &&
           !parser_is(parser, at, '{') && !parser_is(parser, at, '}')) {
        bool call = parser_is(parser, at, '(');
        if (call && at && is_name(parser, at - 1) && !parser_is_word(parser, at - 1, "__launch_bounds__"))
            name = at - 1, open = at;
        at = call || parser_is(parser, at, '[') ? bracket_end(parser, at) : at + 1;
    }
    if (!open || !parser_is(parser, at, '{')) {
        unsigned end = semicolon(parser, parser->at);
        if (!open) simple_read(parser, end);
        else symbol_add(parser, &parser->tokens[name])->function = true;
        parser->at = end;
        skip_semicolon(parser);
        return;
    }
    symbol_add(parser, &parser->tokens[name])->function = true;
    parser->global_count = parser->symbol_count;
    parameters_read(parser, open);
    parser->at = at;
    block_read(parser);
    parser->symbol_count = parser->global_count;
}

// Behind words that open a scope: namespace x {, struct x : y {, extern "C" {.
static bool scope_opens(Parser *parser) {
    static const char *const words[] = {"namespace", "struct", "class", "union", "extern"};
    bool scope = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        scope = scope || parser_is_word(parser, parser->at, words[i]);
    if (!scope) return false;
    unsigned at = parser->at;
    while (at < parser->end && !parser_is(parser, at, '{') && !parser_is(parser, at, ';') &&
           !parser_is(parser, at, '(') && !parser_is(parser, at, '=') && !parser_is(parser, at, '['))
        at++;
    if (!parser_is(parser, at, '{')) return false;
    if (is_name(parser, parser->at + 1)) symbol_add(parser, &parser->tokens[parser->at + 1]);
    parser->at = at + 1;
    return true;
}

// enum { A = 1, B }: constants
static void enum_read(Parser *parser) {
    unsigned end = semicolon(parser, parser->at);
    for (unsigned i = parser->at; i < end; i++)
        if (is_name(parser, i) && !parser_is_type(parser, i)) symbol_add(parser, &parser->tokens[i])->constant = true;
    parser->at = end;
}

static void file_read_all(Parser *parser) {
    while (parser->at < parser->end && !parser->failed) {
        unsigned before = parser->at;
        if (parser_is(parser, before, ';') || parser_is(parser, before, '}')) parser->at++;
        else if (take_word(parser, "template")) {
            unsigned end = template_end(parser, parser->at);
            for (unsigned i = parser->at; i < end; i++)
                if (is_name(parser, i) && !parser_is_type(parser, i))
                    symbol_add(parser, &parser->tokens[i])->constant = true;
            parser->at = end > parser->at ? end : parser->at + 1;
        } else if (take_word(parser, "enum")) enum_read(parser);
        else if (parser_is_word(parser, before, "using") || parser_is_word(parser, before, "typedef"))
            parser->at = semicolon(parser, before);
        else if (!scope_opens(parser)) item_read(parser);
        if (parser->at == before) parser->at++;
    }
}

// The names of all functions, since some are called above their definition.
static void functions_find(Parser *parser) {
    unsigned name = 0;
    for (unsigned at = 0; at < parser->end;) {
        if (parser_is(parser, at, '(')) {
            if (at && is_name(parser, at - 1)) name = at - 1;
            at = bracket_end(parser, at);
            if (parser_is(parser, at, '{') && is_name(parser, name))
                symbol_add(parser, &parser->tokens[name])->function = true;
        } else if (parser_is(parser, at, '{') && at && parser_is(parser, at - 1, ')')) at = bracket_end(parser, at);
        else at++;
    }
    parser->global_count = parser->symbol_count;
}

bool statements_read(const Tokens *tokens, Digest *digest) {
    Parser *parser = calloc(1, sizeof *parser);
    if (!parser) return false;
    parser->tokens = tokens->tokens;
    parser->end = tokens->count;
    parser->digest = digest;
    functions_find(parser);
    file_read_all(parser);
    bool read = !parser->failed;
    free(parser);
    return read;
}

// parser.h - what expressions.c and statements.c share.
#ifndef ALIKE_PARSER_H
#define ALIKE_PARSER_H

#include "alike.h"

#define MOST_SYMBOLS 1024
#define MOST_USES 32
#define MOST_NESTING 120

// A name that the file declares.
typedef struct {
    uint64_t name;
    bool constant, function; // a constant is as good as a literal
    uint64_t set_by;         // hash of the statement that sets it first
} Symbol;

typedef struct {
    const Token *tokens;
    unsigned at, end; // the parser reads [at, end)
    Digest *digest;
    Symbol symbols[MOST_SYMBOLS];
    unsigned symbol_count, global_count;
    uint64_t uses[MOST_USES]; // names in the statement that is read
    unsigned use_count;
    unsigned depth;
    bool failed; // out of memory
} Parser;

// A value: a hash that knows no names, one that does, and, while it is a chain of a commutative operator, its operands.
#define MOST_OPERANDS 12
typedef struct {
    uint64_t hash, exact;
    unsigned size; // leaves
    bool literal;
    unsigned chain; // the operator; 0: none
    uint64_t operands[MOST_OPERANDS], exacts[MOST_OPERANDS];
    unsigned operand_count;
} Value;

// expressions.c
uint64_t mixed_hash(uint64_t hash, uint64_t value);
uint64_t text_hash_of(const Token *token);
bool parser_is(const Parser *parser, unsigned at, unsigned code); // whether it is that punctuation, and there is one
bool parser_is_word(const Parser *parser, unsigned at, const char *word);
bool parser_is_type(const Parser *parser, unsigned at);
// Behind the bracket that closes the one at `at`, at most the parser's end.
unsigned bracket_end(const Parser *parser, unsigned at);
// Behind the '>' of template arguments that begin at `at`; `at` itself if these are none.
unsigned template_end(const Parser *parser, unsigned at);
Symbol *symbol_find(Parser *parser, uint64_t name);
Symbol *symbol_add(Parser *parser, const Token *name); // of no effect if it is there
// The expression up to the parser's end, or a token that belongs to none. With or without commas.
Value expression_read(Parser *parser, bool commas);
// Finishes a chain; adds its feature.
void value_close(Parser *parser, Value *value);
// x = value, as `x = x + y` if it is one; both are closed.
Value value_assigned(Parser *parser, Value target, Value value);
// The value of that name.
Value value_name(Parser *parser, const Token *name);

#endif

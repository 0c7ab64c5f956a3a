// lexer.h - PTX text as tokens.
#ifndef PTX_LEXER_H
#define PTX_LEXER_H

#include "ptx.h"

typedef enum {
    TOKEN_END,
    TOKEN_NAME,   // add, %rd1, $L__BB0_2, _
    TOKEN_DOTTED, // .global, .shared::cta, .128B: start and length leave the first dot out
    TOKEN_NUMBER, // unsigned: a sign is a mark before it
    TOKEN_STRING, // start and length leave the quotes out
    TOKEN_MARK,   // one character, in mark
    TOKEN_BAD     // not PTX: problem says why
} TokenKind;

typedef struct {
    TokenKind kind;
    char mark;         // TOKEN_MARK, otherwise 0
    bool touches;      // no blank and no comment between the previous token and this one
    const char *start; // in the text: not NUL-terminated
    uint32_t length, line, column;
    PtxLiteral literal;  // TOKEN_NUMBER
    uint64_t bits;       // TOKEN_NUMBER
    const char *problem; // TOKEN_BAD
} Token;

typedef struct {
    const char *position, *end, *line_start;
    uint32_t line;
} Lexer;

void lexer_start(Lexer *lexer, const char *text, size_t length);
// The next token; at and after the end, and at and after a bad token, the same one again.
Token lexer_next(Lexer *lexer);
bool token_is(const Token *token, TokenKind kind, const char *text);

#endif

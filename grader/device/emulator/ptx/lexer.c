// lexer.c - PTX text as tokens: names, dotted words, numbers, strings and single characters.
#include "lexer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$';
}

static int digit_value(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

void lexer_start(Lexer *lexer, const char *text, size_t length) {
    *lexer = (Lexer){.position = text, .end = text + length, .line_start = text, .line = 1};
}

static char peek(const Lexer *lexer, size_t ahead) {
    return (size_t)(lexer->end - lexer->position) > ahead ? lexer->position[ahead] : '\0';
}

static void start_line(Lexer *lexer) {
    lexer->line++;
    lexer->line_start = lexer->position;
}

// Moves past one /* comment */; false, and stays before it, if it does not end.
static bool skip_comment(Lexer *lexer) {
    Lexer start = *lexer;
    for (lexer->position += 2; lexer->position < lexer->end;) {
        if (peek(lexer, 0) == '*' && peek(lexer, 1) == '/') {
            lexer->position += 2;
            return true;
        }
        if (*lexer->position++ == '\n') start_line(lexer);
    }
    *lexer = start;
    return false;
}

// Moves to the next token's first character; false if a comment does not end.
static bool skip_blanks(Lexer *lexer) {
    while (lexer->position < lexer->end) {
        char c = *lexer->position;
        if (c == '\n') {
            lexer->position++;
            start_line(lexer);
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            lexer->position++;
        } else if (c == '/' && peek(lexer, 1) == '/') {
            const char *newline = memchr(lexer->position, '\n', (size_t)(lexer->end - lexer->position));
            lexer->position = newline ? newline : lexer->end;
        } else if (c == '/' && peek(lexer, 1) == '*') {
            if (!skip_comment(lexer)) return false;
        } else {
            break;
        }
    }
    return true;
}

static void lex_name(Lexer *lexer, Token *token) {
    token->kind = TOKEN_NAME;
    lexer->position++;
    while (is_name_character(peek(lexer, 0))) lexer->position++;
}

// "." and a word; "::" joins the parts of one word.
static void lex_dotted(Lexer *lexer, Token *token) {
    token->kind = TOKEN_DOTTED;
    token->start = ++lexer->position;
    for (;;) {
        if (is_name_character(peek(lexer, 0))) {
            lexer->position++;
        } else if (peek(lexer, 0) == ':' && peek(lexer, 1) == ':' && is_name_character(peek(lexer, 2))) {
            lexer->position += 2;
        } else {
            break;
        }
    }
    if (lexer->position == token->start) {
        token->kind = TOKEN_BAD;
        token->problem = "a dot without a word after it";
    }
}

static const char *lex_string(Lexer *lexer, Token *token) {
    token->kind = TOKEN_STRING;
    token->start = ++lexer->position;
    while (lexer->position < lexer->end && *lexer->position != '"' && *lexer->position != '\n') {
        lexer->position += *lexer->position == '\\' && peek(lexer, 1) && peek(lexer, 1) != '\n' ? 2 : 1;
    }
    if (peek(lexer, 0) != '"') return "a string that does not end";
    lexer->position++;
    return NULL;
}

// The digits at the position in the given base; the message if there is none or the value passes 64 bits.
static const char *lex_digits(Lexer *lexer, Token *token, int base) {
    const char *first = lexer->position;
    uint64_t value = 0;
    for (; digit_value(peek(lexer, 0)) < base; lexer->position++) {
        if (__builtin_mul_overflow(value, (uint64_t)base, &value)) return "a number over 64 bits";
        if (__builtin_add_overflow(value, (uint64_t)digit_value(*lexer->position), &value))
            return "a number over 64 bits";
    }
    token->bits = value;
    return lexer->position == first ? "a number without digits" : NULL;
}

// 0f3F800000 and 0d3FF0000000000000: the bits of the value, all of them.
static const char *lex_float_bits(Lexer *lexer, Token *token, PtxLiteral literal) {
    const char *first = lexer->position;
    const char *problem = lex_digits(lexer, token, 16);
    if (problem) return problem;
    token->literal = literal;
    return lexer->position - first == (literal == LITERAL_F32 ? 8 : 16)
               ? NULL
               : "0f needs 8 hexadecimal digits after it and 0d needs 16";
}

// A number with a decimal point or an exponent, which starts at token->start: a double.
static const char *lex_decimal_float(Lexer *lexer, Token *token) {
    char text[64];
    lexer->position = token->start;
    size_t length = 0;
    for (;; length++) {
        char c = peek(lexer, length), before = length ? peek(lexer, length - 1) : '\0';
        bool sign = (c == '+' || c == '-') && (before == 'e' || before == 'E');
        if (!is_digit(c) && c != '.' && c != 'e' && c != 'E' && !sign) break;
        if (length == sizeof text - 1) return "a decimal number of more than 63 characters";
        text[length] = c;
    }
    text[length] = '\0';
    char *end;
    double value = strtod(text, &end);
    if (*end) return "a malformed number";
    memcpy(&token->bits, &value, sizeof value);
    token->literal = LITERAL_F64;
    lexer->position += length;
    return NULL;
}

static const char *lex_decimal(Lexer *lexer, Token *token) {
    bool octal = peek(lexer, 0) == '0' && is_digit(peek(lexer, 1));
    const char *problem = lex_digits(lexer, token, 10);
    char c = peek(lexer, 0);
    if (c == '.' || c == 'e' || c == 'E') return lex_decimal_float(lexer, token);
    if (problem || !octal) return problem;
    lexer->position = token->start;
    return lex_digits(lexer, token, 8);
}

static const char *lex_number(Lexer *lexer, Token *token) {
    token->kind = TOKEN_NUMBER;
    token->literal = LITERAL_INTEGER;
    const char *problem;
    char prefix = *lexer->position == '0' ? peek(lexer, 1) : '\0';
    lexer->position += prefix && strchr("xXbBfFdD", prefix) ? 2 : 0;
    switch (prefix) {
    case 'x':
    case 'X': problem = lex_digits(lexer, token, 16); break;
    case 'b':
    case 'B': problem = lex_digits(lexer, token, 2); break;
    case 'f':
    case 'F': problem = lex_float_bits(lexer, token, LITERAL_F32); break;
    case 'd':
    case 'D': problem = lex_float_bits(lexer, token, LITERAL_F64); break;
    default: problem = lex_decimal(lexer, token);
    }
    if (problem) return problem;
    if (token->literal == LITERAL_INTEGER && peek(lexer, 0) == 'U') lexer->position++;
    return is_name_character(peek(lexer, 0)) ? "a malformed number" : NULL;
}

static const char *lex_mark(Lexer *lexer, Token *token) {
    token->kind = TOKEN_MARK;
    token->mark = *lexer->position;
    if (!token->mark || !strchr("{}()[]<>,;:=+-!@|~", token->mark)) return "a character that PTX has no use for here";
    lexer->position++;
    return NULL;
}

static const char *lex_token(Lexer *lexer, Token *token) {
    char c = *lexer->position;
    if (is_digit(c)) return lex_number(lexer, token);
    if (is_name_character(c) || c == '%') return lex_name(lexer, token), NULL;
    if (c == '.') return lex_dotted(lexer, token), token->problem;
    if (c == '"') return lex_string(lexer, token);
    return lex_mark(lexer, token);
}

Token lexer_next(Lexer *lexer) {
    Lexer before = *lexer;
    bool ends = skip_blanks(lexer);
    Token token = {.kind = TOKEN_END, .start = lexer->position, .line = lexer->line};
    token.touches = lexer->position == before.position;
    token.column = (uint32_t)(lexer->position - lexer->line_start) + 1;
    if (lexer->position < lexer->end) token.problem = lex_token(lexer, &token);
    if (!ends) token.problem = "a comment that does not end";
    token.length = (uint32_t)(lexer->position - token.start) - (token.kind == TOKEN_STRING);
    if (!token.problem) {
        assert(token.kind == TOKEN_END || lexer->position > before.position);
        assert(lexer->position <= lexer->end && lexer->line_start <= token.start);
        return token;
    }
    *lexer = before;
    token.kind = TOKEN_BAD;
    token.mark = '\0';
    return token;
}

bool token_is(const Token *token, TokenKind kind, const char *text) {
    return token->kind == kind && strlen(text) == token->length && !memcmp(token->start, text, token->length);
}

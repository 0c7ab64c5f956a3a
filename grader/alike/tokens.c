// tokens.c - CUDA C++ as tokens, which renaming and reformatting do not change.
#include "alike.h"

#include "../system/files.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at, *end, *begin;
    Tokens *tokens;
    unsigned capacity;
} Reader;

#define MOST_TOKENS 20000 // an answer has some hundreds; further tokens are not compared

// Names that an author does not choose. Those that begin with "__" or "cuda" count as such too.
static const char *const fixed[] = {
    "alignas",  "atomicAdd", "atomicMax",   "auto",      "blockDim", "blockIdx", "bool",      "break",    "case",
    "char",     "const",     "constexpr",   "continue",  "default",  "dim3",     "do",        "double",   "else",
    "extern",   "false",     "float",       "float2",    "float4",   "for",      "gridDim",   "if",       "inline",
    "int",      "int4",      "long",        "namespace", "nullptr",  "return",   "short",     "signed",   "size_t",
    "sizeof",   "static",    "static_cast", "struct",    "switch",   "template", "threadIdx", "true",     "typedef",
    "typename", "uint32_t",  "uint64_t",    "unsigned",  "using",    "void",     "volatile",  "warpSize", "while",
};

static int by_text(const void *left, const void *right) { return strcmp(left, *(const char *const *)right); }

static bool is_fixed(const char *text, unsigned length) {
    char name[32];
    if (length > 2 && text[0] == '_' && text[1] == '_') return true;
    if (length > 4 && !memcmp(text, "cuda", 4)) return true;
    if (length >= sizeof name) return false;
    memcpy(name, text, length);
    name[length] = 0;
    return bsearch(name, fixed, sizeof fixed / sizeof *fixed, sizeof *fixed, by_text) != NULL;
}

// x, y, z and w of threadIdx and float4.
static bool is_member(const Reader *reader, const char *text, unsigned length) {
    const Tokens *tokens = reader->tokens;
    return length == 1 && strchr("xyzw", *text) && tokens->count && tokens->tokens[tokens->count - 1].kind == '.';
}

static bool add(Reader *reader, const char *from, uint64_t kind, bool named) {
    Tokens *tokens = reader->tokens;
    if (tokens->count == reader->capacity) {
        unsigned capacity = 2 * reader->capacity + 256;
        Token *longer = realloc(tokens->tokens, capacity * sizeof *longer);
        if (!longer) return false;
        tokens->tokens = longer;
        reader->capacity = capacity;
    }
    tokens->tokens[tokens->count++] = (Token){.kind = kind,
                                              .offset = (unsigned)(from - reader->begin),
                                              .length = (unsigned)(reader->at - from),
                                              .named = named};
    return true;
}

static void skip_line(Reader *reader) {
    while (reader->at < reader->end && *reader->at != '\n') reader->at++;
}

static bool begins(const Reader *reader, const char *text) {
    size_t length = strlen(text);
    return (size_t)(reader->end - reader->at) >= length && !memcmp(reader->at, text, length);
}

// Blanks, comments, and lines of #include and #pragma.
static bool skip_nothing(Reader *reader) {
    const char *from = reader->at;
    if (isspace((unsigned char)*reader->at) || *reader->at == '\\') reader->at++;
    else if (begins(reader, "//") || begins(reader, "#include") || begins(reader, "#pragma")) skip_line(reader);
    else if (begins(reader, "/*"))
        for (reader->at += 2; reader->at < reader->end; reader->at++)
            if (begins(reader, "*/")) {
                reader->at += 2;
                break;
            }
    return reader->at != from;
}

static bool read_quoted(Reader *reader) {
    const char *from = reader->at, quote = *reader->at++;
    while (reader->at < reader->end && *reader->at != quote && *reader->at != '\n')
        reader->at += *reader->at == '\\' && reader->at + 1 < reader->end ? 2 : 1;
    if (reader->at < reader->end) reader->at++;
    return add(reader, from, (uint64_t)quote, false);
}

static bool read_word(Reader *reader) {
    const char *from = reader->at;
    bool number = isdigit((unsigned char)*from);
    while (reader->at < reader->end &&
           (isalnum((unsigned char)*reader->at) || *reader->at == '_' || (number && *reader->at == '.')))
        reader->at++;
    unsigned length = (unsigned)(reader->at - from);
    if (number) return add(reader, from, '0', false);
    if (is_member(reader, from, length) || is_fixed(from, length))
        return add(reader, from, bytes_hash(from, length) | 256, false);
    return add(reader, from, 'a', true);
}

bool tokens_read(const char *source, size_t length, Tokens *tokens) {
    Reader reader = {.at = source, .begin = source, .end = source + length, .tokens = tokens};
    *tokens = (Tokens){.count = 0};
    while (reader.at < reader.end && tokens->count < MOST_TOKENS) {
        unsigned char next = (unsigned char)*reader.at;
        bool added = true;
        if (skip_nothing(&reader)) continue;
        if (next == '"' || next == '\'') added = read_quoted(&reader);
        else if (isalnum(next) || next == '_') added = read_word(&reader);
        else {
            reader.at++;
            added = add(&reader, reader.at - 1, next, false);
        }
        if (!added) return tokens_free(tokens), false;
    }
    return true;
}

void tokens_free(Tokens *tokens) {
    free(tokens->tokens);
    *tokens = (Tokens){.count = 0};
}

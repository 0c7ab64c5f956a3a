// written.c - how a program is written, apart from what is easy to change: names, numbers, types and casts.
//
// What is left of the tokens is the author's manner: braces or none, i++ or ++i, if and else or ?:, the order of
// statements, what is computed in place and what gets a name. Runs of them are features beside the normal form. Two
// students who chose the same program have often not written it down in the same manner.
#include "parser.h"

#include <stdlib.h>

#define GRAM 6 // marks in a run
#define ATOM 1 // stands for a name of the author's and for a number

typedef struct {
    uint64_t *marks;
    unsigned count;
} Marks;

static bool is_punctuation(const Token *token, char character) {
    return token->kind == TOKEN_PUNCTUATION && token->code == PUNCTUATION(character, 0, 0);
}

// Behind a cast that begins at `at`: (unsigned long), static_cast<size_t>; `at` itself if there is none. What is cast
// stays, with its parentheses.
static unsigned cast_end(const Parser *parser, unsigned at) {
    unsigned i = at;
    if (parser_is_word(parser, at, "static_cast") || parser_is_word(parser, at, "reinterpret_cast"))
        return template_end(parser, at + 1);
    if (!parser_is(parser, at, '(') || !parser_is_type(parser, at + 1)) return at;
    for (i++; parser_is_type(parser, i) || parser_is(parser, i, '*'); i++) {}
    return parser_is(parser, i, ')') ? i + 1 : at;
}

static const uint64_t open_mark = PUNCTUATION('(', 0, 0), close_mark = PUNCTUATION(')', 0, 0);

// (x) is x, where it is no call: before it is nothing, or punctuation.
static void fold(Marks *marks) {
    unsigned n = marks->count;
    if (n < 3 || marks->marks[n - 1] != close_mark || marks->marks[n - 2] != ATOM || marks->marks[n - 3] != open_mark)
        return;
    bool called = n > 3 && (marks->marks[n - 4] == ATOM || marks->marks[n - 4] >> 32);
    if (called) return;
    marks->marks[n - 3] = ATOM;
    marks->count = n - 2;
}

static void take(const Digest *digest, const Token *token, Marks *marks) {
    bool atom =
        token->kind == TOKEN_LITERAL || (token->kind == TOKEN_NAME && digest_has_name(digest, text_hash_of(token)));
    uint64_t mark = atom ? ATOM : token->kind == TOKEN_PUNCTUATION ? token->code : text_hash_of(token) | 1ull << 63;
    marks->marks[marks->count++] = mark;
    if (is_punctuation(token, ')')) fold(marks);
}

bool written_add(const Tokens *tokens, Digest *digest) {
    const Parser parser = {.tokens = tokens->tokens, .end = tokens->count};
    Marks marks = {.marks = malloc((tokens->count + 1) * sizeof *marks.marks)};
    bool added = marks.marks != NULL;
    for (unsigned at = 0; added && at < tokens->count;) {
        unsigned behind = cast_end(&parser, at);
        if (behind > at) at = behind;
        else if (parser_is_type(&parser, at)) at++;
        else take(digest, &tokens->tokens[at++], &marks);
    }
    for (unsigned i = 0; added && i + GRAM <= marks.count; i++) {
        uint64_t hash = VIEW_WRITING << 16 | GRAM;
        for (unsigned j = 0; j < GRAM; j++) hash = mixed_hash(hash, marks.marks[i + j]);
        added = digest_add(digest, hash, VIEW_WRITING);
    }
    free(marks.marks);
    return added;
}

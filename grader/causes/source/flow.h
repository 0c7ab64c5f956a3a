// flow.h - statements, loops and conditions around a place of a source.
#ifndef FLOW_H
#define FLOW_H

#include "source.h"

// The first visible character of a line, which is from 1 to source->count.
const char *line_begin(const Source *source, unsigned line);
// The first character of the statement that `at` is in: behind the last ';', '{' or '}' outside of parentheses. An
// `else` belongs to its `if`.
const char *statement_begin(const Source *source, const char *at);
// The last character of the statement that begins at `at`, with its blocks and `else`.
const char *statement_end(const char *at);
// The word before the parenthesis or brace at `brace`, whose statement it opens: "if" of "if (a) {", "else" of "else
// {".
void statement_word(const Source *source, const char *brace, char word[16]);
// The brace of the innermost block around both, NULL: there is none.
const char *block_around_both(const Source *source, const char *a, const char *b);
// Where the innermost loop around `at` begins, its word; NULL: there is none. With `other` the loop is around both.
// *brace: its body's, NULL if its body is one statement.
const char *loop_around(const Source *source, const char *at, const char *other, const char **brace);
// Where an `if` or `else` around `at` stands: its brace or, without braces, `at` itself; NULL: there is none.
const char *condition_around(const Source *source, const char *at, char word[16]);

#endif

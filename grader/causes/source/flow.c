// flow.c - statements, loops and conditions around a place of a source.
#include "flow.h"

#include "../../device/system/text.h"

#include <stdio.h>
#include <string.h>

enum { MOST_STATEMENT = 4000 };

const char *line_begin(const Source *source, unsigned line) {
    const char *at = source->lines[line - 1];
    return at + strspn(at, " \t");
}

static const char *visible(const char *at) {
    while (isspace((unsigned char)*at)) at++;
    return at;
}

static bool is_word(const char *at, const char *word) { return text_begins(at, word) && !is_name(at[strlen(word)]); }

// Behind the last ';', '{' or '}' before `at` that is in no parentheses. Nobody writes a statement that is longer than
// the search goes.
static const char *after_last(const Source *source, const char *at) {
    unsigned left = MOST_STATEMENT;
    for (unsigned depth = 0; at > source->text && left; at--, left--) {
        if (at[-1] == ')') depth++;
        else if (at[-1] == '(') depth -= depth > 0;
        else if (!depth && strchr(";{}", at[-1])) break;
    }
    return visible(at);
}

// The brace that opens what the one at `end` closes.
static const char *opening(const Source *source, const char *end) {
    unsigned depth = 0;
    for (; end > source->text; end--) {
        if (*end == '}') depth++;
        else if (*end == '{' && !--depth) break;
    }
    return end;
}

const char *statement_begin(const Source *source, const char *at) {
    const char *begin = after_last(source, at);
    while (is_word(begin, "else")) {
        const char *before = begin - 1;
        while (before > source->text && isspace((unsigned char)*before)) before--;
        const char *earlier = after_last(source, *before == '}' ? opening(source, before) : before);
        if (earlier >= begin) break;
        begin = earlier;
    }
    return begin;
}

const char *statement_end(const char *at) {
    unsigned depth = 0;
    const char *end = at;
    for (; *end; end++) {
        if (*end == '(') depth++;
        else if (*end == ')') depth -= depth > 0;
        else if (!depth && (*end == ';' || *end == '}')) break;
        else if (!depth && *end == '{') {
            end = function_end(end);
            break;
        }
    }
    const char *next = *end ? visible(end + 1) : end;
    bool tail = is_word(next, "else") || (is_word(at, "do") && is_word(next, "while"));
    return tail ? statement_end(next) : end;
}

void statement_word(const Source *source, const char *brace, char word[16]) {
    const char *at = brace;
    while (at > source->text && isspace((unsigned char)at[-1])) at--;
    if (at > source->text && at[-1] == ')') {
        unsigned depth = 0;
        while (at-- > source->text) {
            if (*at == ')') depth++;
            else if (*at == '(' && !--depth) break;
        }
        while (at > source->text && isspace((unsigned char)at[-1])) at--;
    }
    const char *end = at;
    while (at > source->text && is_name(at[-1])) at--;
    snprintf(word, 16, "%.*s", (int)(end - at), at);
}

// Both walk outwards, the inner one first, until they meet.
const char *block_around_both(const Source *source, const char *a, const char *b) {
    a = block_around(source, a);
    b = block_around(source, b);
    while (a && b && a != b) {
        if (a > b) a = block_around(source, a);
        else b = block_around(source, b);
    }
    return a && b ? a : NULL;
}

static bool is_loop(const char *word) { return !strcmp(word, "for") || !strcmp(word, "while") || !strcmp(word, "do"); }

const char *loop_around(const Source *source, const char *at, const char *other, const char **brace) {
    char word[16];
    const char *begin = statement_begin(source, at);
    *brace = NULL;
    if (!other && (is_word(begin, "for") || is_word(begin, "while"))) return begin;
    *brace = other ? block_around_both(source, at, other) : block_around(source, at);
    for (; *brace; *brace = block_around(source, *brace)) {
        statement_word(source, *brace, word);
        if (is_loop(word)) return statement_begin(source, *brace);
    }
    return NULL;
}

const char *condition_around(const Source *source, const char *at, char word[16]) {
    statement_word(source, at, word); // "if (a) __syncthreads();"
    if (!strcmp(word, "if") || !strcmp(word, "else")) return at;
    for (const char *brace = block_around(source, at); brace; brace = block_around(source, brace)) {
        statement_word(source, brace, word);
        if (!strcmp(word, "if") || !strcmp(word, "else")) return brace;
    }
    return NULL;
}

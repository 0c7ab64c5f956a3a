// strides.c - indices of rows and columns, and the tests of both. (strides.h)
#include "strides.h"

#include "../device/system/text.h"

#include <stdio.h>
#include <string.h>

// A term is part of an expression that bounds.c shows, of at most 83 bytes. Three of at most TERM_SHOWN - 1 bytes and
// the 100 of the sentence around them fit into STRIDES_WORDS.
enum { MOST_TERMS = 6, TERM = 84, TERM_SHOWN = 44 };

// ---- expressions without spaces and casts ----

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static size_t cast_length(const char *at) {
    static const char *const casts[] = {"(size_t)", "(int)", "(unsigned)", "(long)", "(longlong)", "(int64_t)"};
    for (size_t i = 0; i < sizeof casts / sizeof *casts; i++)
        if (begins(at, casts[i])) return strlen(casts[i]);
    if (!begins(at, "static_cast<")) return 0;
    return strcspn(at, ">") + (strchr(at, '>') != NULL);
}

// The parentheses of a cast stay around a sum and go from around a name.
static void simplify(const char *text, size_t length, char out[TERM]) {
    char tight[TERM];
    size_t count = 0, made = 0;
    for (size_t i = 0; i < length && count < TERM - 1; i++)
        if (!isspace((unsigned char)text[i])) tight[count++] = text[i];
    tight[count] = 0;
    for (const char *at = tight; *at;) {
        size_t cast = cast_length(at), name = 1;
        at += cast;
        while (cast && *at == '(' && is_name(at[name])) name++;
        if (cast && *at == '(' && at[name] == ')') {
            memcpy(out + made, at + 1, name - 1);
            made += name - 1;
            at += name + 1;
        } else if (*at) {
            out[made++] = *at++;
        }
    }
    out[made] = 0;
}

// Splits at a sign outside of parentheses. How many terms there are; MOST_TERMS + 1: too many.
static unsigned split(const char *text, const char *sign, char terms[MOST_TERMS][TERM]) {
    unsigned count = 0, depth = 0;
    const char *from = text;
    for (const char *at = text;; at++) {
        if (*at && strchr("([", *at)) depth++;
        if (*at && strchr(")]", *at)) depth -= depth > 0;
        if (*at && (depth || !begins(at, sign))) continue;
        if (count == MOST_TERMS) return MOST_TERMS + 1;
        simplify(from, (size_t)(at - from), terms[count++]);
        if (!*at) return count;
        at += strlen(sign) - 1;
        from = at + 1;
    }
}

// ---- what the test says, and what the index ----

typedef struct {
    char value[TERM], bound[TERM];
} Comparison;

static unsigned comparisons(const char *test, Comparison found[MOST_TERMS]) {
    char parts[MOST_TERMS][TERM], sides[MOST_TERMS][TERM];
    const char *sign = strstr(test, ">=") ? ">=" : "<";
    unsigned count = 0, all = split(test, *sign == '<' ? "&&" : "||", parts);
    for (unsigned i = 0; all <= MOST_TERMS && i < all; i++) {
        if (split(parts[i], sign, sides) != 2 || sides[1][0] == '=') continue;
        snprintf(found[count].value, TERM, "%s", sides[0]);
        snprintf(found[count++].bound, TERM, "%s", sides[1]);
    }
    return count;
}

// "row * stride + rest": the two factors, in any order, and the rest. false: it is another index.
static bool product_of(const char *index, char factors[2][TERM], char rest[TERM]) {
    char terms[MOST_TERMS][TERM], both[MOST_TERMS][TERM];
    unsigned count = split(index, "+", terms), products = 0;
    rest[0] = 0;
    for (unsigned i = 0; count <= MOST_TERMS && i < count; i++) {
        unsigned parts = split(terms[i], "*", both);
        size_t length = strlen(rest);
        if (parts == 1) snprintf(rest + length, TERM - length, "%s%s", length ? "+" : "", terms[i]);
        else if (parts != 2 || products++) return false;
        else memcpy(factors, both, 2 * TERM);
    }
    return products == 1 && rest[0];
}

bool strides_disagree(const char *test, const char *index, char words[STRIDES_WORDS]) {
    Comparison tests[MOST_TERMS];
    char factors[2][TERM], rest[TERM];
    const Comparison *column = NULL;
    if (strstr(index, "...") || strstr(test, "...") || !product_of(index, factors, rest)) return false;
    unsigned count = comparisons(test, tests), stride = 1;
    bool number = isdigit((unsigned char)factors[0][0]) || isdigit((unsigned char)factors[1][0]), row = false;
    for (unsigned i = 0; i < count; i++) {
        if (!strcmp(tests[i].value, rest)) column = &tests[i];
        if (!strcmp(tests[i].value, factors[1])) stride = 0;
        row |= !strcmp(tests[i].value, factors[0]) || !strcmp(tests[i].value, factors[1]);
    }
    if (number && !row) return false; // "4 * vectors + i" has no rows
    if (!column || !strcmp(column->bound, factors[0]) || !strcmp(column->bound, factors[1])) return false;
    char by[TERM_SHOWN], value[TERM_SHOWN], bound[TERM_SHOWN];
    source_part(factors[stride], by, sizeof by);
    source_part(column->value, value, sizeof value);
    source_part(column->bound, bound, sizeof bound);
    snprintf(
        words, STRIDES_WORDS,
        "the index goes on by %s from row to row, but the test lets %s run to %s: both must be the length of a row", by,
        value, bound);
    return true;
}

// ---- coordinates ----

// word_find() looks at the character before a word, which the first one of a text does not have.
bool has_word(const char *text, const char *word) {
    size_t length = strlen(word);
    bool is_first = !strncmp(text, word, length) && !is_name(text[length]);
    return is_first || (text[0] && word_find(text + 1, text + strlen(text), word));
}

enum { MOST_DECLARED = 12 };

// Whether the expression has threadIdx, or a name that its function declared with it: "ty" of "int ty = threadIdx.y".
static bool uses_thread(const char *start, const char *begin, const char *end) {
    if (word_find(begin, end, "threadIdx")) return true;
    unsigned left = MOST_DECLARED; // no text may keep the grader busy for long
    for (const char *at = start; left && (at = word_find(at, begin, "threadIdx")); at++, left--) {
        const char *last = at;
        char name[32];
        while (last > start && strchr(" =", last[-1])) last--;
        const char *first = last;
        while (first > start && is_name(first[-1])) first--;
        text_format(name, sizeof name, "%.*s", (int)(last - first), first);
        if (name[0] && word_find(begin, end, name)) return true;
    }
    return false;
}

unsigned coordinates(const Source *source, const char *at, char names[MOST_COORDINATES][32]) {
    unsigned count = 0;
    const char *use = function_start(source, at);
    for (; (use = word_find(use, at, "blockIdx")) && count < MOST_COORDINATES; use += strcspn(use, ";,")) {
        const char *end = use + strcspn(use, ";,"), *begin = use;
        while (begin > source->text && !strchr("=;{", begin[-1])) begin--;
        if (begin[-1] != '=' || !uses_thread(function_start(source, at), begin, end)) continue;
        for (begin--; begin[-1] == ' ';) begin--;
        const char *name = begin;
        while (is_name(name[-1])) name--;
        text_format(names[count++], 32, "%.*s", (int)(begin - name), name);
    }
    return count;
}

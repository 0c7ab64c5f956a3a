// formula.c - arithmetic as people write it: a recursive descent with one function per level of precedence.
#include "formula.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 16 // parentheses: the text may come from anybody

typedef struct {
    const char *at;
    FormulaNames names;
    const void *context;
    int depth;
    bool failed;
} Reader;

static double read_sum(Reader *reader);

static void skip_blanks(Reader *reader) {
    while (*reader->at == ' ') reader->at++;
}

static bool take(Reader *reader, char wanted) {
    skip_blanks(reader);
    if (*reader->at != wanted) return false;
    reader->at++;
    return true;
}

static double fail(Reader *reader) {
    reader->failed = true;
    return NAN;
}

static double read_parentheses(Reader *reader) {
    if (++reader->depth > DEEPEST) return fail(reader);
    double value = read_sum(reader);
    reader->depth--;
    return take(reader, ')') ? value : fail(reader);
}

static double greatest_divisor(double a, double b) {
    a = fabs(a), b = fabs(b);
    for (double rest; b >= 1; a = b, b = rest) rest = fmod(a, b);
    return a;
}

static double read_call(Reader *reader, const char *name) {
    if (++reader->depth > DEEPEST) return fail(reader);
    double first = read_sum(reader), second = 0;
    bool two = take(reader, ',');
    if (two) second = read_sum(reader);
    reader->depth--;
    if (!take(reader, ')')) return fail(reader);
    if (!two && !strcmp(name, "floor")) return floor(first);
    if (!two && !strcmp(name, "ceil")) return ceil(first);
    if (two && !strcmp(name, "min")) return fmin(first, second);
    if (two && !strcmp(name, "max")) return fmax(first, second);
    if (two && !strcmp(name, "gcd")) return greatest_divisor(first, second);
    return fail(reader);
}

static double read_name(Reader *reader) {
    char name[64];
    size_t length = 0;
    while (isalnum((unsigned char)*reader->at) || *reader->at == '_') {
        if (length == sizeof name - 1) return fail(reader);
        name[length++] = *reader->at++;
    }
    name[length] = 0;
    double value;
    if (!length || !reader->names) return fail(reader);
    if (take(reader, '(')) return read_call(reader, name);
    return reader->names(reader->context, name, &value) ? value : fail(reader);
}

// Decimal digits only: strtod alone would take 0x10, inf and nan.
static double read_primary(Reader *reader) {
    skip_blanks(reader);
    if (take(reader, '(')) return read_parentheses(reader);
    if (!isdigit((unsigned char)*reader->at) && *reader->at != '.') return read_name(reader);
    if (reader->at[0] == '0' && (reader->at[1] == 'x' || reader->at[1] == 'X')) return fail(reader);
    char *end;
    double value = strtod(reader->at, &end);
    if (end == reader->at) return fail(reader);
    reader->at = end;
    return value;
}

static double read_sign(Reader *reader) {
    bool minus = take(reader, '-');
    double value = read_primary(reader);
    if (take(reader, '^')) value = pow(value, read_primary(reader));
    return minus ? -value : value;
}

static double read_product(Reader *reader) {
    double value = read_sign(reader);
    while (!reader->failed)
        if (take(reader, '*')) value *= read_sign(reader);
        else if (take(reader, '/')) value /= read_sign(reader);
        else if (take(reader, '%')) value = fmod(value, read_sign(reader));
        else break;
    return value;
}

static double read_sum(Reader *reader) {
    double value = read_product(reader);
    while (!reader->failed)
        if (take(reader, '+')) value += read_product(reader);
        else if (take(reader, '-')) value -= read_product(reader);
        else break;
    return value;
}

bool formula_value(const char *text, FormulaNames names, const void *context, double *value) {
    Reader reader = {.at = text, .names = names, .context = context};
    *value = read_sum(&reader);
    skip_blanks(&reader);
    return !reader.failed && !*reader.at && isfinite(*value);
}

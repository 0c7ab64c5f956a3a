// number.c - a number as a student writes it, and when that is right.
#include "number.h"

#include "../device/system/text.h"
#include "formula.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- units behind a number ----

// Bytes, or a share of one, that a unit means. Only bytes and percentages may be written: other words are the
// question's.
typedef struct {
    const char *word;
    double bytes, share;
} Suffix;
static const Suffix suffixes[] = {
    {"%", 0, 0.01},          {"percent", 0, 0.01},
    {"per cent", 0, 0.01},   {"bytes", 1, 0},
    {"byte", 1, 0},          {"B", 1, 0},
    {"bits", 0.125, 0},      {"bit", 0.125, 0},
    {"KiB", 1024, 0},        {"KB", 1000, 0},
    {"MiB", 1024 * 1024, 0}, {"MB", 1000 * 1000, 0},
    {"GiB", 1 << 30, 0},     {"GB", 1000 * 1000 * 1000, 0},
};

// One of a question's units in units of the suffix; 0: the suffix does not fit.
static double scale_of(const Suffix *suffix, Unit unit) {
    static const double bytes[] = {[UNIT_BYTES] = 1, [UNIT_KIB] = 1024, [UNIT_MIB] = 1024 * 1024};
    if (suffix->share > 0) return unit == UNIT_PERCENT ? 100 * suffix->share : suffix->share;
    if (unit != UNIT_BYTES && unit != UNIT_KIB && unit != UNIT_MIB) return 0;
    return suffix->bytes / bytes[unit];
}

static const Suffix *suffix_take(char *text) {
    for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
        size_t length = strlen(suffixes[i].word), all = strlen(text);
        if (all <= length || strcasecmp(text + all - length, suffixes[i].word)) continue;
        char before = text[all - length - 1];
        if (!isdigit((unsigned char)before) && !strchr(" .)", before)) continue;
        text[all - length] = 0;
        return &suffixes[i];
    }
    return NULL;
}

// ---- digits ----

// Removes the separators of thousands, 28,672 and 28_672 and 28 672, where three digits follow.
static void separators_remove(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++) {
        bool between = to > text && isdigit((unsigned char)to[-1]) && isdigit((unsigned char)from[1]);
        if (between && (*from == ',' || *from == '_' || *from == ' ') && strspn(from + 1, "0123456789") == 3) continue;
        *to++ = *from;
    }
    *to = 0;
}

// Whether text is one decimal number and nothing else: "-0.042", "1.2e5".
static bool is_decimal(const char *text) {
    char *end = (char *)(uintptr_t)text + (*text == '-');
    end += strspn(end, "0123456789.");
    if (*end == 'e' || *end == 'E') strtol(end + 1, &end, 10);
    return !*end;
}

// Counts the significant digits of plain decimals ("0.042", "68.8", "1.2e5"). Returns half a unit of the last one as a
// share of the number, whatever its size: 0.5 / 42 of 0.042. A formula is exact: what is written in it as 1.2e5 may
// cancel out.
static double precision_find(const char *text, int *digits) {
    double significant = 0, trimmed = 0; // the digits as a whole number, with and without zeros at the end
    int all = 0, without_zeros = 0;
    bool behind = false;
    *digits = 0;
    if (!is_decimal(text)) return 0;
    for (const char *at = text; *at && *at != 'e' && *at != 'E'; at++) {
        if (!isdigit((unsigned char)*at)) continue;
        behind |= at > text && memchr(text, '.', (size_t)(at - text));
        significant = 10 * significant + (*at - '0');
        all += significant > 0;
        if (*at != '0') trimmed = significant, without_zeros = all;
    }
    *digits = behind ? all : without_zeros;
    return *digits ? 0.5 / (behind ? significant : trimmed) : 0;
}

// Its sentences fit into why[240]: 80 bytes, and 40 of the text or a unit's word.
bool number_read(const char *text, Unit unit, Number *number, char why[240]) {
    char digits[64], shown[41];
    text_copy(digits, sizeof digits, text);
    *number = (Number){.value = NAN};
    const Suffix *suffix = suffix_take(digits);
    separators_remove(digits);
    size_t length = strlen(digits);
    while (length && digits[length - 1] == ' ') digits[--length] = 0;
    if (!formula_value(digits, NULL, NULL, &number->value)) {
        size_t number_length = strspn(digits, "0123456789.");
        bool words = number_length && isspace((unsigned char)digits[number_length]);
        text_format(shown, sizeof shown, "%s", text);
        text_format(why, 240, words ? "Write the number alone, without words: \"%s\"" : "\"%s\" is not a number",
                    shown);
        return false;
    }
    double scale = suffix ? scale_of(suffix, unit) : 1;
    if (scale <= 0) return snprintf(why, 240, "The question does not ask for %s", suffix->word), false;
    number->measured = suffix != NULL;
    number->value *= scale;
    number->slack = fabs(number->value) * precision_find(digits, &number->digits);
    text_format(shown, sizeof shown, "%s", text);
    return isfinite(number->value) || (text_format(why, 240, "\"%s\" is too large", shown), false);
}

// ---- right or wrong ----

#define EXACTLY 1e-9  // keys are doubles with ten digits or more
#define ROUNDING 5e-3 // of fractions

static bool is_whole(double value) { return fabs(value - round(value)) <= EXACTLY * fmax(fabs(value), 1); }

// With fewer digits each answer is right for many keys, and a few tries would be enough to find one: two digits stand
// for up to a tenth of their size, four for a thousandth. What is counted can be given exactly.
int number_digits_needed(double right) { return is_whole(right) ? 4 : 3; }

bool number_is(const Number *number, double right) {
    if (number_rounds(number, right, right)) return true;
    return !is_whole(right) && fabs(number->value - right) <= ROUNDING * fabs(right);
}

bool number_rounds(const Number *number, double value, double right) {
    double off = fabs(number->value - value);
    if (off <= EXACTLY * fmax(fabs(value), 1e-3)) return true;
    return number->digits >= number_digits_needed(right) && off <= number->slack * (1 + 1e-9);
}

// formula.h - arithmetic as people write it: 1/24, 2^10, 128 * 4.
#ifndef FORMULA_H
#define FORMULA_H

#include <stdbool.h>

// What a name in a formula stands for; false: nothing of that name.
typedef bool (*FormulaNames)(const void *context, const char *name, double *value);

// Evaluates + - * / % ^, parentheses, and min, max, floor, ceil and gcd of what `names` knows (NULL: numbers only, no
// functions). false: it is no formula, a name is unknown, or the value is not finite.
bool formula_value(const char *text, FormulaNames names, const void *context, double *value);

#endif

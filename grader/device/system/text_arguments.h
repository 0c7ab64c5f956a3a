// text_arguments.h - the arguments of a printf format as text, one at a time: for writers that escape or cut them.
#ifndef TEXT_ARGUMENTS_H
#define TEXT_ARGUMENTS_H

#include <float.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *text;
    size_t length;
    bool known;                     // false: the conversion is none of these
    bool number;                    // it is no text, which may hold anything
    bool whole;                     // no precision limits it
    bool cut;                       // "%.40s" of a longer text; "%.*s" takes a piece, and cuts nothing
    char made[DBL_MAX_10_EXP + 40]; // what `text` is, unless it is the argument itself
} Argument;

// Reads the conversion behind a '%' and takes its argument from the list. Returns what follows the conversion.
// Conversions: %s %.40s %.*s %c %u %d (with z, l, ll), %f and %g with or without a precision.
const char *argument_next(const char *at, va_list *list, Argument *argument);

#endif

// text_arguments.c - reads the conversions of a printf format.
#include "text_arguments.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t next_unsigned(va_list *list, const char *size) {
    if (*size == 'z') return va_arg(*list, size_t);
    if (*size == 'l') return size[1] == 'l' ? va_arg(*list, unsigned long long) : va_arg(*list, unsigned long);
    return va_arg(*list, unsigned);
}

static int64_t next_signed(va_list *list, const char *size) {
    if (*size == 'l') return size[1] == 'l' ? va_arg(*list, long long) : va_arg(*list, long);
    return va_arg(*list, int);
}

// precision: bytes at most, -1: all of them. is_piece: they are there, and no more may be read.
static void take_text(Argument *argument, const char *text, int precision, bool is_piece) {
    argument->text = text;
    argument->length = precision < 0 ? strlen(text) : strnlen(text, (size_t)precision);
    argument->whole = precision < 0;
    argument->cut = precision >= 0 && !is_piece && text[argument->length];
}

const char *argument_next(const char *at, va_list *list, Argument *argument) {
    *argument = (Argument){.known = true, .whole = true};
    bool is_piece = at[0] == '.' && at[1] == '*';
    int precision = is_piece ? va_arg(*list, int) : *at == '.' ? atoi(at + 1) : -1;
    if (*at == '.') at += 1 + strspn(at + 1, "*0123456789");
    const char *size = at;
    at += strspn(at, "lz");
    char *made = argument->made;
    const size_t bytes = sizeof argument->made;
    argument->number = *at != 's' && *at != 'c';
    switch (*at) {
    case 's': take_text(argument, va_arg(*list, const char *), precision, is_piece); return at + 1;
    case 'c': made[0] = (char)va_arg(*list, int); break;
    case 'u': snprintf(made, bytes, "%" PRIu64, next_unsigned(list, size)); break;
    case 'd': snprintf(made, bytes, "%" PRId64, next_signed(list, size)); break;
    case 'f': snprintf(made, bytes, "%.*f", precision, va_arg(*list, double)); break;
    case 'g': snprintf(made, bytes, "%.*g", precision, va_arg(*list, double)); break;
    default: argument->known = false;
    }
    argument->text = made;
    argument->length = strlen(made);
    return at + (*at != 0);
}

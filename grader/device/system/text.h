// text.h - makes untrusted text safe to print; small helpers for building sentences.
#ifndef TEXT_H
#define TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Copies text into buffer[size]: valid UTF-8 and printable, everything else as '?'. Newlines and tabs are kept
// where `lines` is true. Cut at a character's boundary if it does not fit. buffer may be text itself. Returns the bytes
// written.
size_t text_clean(char *buffer, size_t size, const char *text, size_t length, bool lines);
// As text_clean for a NUL-terminated text on one line.
void text_copy(char *buffer, size_t size, const char *text);
// The same for a sentence: where the buffer's end cuts, an ellipsis says so.
void text_say(char *buffer, size_t size, const char *text);
// snprintf for people's names and other text in UTF-8: what a precision ("%.40s") or the buffer's end cuts, is cut
// between characters. Where the buffer's end cuts, an ellipsis says so.
void text_format(char *buffer, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
// Appends in the same way.
void text_append(char *buffer, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
void text_append_list(char *buffer, size_t size, const char *format, va_list list)
    __attribute__((format(printf, 3, 0)));
// Counts in full, with commas between thousands ("28,672"); ratios with four digits. Returns text.
const char *text_number(double value, char text[32]);
// text with every `from` replaced, allocated; NULL if out of memory. Where `whole` is true a `from` that continues
// a longer path or name to its left is left alone.
char *text_replaced(const char *text, const char *from, const char *to, bool whole);
// Whether text ends with suffix; whether it begins with prefix.
bool text_ends(const char *text, const char *suffix);
bool text_begins(const char *text, const char *prefix);

// ---- showing: text of programs may hold anything (text_print.c) ------------------------------------------------

#define TAB_COLUMNS 4
#define UNFIT 0xfffdu // U+FFFD, stands for what cannot be shown

// The next character of UTF-8 text, *text is moved behind it; 0 at the end. UNFIT: invalid UTF-8, a control character
// other than a tab, or one that changes the direction of writing.
uint32_t text_next(const char **text);
// Columns of a terminal that the text takes, tabs as TAB_COLUMNS stops.
size_t text_columns(const char *text);

// UNFIT characters become question marks.
void print_clean(FILE *file, const char *text);
// At most that many columns: what is longer ends with an ellipsis. Tabs become spaces. Returns the columns taken.
size_t print_cut(FILE *file, const char *text, size_t columns);
// The same into buffer[size], also cut if it does not fit.
void text_cut(char *buffer, size_t size, const char *text, size_t columns);
// Words on lines of at most that many columns; lines but the first start with `indent` spaces, which count.
void print_wrapped(FILE *file, const char *text, size_t first, size_t indent, size_t columns);

#endif

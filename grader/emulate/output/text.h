// text.h - text of programs, which may hold anything, made fit to be shown.
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TAB_COLUMNS 4
#define UNFIT 0xfffdu // U+FFFD, stands for what cannot be shown

// The next character of UTF-8 text, *text is moved behind it; 0 at the end. What is no UTF-8, controls something (but
// for tabs) or turns the direction of writing is UNFIT.
uint32_t text_next(const char **text);
// Columns of a terminal that the text takes, tabs as TAB_COLUMNS stops.
size_t text_columns(const char *text);

// UNFIT characters become question marks.
void print_clean(FILE *file, const char *text);
// At most that many columns: what is longer ends with an ellipsis. Tabs become spaces. Returns the columns taken.
size_t print_cut(FILE *file, const char *text, size_t columns);
// Words on lines of at most that many columns; lines but the first start with `indent` spaces, which count.
void print_wrapped(FILE *file, const char *text, size_t first, size_t indent, size_t columns);
// Text or an attribute's value of an HTML page.
void print_html(FILE *file, const char *text);

#endif

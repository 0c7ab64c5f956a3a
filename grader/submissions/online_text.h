// online_text.h - a program that was typed or pasted into a platform's own page comes as HTML.
#ifndef ONLINE_TEXT_H
#define ONLINE_TEXT_H

#include <stddef.h>

// The text of the page, allocated, NUL behind it: without tags, with line breaks where the page shows them and with
// characters for entities. NULL: out of memory.
char *online_text(const char *html, size_t length, size_t *text_length);

#endif

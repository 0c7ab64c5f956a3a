// online_text.h - a program that was typed or pasted into a platform's own page comes as HTML.
#ifndef ONLINE_TEXT_H
#define ONLINE_TEXT_H

#include <stddef.h>

// The program in the page, allocated, NUL behind it: without what the platform puts around it (head, title, heading)
// and without tags, with line breaks where the page shows them, with characters for entities, and without what editors
// make of a program: non-breaking spaces, curly quotes, long dashes. note[160] says what was done. NULL: out of memory.
char *online_text(const char *html, size_t length, size_t *text_length, char note[160]);
// The same of a receipt of Blackboard's, whose field "Submission Field" holds what was typed.
char *online_text_of_receipt(const char *receipt, size_t length, size_t *text_length, char note[160]);

#endif

// text_edits.h - how far apart two words are.
#ifndef TEXT_EDITS_H
#define TEXT_EDITS_H

#include <stdbool.h>

// How many letters must be put in, left out, changed, or swapped with the next one to make one word of the other. Of
// longer words, the first 63 letters count.
unsigned text_edits(const char *one, const char *two, bool any_case);

#endif

// text_characters.h - one character of UTF-8 text at a time, for the files that clean and print text.
#ifndef TEXT_CHARACTERS_H
#define TEXT_CHARACTERS_H

#include "text.h"

typedef struct {
    uint32_t first, last;
} CharacterRange;

bool character_within(uint32_t character, const CharacterRange *ranges, size_t count);
#define WITHIN(character, ranges) character_within(character, ranges, sizeof ranges / sizeof *ranges)

// The character at text, which has length bytes: how many it takes (1 of what is no UTF-8). UNFIT: invalid UTF-8, a
// control character other than a tab, an invisible one, or one that changes the direction of writing.
size_t character_read(const char *text, size_t length, uint32_t *character);

#endif

// text_print.c - text of programs, which may hold anything, printed so that it is fit to be shown.
#include "text_characters.h"
#include <stdlib.h>
#include <string.h>

// Characters that terminals draw two columns wide, about as Unicode's East Asian Width has it.
static const CharacterRange wide_ranges[] = {{0x1100, 0x115f},   {0x2e80, 0xa4cf},  {0xac00, 0xd7a3},
                                             {0xf900, 0xfaff},   {0xfe30, 0xfe6f},  {0xff00, 0xff60},
                                             {0x1f300, 0x1faff}, {0x20000, 0x3ffff}};
static const CharacterRange combining[] = {{0x300, 0x36f}};

static size_t columns_of(uint32_t character, size_t at) {
    if (character == '\t') return TAB_COLUMNS - at % TAB_COLUMNS;
    return WITHIN(character, combining) ? 0 : WITHIN(character, wide_ranges) ? 2 : 1;
}

size_t text_columns(const char *text) {
    size_t columns = 0;
    for (uint32_t character; (character = text_next(&text));) columns += columns_of(character, columns);
    return columns;
}

static void print_character(FILE *file, uint32_t character, const char *from, const char *to) {
    if (character == UNFIT) fputc('?', file);
    else fwrite(from, 1, (size_t)(to - from), file);
}

void print_clean(FILE *file, const char *text) {
    const char *from = text;
    for (uint32_t character; (character = text_next(&text)); from = text) print_character(file, character, from, text);
}

size_t print_cut(FILE *file, const char *text, size_t columns) {
    bool cut = text_columns(text) > columns;
    size_t taken = 0, room = cut && columns ? columns - 1 : columns;
    const char *from = text;
    for (uint32_t character; (character = text_next(&text)); from = text) {
        size_t wide = columns_of(character, taken);
        if (taken + wide > room) break;
        if (character == '\t') fprintf(file, "%*s", (int)wide, "");
        else print_character(file, character, from, text);
        taken += wide;
    }
    if (cut && columns) fputs("…", file), taken++;
    return taken;
}

void text_cut(char *buffer, size_t size, const char *text, size_t columns) {
    char *cut = NULL;
    size_t length;
    FILE *out = open_memstream(&cut, &length);
    if (out) {
        print_cut(out, text, columns);
        fclose(out);
    }
    text_copy(buffer, size, cut ? cut : "");
    free(cut);
}

void print_wrapped(FILE *file, const char *text, size_t first, size_t indent, size_t columns) {
    size_t taken = first;
    for (bool fresh = true; *text; fresh = false) {
        char word[256];
        size_t length = strcspn(text, " "), part = length < sizeof word - 1 ? length : sizeof word - 1;
        memcpy(word, text, part);
        word[part] = 0;
        text += part;
        text += part == length && *text == ' ';
        size_t wide = text_columns(word);
        if (!fresh && taken + 1 + wide > columns) {
            fprintf(file, "\n%*s", (int)indent, "");
            taken = indent;
        } else if (!fresh) {
            fputc(' ', file);
            taken++;
        }
        print_clean(file, word);
        taken += wide;
    }
}

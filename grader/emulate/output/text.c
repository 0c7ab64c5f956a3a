// text.c - text of programs, which may hold anything, made fit to be shown.
#include "text.h"
#include <stdbool.h>
#include <string.h>

typedef struct {
    uint32_t first, last;
} Range;

// Characters that control, are invisible, or turn the direction of writing: text could pretend to be other text.
static const Range unfit_ranges[] = {{0x00, 0x08},     {0x0a, 0x1f},     {0x7f, 0x9f},      {0x61c, 0x61c},
                                     {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},  {0xd800, 0xdfff},
                                     {0xfeff, 0xfeff}, {0xfff0, 0xffff}, {0xe0000, 0xe0fff}};
// Characters that terminals draw two columns wide, about as Unicode's East Asian Width has it.
static const Range wide_ranges[] = {{0x1100, 0x115f}, {0x2e80, 0xa4cf}, {0xac00, 0xd7a3},   {0xf900, 0xfaff},
                                    {0xfe30, 0xfe6f}, {0xff00, 0xff60}, {0x1f300, 0x1faff}, {0x20000, 0x3ffff}};
static const Range combining = {0x300, 0x36f};

static bool within(uint32_t character, const Range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (character >= ranges[i].first && character <= ranges[i].last) return true;
    return false;
}
#define WITHIN(character, ranges) within(character, ranges, sizeof ranges / sizeof *ranges)

// How many bytes follow a first byte, -1: it is none.
static int following(unsigned char byte) {
    return byte < 0x80                   ? 0
           : byte >= 0xc2 && byte < 0xe0 ? 1
           : byte >= 0xe0 && byte < 0xf0 ? 2
           : byte >= 0xf0 && byte < 0xf5 ? 3
                                         : -1;
}

uint32_t text_next(const char **text) {
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)*text;
    if (!*bytes) return 0;
    int more = following(*bytes);
    uint32_t character = more > 0 ? *bytes & (0x3fu >> more) : *bytes;
    for (int i = 1; i <= more; i++) {
        if ((bytes[i] & 0xc0) != 0x80) more = -1; // a NUL ends it here too
        else character = character << 6 | (bytes[i] & 0x3f);
    }
    if (more < 0) {
        ++*text;
        return UNFIT;
    }
    *text += more + 1;
    return character < least[more] || character > 0x10ffff || WITHIN(character, unfit_ranges) ? UNFIT : character;
}

static size_t columns_of(uint32_t character, size_t at) {
    if (character == '\t') return TAB_COLUMNS - at % TAB_COLUMNS;
    return within(character, &combining, 1) ? 0 : WITHIN(character, wide_ranges) ? 2 : 1;
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

void print_html(FILE *file, const char *text) {
    const char *from = text;
    for (uint32_t character; (character = text_next(&text)); from = text) switch (character) {
        case '&': fputs("&amp;", file); break;
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '"': fputs("&quot;", file); break;
        case '\'': fputs("&#39;", file); break;
        case UNFIT: fputs("\uFFFD", file); break;
        default: fwrite(from, 1, (size_t)(text - from), file);
        }
}

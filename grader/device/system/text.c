// text.c - makes untrusted text safe to print; small helpers for building sentences.
#include "text_characters.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Control characters, invisible ones, and those that change the direction of writing: with them a text could pretend to
// be another.
static const CharacterRange unfit_ranges[] = {{0x00, 0x08},     {0x0a, 0x1f},     {0x7f, 0x9f},      {0x61c, 0x61c},
                                              {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},  {0xd800, 0xdfff},
                                              {0xfeff, 0xfeff}, {0xfff0, 0xffff}, {0xe0000, 0xe0fff}};

bool character_within(uint32_t character, const CharacterRange *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (character >= ranges[i].first && character <= ranges[i].last) return true;
    return false;
}

// Bytes of the well-formed UTF-8 character at text (Unicode, table 3-7), 0 if there is none.
static size_t character_length(const unsigned char *text, size_t length) {
    unsigned char first = text[0];
    if (first < 0x80) return 1;
    size_t need = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || length < need) return 0;
    unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (text[1] < low || text[1] > high) return 0;
    for (size_t i = 2; i < need; i++)
        if ((text[i] & 0xC0) != 0x80) return 0;
    return need;
}

size_t character_read(const char *text, size_t length, uint32_t *character) {
    const unsigned char *bytes = (const unsigned char *)text;
    size_t count = character_length(bytes, length);
    *character = count > 1 ? bytes[0] & (0x7fu >> count) : bytes[0];
    for (size_t i = 1; i < count; i++) *character = *character << 6 | (bytes[i] & 0x3f);
    if (!count || WITHIN(*character, unfit_ranges)) *character = UNFIT;
    return count ? count : 1;
}

uint32_t text_next(const char **text) {
    uint32_t character = 0;
    if (**text) *text += character_read(*text, strnlen(*text, 4), &character);
    return character;
}

size_t text_clean(char *buffer, size_t size, const char *text, size_t length, bool lines) {
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        uint32_t character;
        size_t bytes = character_read(text + i, length - i, &character);
        bool space = text[i] == '\n' || text[i] == '\t', keep = space ? lines : character != UNFIT;
        size_t write = keep ? bytes : 1;
        if (used + write + 1 > size) break;
        if (keep) memmove(buffer + used, text + i, bytes);
        else buffer[used] = '?';
        used += write;
        i += bytes;
    }
    if (size) buffer[used] = 0;
    return used;
}

void text_copy(char *buffer, size_t size, const char *text) {
    text_clean(buffer, size, text ? text : "", text ? strlen(text) : 0, false);
}

// Takes out what is left of characters that a precision or the buffer's end has cut: a first byte that promises more
// than follow it.
static void drop_cut(char *text) {
    size_t length = strlen(text), kept = 0;
    for (size_t i = 0; i < length;) {
        unsigned char first = (unsigned char)text[i];
        size_t promised = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1, have = 1;
        while (have < promised && ((unsigned char)text[i + have] & 0xC0) == 0x80) have++;
        if (have == promised) memmove(text + kept, text + i, have), kept += have;
        i += have;
    }
    text[kept] = 0;
}

void text_append_list(char *buffer, size_t size, const char *format, va_list list) {
    static const char mark[] = "…";
    size_t used = strlen(buffer);
    if (used + 1 >= size) return;
    bool cut = (size_t)vsnprintf(buffer + used, size - used, format, list) >= size - used;
    if (cut && size > sizeof mark) buffer[size - sizeof mark] = 0;
    drop_cut(buffer);
    if (cut && size > sizeof mark) strcat(buffer, mark);
}

void text_append(char *buffer, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    text_append_list(buffer, size, format, list);
    va_end(list);
}

void text_format(char *buffer, size_t size, const char *format, ...) {
    va_list list;
    buffer[0] = 0;
    va_start(list, format);
    text_append_list(buffer, size, format, list);
    va_end(list);
}

void text_say(char *buffer, size_t size, const char *text) {
    text_format(buffer, size, "%s", text);
    text_copy(buffer, size, buffer);
}

const char *text_number(double value, char text[32]) {
    if (fabs(value) >= 1000) value = round(value); // four digits say no more
    if (!isfinite(value) || value != floor(value) || fabs(value) >= 1e15) {
        snprintf(text, 32, "%.4g", value);
        return text;
    }
    snprintf(text, 32, "%.0f", value);
    for (size_t length = strlen(text), at = length; at > (value < 0 ? 4 : 3);) {
        at -= 3;
        memmove(text + at + 1, text + at, strlen(text + at) + 1);
        text[at] = ',';
    }
    return text;
}

static bool continues_a_path(const char *text, const char *at) {
    if (at == text) return false;
    unsigned char before = (unsigned char)at[-1];
    return isalnum(before) || before == '_' || before == '/' || before == '.' || before == '-';
}

char *text_replaced(const char *text, const char *from, const char *to, bool whole) {
    char *result = NULL;
    size_t size = 0, step = strlen(from);
    FILE *out = open_memstream(&result, &size);
    if (!out) return NULL;
    const char *at = text;
    while (step) {
        const char *next = strstr(at, from);
        if (!next) break;
        fwrite(at, 1, (size_t)(next - at), out);
        fputs(whole && continues_a_path(text, next) ? from : to, out);
        at = next + step;
    }
    fputs(at, out);
    return fclose(out) ? (free(result), NULL) : result;
}

bool text_ends(const char *text, const char *suffix) {
    size_t length = strlen(text), tail = strlen(suffix);
    return length >= tail && !strcmp(text + length - tail, suffix);
}

bool text_begins(const char *text, const char *prefix) { return !strncmp(text, prefix, strlen(prefix)); }

// text.c - text of strangers made safe to print, and small helpers for building sentences.
#include "text.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// Controls, and the characters that reorder or hide what stands around them on a terminal or a page.
static bool is_unprintable(const unsigned char *text, size_t bytes) {
    if (bytes == 1) return text[0] < 0x20 || text[0] == 0x7F;
    if (bytes == 2) return text[0] == 0xC2 && text[1] < 0xA0; // U+0080..U+009F
    if (bytes != 3 || text[0] != 0xE2) return false;
    if (text[1] == 0x80) return (text[2] >= 0x8B && text[2] <= 0x8F) || (text[2] >= 0xA8 && text[2] <= 0xAE);
    return text[1] == 0x81 && text[2] >= 0xA0 && text[2] <= 0xAF; // U+2060..U+206F
}

size_t text_clean(char *buffer, size_t size, const char *text, size_t length, bool lines) {
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        const unsigned char *at = (const unsigned char *)text + i;
        size_t bytes = character_length(at, length - i);
        bool keep = bytes && (!is_unprintable(at, bytes) || (lines && (*at == '\n' || *at == '\t')));
        size_t step = bytes ? bytes : 1, write = keep ? bytes : 1;
        if (used + write + 1 > size) break;
        if (keep) memmove(buffer + used, at, bytes);
        else buffer[used] = '?';
        used += write;
        i += step;
    }
    if (size) buffer[used] = 0;
    return used;
}

void text_copy(char *buffer, size_t size, const char *text) {
    text_clean(buffer, size, text ? text : "", text ? strlen(text) : 0, false);
}

void text_append(char *buffer, size_t size, const char *format, ...) {
    size_t used = strlen(buffer);
    if (used + 1 >= size) return;
    va_list list;
    va_start(list, format);
    vsnprintf(buffer + used, size - used, format, list);
    va_end(list);
}

const char *text_number(double value, char text[32]) {
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

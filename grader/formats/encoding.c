// encoding.c - reads and writes UTF-16 and Windows-1252.
#include "encoding.h"

#include "../device/system/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t put_utf8(char *out, uint32_t c) {
    if (c < 0x80) return out[0] = (char)c, 1;
    size_t count = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = count; i-- > 1; c >>= 6) out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)((0xF00 >> count) | c);
    return count;
}

static uint32_t take_utf8(const char **at) {
    unsigned char first = (unsigned char)*(*at)++;
    uint32_t c = first < 0x80 ? first : first < 0xE0 ? first & 0x1F : first < 0xF0 ? first & 0x0F : first & 0x07;
    while ((**at & 0xC0) == 0x80) c = c << 6 | ((unsigned char)*(*at)++ & 0x3F);
    return c;
}

static bool is_utf8(const char *text) {
    while (*text) {
        const char *at = text;
        if (text_next(&text) == UNFIT && text == at + 1 && (unsigned char)*at >= 0x80) return false;
    }
    return true;
}

// ---- UTF-16 ----

// Without a mark: a quarter of the characters at least are letters of English, whose other byte is 0, and no byte is 0
// on both sides.
static Encoding utf16_without_mark(const char *text, size_t length) {
    size_t zeros[2] = {0, 0}, units = length / 2;
    for (size_t i = 0; i < 2 * units; i++) zeros[i % 2] += !text[i];
    if (units < 2) return ENCODING_UTF8;
    if (!zeros[0] && 4 * zeros[1] >= units) return ENCODING_LITTLE;
    return !zeros[1] && 4 * zeros[0] >= units ? ENCODING_BIG : ENCODING_UTF8;
}

static unsigned unit_at(const char *text, size_t index, bool big) {
    const unsigned char *bytes = (const unsigned char *)text + 2 * index;
    return big ? bytes[0] << 8 | bytes[1] : bytes[1] << 8 | bytes[0];
}

static char *from_utf16(const char *text, size_t *length, bool big) {
    size_t units = *length / 2, used = 0;
    char *out = malloc(3 * units + 1);
    for (size_t i = 0; out && i < units; i++) {
        uint32_t c = unit_at(text, i, big), low = i + 1 < units ? unit_at(text, i + 1, big) : 0;
        bool pair = c >= 0xD800 && c < 0xDC00 && low >= 0xDC00 && low < 0xE000;
        if (pair) c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00), i++;
        else if (c >= 0xD800 && c < 0xE000) c = 0xFFFD;
        used += put_utf8(out + used, c);
    }
    if (out) out[used] = 0;
    *length = used;
    return out;
}

static void put_unit(char *out, unsigned unit, bool big) {
    out[big ? 0 : 1] = (char)(unit >> 8);
    out[big ? 1 : 0] = (char)unit;
}

static bool write_utf16(bool big, char **text, size_t *length) {
    char *out = malloc(2 * *length + 4);
    size_t used = 0;
    if (!out) return false;
    for (const char *at = *text; *at;) {
        uint32_t c = take_utf8(&at);
        if (c > 0xFFFF) put_unit(out + used, 0xD800 + ((c - 0x10000) >> 10), big), used += 2;
        put_unit(out + used, c > 0xFFFF ? 0xDC00 + ((c - 0x10000) & 0x3FF) : c, big);
        used += 2;
    }
    free(*text);
    *text = out;
    *length = used;
    return true;
}

// ---- Windows-1252 ----

// The characters of 0x80 to 0x9F; all others are those of Unicode.
static const uint16_t windows[32] = {0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                     0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
                                     0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                     0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};

static char *from_windows(const char *text, size_t *length) {
    char *out = malloc(3 * *length + 1);
    size_t used = 0;
    for (; out && *text; text++) {
        unsigned char byte = (unsigned char)*text;
        used += put_utf8(out + used, byte >= 0x80 && byte < 0xA0 ? windows[byte - 0x80] : byte);
    }
    if (out) out[used] = 0;
    *length = used;
    return out;
}

static char windows_byte(uint32_t c) {
    for (unsigned i = 0; i < 32; i++)
        if (windows[i] == c) return (char)(0x80 + i);
    return c < 0x80 || (c >= 0xA0 && c < 0x100) ? (char)c : '?';
}

static void write_windows(char *text, size_t *length) {
    size_t used = 0;
    for (const char *at = text; *at;) text[used++] = windows_byte(take_utf8(&at));
    text[used] = 0;
    *length = used;
}

// ---- all of them ----

Encoding encoding_wide(const char *text, size_t length) {
    if (length >= 2 && !memcmp(text, "\xFF\xFE", 2)) return ENCODING_LITTLE;
    if (length >= 2 && !memcmp(text, "\xFE\xFF", 2)) return ENCODING_BIG;
    return utf16_without_mark(text, length);
}

Encoding encoding_of(const char *text, size_t length) {
    Encoding wide = encoding_wide(text, length);
    return wide != ENCODING_UTF8 || is_utf8(text) ? wide : ENCODING_WINDOWS;
}

char *encoding_read(Encoding encoding, const char *text, size_t *length) {
    if (encoding == ENCODING_UTF8) return strndup(text, *length);
    return encoding == ENCODING_WINDOWS ? from_windows(text, length)
                                        : from_utf16(text, length, encoding == ENCODING_BIG);
}

bool encoding_write(Encoding encoding, char **text, size_t *length) {
    if (encoding == ENCODING_WINDOWS) write_windows(*text, length);
    bool wide = encoding == ENCODING_BIG || encoding == ENCODING_LITTLE;
    return !wide || write_utf16(encoding == ENCODING_BIG, text, length);
}

// rtf.c - reads the text of an RTF document, as its specification 1.9.1 has it: groups in braces, control words, and
// text. A group that begins with a destination other than text (fonts, colors, "\*") is skipped whole.
#include "rtf.h"

#include "../device/system/text.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DEPTH 64
#define LONGEST_WORD 32 // by the specification

typedef struct {
    const char *at, *end;
    char *text;
    size_t used;
    unsigned depth, skipped; // skipped: the depth of the group that is skipped; 0: none
    int unread;              // characters that stand for a \u before them, for readers that know none
} Document;

bool is_rtf(const char *data, size_t length) { return length >= 5 && !memcmp(data, "{\\rtf", 5); }

// What editors make of a program's quotes, dashes and blanks, back again.
static uint32_t made_plain(uint32_t character) {
    switch (character) {
    case 0x2018:
    case 0x2019: return '\'';
    case 0x201C:
    case 0x201D: return '"';
    case 0x2013:
    case 0x2014: return '-';
    case 0x00A0: return ' ';
    case 0x2028:
    case 0x2029: return '\n';
    default: return character;
    }
}

// A character takes at most twice the bytes of what stands for it.
static void put(Document *document, uint32_t character) {
    char *out = document->text + document->used;
    if (document->skipped) return;
    if (document->unread > 0) {
        document->unread--;
        return;
    }
    character = made_plain(character);
    if (character < 0x80) *out++ = (char)character;
    else if (character < 0x800) *out++ = (char)(0xC0 | character >> 6), *out++ = (char)(0x80 | (character & 0x3F));
    else {
        *out++ = (char)(0xE0 | (character >> 12 & 0xF));
        *out++ = (char)(0x80 | (character >> 6 & 0x3F));
        *out++ = (char)(0x80 | (character & 0x3F));
    }
    document->used = (size_t)(out - document->text);
}

// \'hh, a byte of Windows-1252. Its quotes and dashes are the only ones below 0xA0 that a program may have.
static void put_byte(Document *document) {
    static const uint32_t special[] = {
        [0x11] = 0x2018, [0x12] = 0x2019, [0x13] = 0x201C, [0x14] = 0x201D, [0x16] = 0x2013, [0x17] = 0x2014};
    char digits[3] = "";
    if (document->end - document->at < 2) return;
    memcpy(digits, document->at, 2);
    document->at += 2;
    uint32_t byte = (uint32_t)strtoul(digits, NULL, 16), index = byte - 0x80;
    put(document, index < sizeof special / sizeof *special && special[index] ? special[index] : byte ? byte : '?');
}

static bool is_one_of(const char *word, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(word, words[i])) return true;
    return false;
}

static void take_word(Document *document, const char *word, long value) {
    static const char *const destinations[] = {"fonttbl", "colortbl", "stylesheet", "info",   "pict",
                                               "header",  "footer",   "footnote",   "object", "listtable"};
    static const char *const breaks[] = {"par", "line", "sect", "page"};
    static const struct {
        const char *word;
        uint32_t character;
    } characters[] = {{"tab", '\t'},      {"lquote", '\''}, {"rquote", '\''}, {"ldblquote", '"'},
                      {"rdblquote", '"'}, {"endash", '-'},  {"emdash", '-'}};
    if (is_one_of(word, destinations, sizeof destinations / sizeof *destinations) && !document->skipped)
        document->skipped = document->depth;
    if (is_one_of(word, breaks, sizeof breaks / sizeof *breaks)) put(document, '\n');
    for (size_t i = 0; i < sizeof characters / sizeof *characters; i++)
        if (!strcmp(word, characters[i].word)) put(document, characters[i].character);
    if (strcmp(word, "u")) return;
    document->unread = 0;
    put(document, value ? (uint32_t)value & 0xFFFF : '?');
    document->unread = 1; // one byte stands behind it, unless "\uc0" said otherwise
}

static void read_word(Document *document, bool *without) {
    char word[LONGEST_WORD + 1], number[12] = "";
    size_t length = 0, digits = 0;
    while (document->at < document->end && isalpha((unsigned char)*document->at)) {
        if (length < LONGEST_WORD) word[length++] = *document->at;
        document->at++;
    }
    word[length] = 0;
    while (document->at < document->end &&
           (isdigit((unsigned char)*document->at) || (!digits && *document->at == '-'))) {
        if (digits < sizeof number - 1) number[digits++] = *document->at;
        document->at++;
    }
    number[digits] = 0;
    if (document->at < document->end && *document->at == ' ') document->at++;
    if (!strcmp(word, "uc")) *without = strtol(number, NULL, 10) == 0;
    take_word(document, word, strtol(number, NULL, 10));
    if (*without) document->unread = 0;
}

// What follows a backslash.
static void read_control(Document *document, bool *without) {
    char symbol = *document->at;
    if (isalpha((unsigned char)symbol)) {
        read_word(document, without);
        return;
    }
    document->at++;
    if (symbol == '\'') put_byte(document);
    else if (symbol == '\n' || symbol == '\r') put(document, '\n');
    else if (symbol == '~') put(document, ' ');
    else if (symbol == '*' && !document->skipped) document->skipped = document->depth;
    else if (strchr("\\{}", symbol)) put(document, (uint32_t)symbol);
}

char *rtf_text(const char *data, size_t length, size_t *text_length, char note[160]) {
    Document document = {.at = data, .end = data + length, .text = malloc(2 * length + 4)};
    bool without = false;
    while (document.text && document.at < document.end) {
        char character = *document.at++;
        if (character == '{' && document.depth < MOST_DEPTH) document.depth++;
        else if (character == '}') {
            if (document.skipped == document.depth) document.skipped = 0;
            if (document.depth) document.depth--;
        } else if (character == '\\' && document.at < document.end) read_control(&document, &without);
        else if (character != '\n' && character != '\r' && character != '{') put(&document, (unsigned char)character);
    }
    if (!document.text) return NULL;
    document.text[document.used] = 0;
    *text_length = document.used;
    snprintf(note, 160, "saved as RTF; its text alone was taken");
    return document.text;
}

// online_text.c - from the HTML of an editor in a web page to the text that was typed.
//
// The HTML of platforms' editors is simple: paragraphs, line breaks, preformatted text, and entities for special
// characters. Everything else stays as it is, so that a program that was stored as plain text (a < b && c) survives.
#include "online_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
    const char *at, *end;
    char *text;
    size_t used;
} Page;

static void put(Page *page, char character) { page->text[page->used++] = character; }

static void put_break(Page *page) {
    if (page->used && page->text[page->used - 1] != '\n') put(page, '\n');
}

// As UTF-8, which is never longer than the entity was.
static void put_character(Page *page, uint32_t character) {
    if (character == 0xA0) put(page, ' '); // how editors keep several spaces
    else if (character < 0x80) put(page, (char)character);
    else if (character < 0x800) put(page, (char)(0xC0 | character >> 6)), put(page, (char)(0x80 | (character & 0x3F)));
    else if (character < 0x10000) {
        put(page, (char)(0xE0 | character >> 12));
        put(page, (char)(0x80 | (character >> 6 & 0x3F)));
        put(page, (char)(0x80 | (character & 0x3F)));
    }
}

static uint32_t named_character(const char *name, size_t length) {
    static const struct {
        const char *name;
        uint32_t character;
    } names[] = {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}, {"nbsp", 0xA0}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == length && !strncmp(name, names[i].name, length)) return names[i].character;
    if (length < 2 || length > 7 || name[0] != '#') return 0;
    char digits[8] = "", *end;
    memcpy(digits, name + 1, length - 1);
    bool hexadecimal = digits[0] == 'x' || digits[0] == 'X';
    unsigned long value = strtoul(digits + hexadecimal, &end, hexadecimal ? 16 : 10);
    return *end || value > 0xFFFF ? 0 : (uint32_t)value;
}

static bool take_entity(Page *page) {
    const char *stop = memchr(page->at, ';', (size_t)(page->end - page->at) < 12 ? (size_t)(page->end - page->at) : 12);
    uint32_t character = stop ? named_character(page->at + 1, (size_t)(stop - page->at - 1)) : 0;
    if (!character) return false;
    put_character(page, character);
    page->at = stop + 1;
    return true;
}

static bool is_tag(const char *name, size_t length) {
    static const char *const tags[] = {"p",      "br",   "div",  "pre", "code", "span", "b",    "i",         "em",
                                       "strong", "u",    "li",   "ol",  "ul",   "font", "a",    "tt",        "body",
                                       "h1",     "html", "head", "h2",  "h3",   "h4",   "meta", "blockquote"};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (strlen(tags[i]) == length && !strncasecmp(name, tags[i], length)) return true;
    return false;
}

// A tag that editors make; any other `<` is the program's.
static bool take_tag(Page *page) {
    const char *name = page->at + 1, *stop = memchr(page->at, '>', (size_t)(page->end - page->at));
    bool closes = name < page->end && *name == '/';
    if (closes) name++;
    size_t length = 0;
    while (stop && name + length < stop && isalnum((unsigned char)name[length])) length++;
    if (!stop || !is_tag(name, length)) return false;
    static const char *const breaks[] = {"p", "div", "pre", "li", "h1", "h2", "h3", "h4"};
    for (size_t i = 0; i < sizeof breaks / sizeof *breaks; i++)
        if (strlen(breaks[i]) == length && !strncasecmp(name, breaks[i], length)) put_break(page);
    page->at = stop + 1;
    if (length == 2 && !strncasecmp(name, "br", 2)) {
        put(page, '\n');
        page->at += page->at < page->end && *page->at == '\n'; // some editors write both
    }
    return true;
}

char *online_text(const char *html, size_t length, size_t *text_length) {
    Page page = {.at = html, .end = html + length, .text = malloc(length + 2)};
    if (!page.text) return NULL;
    while (page.at < page.end) {
        if (*page.at == '<' && take_tag(&page)) continue;
        if (*page.at == '&' && take_entity(&page)) continue;
        put(&page, *page.at++);
    }
    put_break(&page);
    page.text[page.used] = 0;
    *text_length = page.used;
    return page.text;
}

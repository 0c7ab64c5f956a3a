// online_text.c - from the HTML of an editor in a web page to the program that was typed.
//
// What platforms write around it: Moodle `<!DOCTYPE html><html><head>...</head><body>TEXT</body></html>`; Canvas the
// same with a title and, first in the body, a heading that repeats it; Sakai nothing. TEXT is what an editor left:
// paragraphs, line breaks, preformatted text, entities. No HTML parser reads it, on purpose: to one, `<n; i++) {` in a
// program that was stored as plain text is a tag, and gone. So only tags that editors make are tags here.
#define _GNU_SOURCE // memmem
#include "online_text.h"

#include "../device/system/text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
    const char *at, *end;
    char *text;
    size_t used;
    char title[256]; // of the page, which a heading repeats
    unsigned spaces, quotes, dashes;
    bool headed, unclosed; // a heading was seen; something has no end, so that nobody looks for ends again
} Page;

static void put(Page *page, char character) { page->text[page->used++] = character; }

static void put_break(Page *page) {
    if (page->used && page->text[page->used - 1] != '\n') put(page, '\n');
}

// ---- characters ----

// As UTF-8, which is never longer than the entity was.
static void put_character(Page *page, uint32_t character) {
    if (character < 0x80) put(page, (char)character);
    else if (character < 0x800) put(page, (char)(0xC0 | character >> 6)), put(page, (char)(0x80 | (character & 0x3F)));
    else if (character < 0x10000) {
        put(page, (char)(0xE0 | character >> 12));
        put(page, (char)(0x80 | (character >> 6 & 0x3F)));
        put(page, (char)(0x80 | (character & 0x3F)));
    } else {
        put(page, (char)(0xF0 | character >> 18));
        put(page, (char)(0x80 | (character >> 12 & 0x3F)));
        put(page, (char)(0x80 | (character >> 6 & 0x3F)));
        put(page, (char)(0x80 | (character & 0x3F)));
    }
}

typedef struct {
    const char *name;
    uint32_t character;
} Entity;
// Those of programs, and those that editors make of what is typed. Letters with accents follow by their place.
static const Entity entities[] = {
    {"lt", '<'},        {"gt", '>'},       {"amp", '&'},      {"quot", '"'},      {"apos", '\''},
    {"nbsp", 0xA0},     {"shy", 0xAD},     {"ensp", 0x2002},  {"emsp", 0x2003},   {"thinsp", 0x2009},
    {"zwnj", 0x200C},   {"zwj", 0x200D},   {"ndash", 0x2013}, {"mdash", 0x2014},  {"lsquo", 0x2018},
    {"rsquo", 0x2019},  {"sbquo", 0x201A}, {"ldquo", 0x201C}, {"rdquo", 0x201D},  {"bdquo", 0x201E},
    {"hellip", 0x2026}, {"prime", 0x2032}, {"Prime", 0x2033}, {"minus", 0x2212},  {"lsaquo", 0x2039},
    {"rsaquo", 0x203A}, {"euro", 0x20AC},  {"trade", 0x2122}, {"rarr", 0x2192},   {"larr", 0x2190},
    {"le", 0x2264},     {"ge", 0x2265},    {"ne", 0x2260},    {"lowast", 0x2217}, {"bull", 0x2022},
    {"num", '#'},       {"lpar", '('},     {"rpar", ')'},     {"lbrace", '{'},    {"rbrace", '}'},
    {"lcub", '{'},      {"rcub", '}'},     {"lbrack", '['},   {"rbrack", ']'},    {"lsqb", '['},
    {"rsqb", ']'},      {"semi", ';'},     {"comma", ','},    {"colon", ':'},     {"period", '.'},
    {"equals", '='},    {"plus", '+'},     {"ast", '*'},      {"midast", '*'},    {"sol", '/'},
    {"bsol", '\\'},     {"percnt", '%'},   {"excl", '!'},     {"quest", '?'},     {"lowbar", '_'},
    {"verbar", '|'},    {"vert", '|'},     {"Hat", '^'},      {"Tab", '\t'},      {"NewLine", '\n'},
    {"dollar", '$'},    {"commat", '@'},   {"grave", '`'},    {"pi", 0x3C0},      {"mu", 0x3BC},
    {"alpha", 0x3B1},   {"beta", 0x3B2},   {"lambda", 0x3BB}, {"theta", 0x3B8},   {"sigma", 0x3C3},
};
// U+00A1 to U+00FF, as HTML calls them.
static const char latin[] =
    "iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro "
    "para "
    "middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil "
    "Egrave "
    "Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute "
    "Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave "
    "iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn "
    "yuml ";

static uint32_t latin_character(const char *name, size_t length) {
    uint32_t character = 0xA1;
    for (const char *at = latin; *at; at = strchr(at, ' ') + 1, character++)
        if (!strncmp(at, name, length) && at[length] == ' ') return character;
    return 0;
}

static uint32_t numbered_character(const char *digits, size_t length) {
    char copy[10] = "", *end;
    bool hexadecimal = length && (digits[0] == 'x' || digits[0] == 'X');
    if (length <= hexadecimal || length >= sizeof copy) return 0;
    memcpy(copy, digits + hexadecimal, length - hexadecimal);
    if (!isxdigit((unsigned char)copy[0])) return 0;
    unsigned long value = strtoul(copy, &end, hexadecimal ? 16 : 10);
    bool surrogate = value >= 0xD800 && value < 0xE000;
    return *end || value > 0x10FFFF || surrogate ? 0 : (uint32_t)value;
}

static uint32_t named_character(const char *name, size_t length) {
    if (length && name[0] == '#') return numbered_character(name + 1, length - 1);
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
        if (strlen(entities[i].name) == length && !strncmp(name, entities[i].name, length))
            return entities[i].character;
    return latin_character(name, length);
}

static bool take_entity(Page *page) {
    const char *stop = memchr(page->at, ';', (size_t)(page->end - page->at) < 12 ? (size_t)(page->end - page->at) : 12);
    uint32_t character = stop ? named_character(page->at + 1, (size_t)(stop - page->at - 1)) : 0;
    if (!character) return false;
    put_character(page, character);
    page->at = stop + 1;
    return true;
}

// ---- tags ----

// Each between two spaces: those that begin a line, those that only dress it, and those whose contents are no text.
static const char breaking[] =
    " p div pre li h1 h2 h3 h4 h5 h6 tr table section article header footer ul ol hr dl dt dd ";
static const char dressing[] = " html body head meta link br code span b i em strong u s font a tt td th tbody thead "
                               "blockquote img sup sub small mark kbd samp var del ins label center wbr ";
static const char silent[] = " head title style script ";

static bool is_among(const char *names, const char *name, size_t length) {
    char word[32];
    if (!length || length > sizeof word - 3) return false;
    snprintf(word, sizeof word, " %.*s ", (int)length, name);
    for (char *at = word; *at; at++) *at = (char)tolower((unsigned char)*at);
    return strstr(names, word) != NULL;
}

// Behind the attributes at `at` and the ">" that ends them; NULL: these are none.
static const char *behind_attributes(const char *at, const char *end) {
    while (at < end) {
        while (at < end && isspace((unsigned char)*at)) at++;
        if (at < end && *at == '/') at++;
        if (at < end && *at == '>') return at + 1;
        const char *name = at;
        while (at < end && (isalnum((unsigned char)*at) || strchr("-_:.", *at))) at++;
        if (at == name || at >= end || !*at) return NULL;
        if (*at != '=') continue;
        if (++at < end && (*at == '"' || *at == '\'')) {
            const char *close = memchr(at + 1, *at, (size_t)(end - at - 1));
            if (!close) return NULL;
            at = close + 1;
        } else
            while (at < end && !isspace((unsigned char)*at) && *at != '>') at++;
    }
    return NULL;
}

typedef struct {
    const char *name, *behind;
    size_t length;
    bool closes;
} Tag;

static bool read_tag(const char *at, const char *end, Tag *tag) {
    *tag = (Tag){.name = at + 1, .closes = at + 1 < end && at[1] == '/'};
    tag->name += tag->closes;
    while (tag->name + tag->length < end && isalnum((unsigned char)tag->name[tag->length])) tag->length++;
    const char *next = tag->name + tag->length;
    bool known = is_among(breaking, tag->name, tag->length) || is_among(dressing, tag->name, tag->length) ||
                 is_among(silent, tag->name, tag->length);
    if (!known || next >= end || !(isspace((unsigned char)*next) || *next == '/' || *next == '>')) return false;
    return (tag->behind = behind_attributes(next, end)) != NULL;
}

// The tag that closes `tag`; NULL: there is none.
static const char *find_close(const char *at, const char *end, const Tag *tag, Tag *close) {
    for (; at < end; at++)
        if (*at == '<' && read_tag(at, end, close) && close->closes && close->length == tag->length &&
            !strncasecmp(close->name, tag->name, tag->length))
            return at;
    return NULL;
}

static bool is_called(const Tag *tag, const char *name) {
    return tag->length == strlen(name) && !strncasecmp(tag->name, name, tag->length);
}

static void keep_title(Page *page, const char *at, const char *end) {
    Tag title, close;
    for (; at < end; at++)
        if (*at == '<' && read_tag(at, end, &title) && is_called(&title, "title")) break;
    const char *stop = at < end ? find_close(title.behind, end, &title, &close) : NULL;
    if (stop) snprintf(page->title, sizeof page->title, "%.*s", (int)(stop - title.behind), title.behind);
}

// What is no text of the student's: a head, a style, and the first heading if it says what the title says.
static bool skip_contents(Page *page, const Tag *tag) {
    Tag close;
    bool heading = is_called(tag, "h1") && page->title[0] && !page->headed;
    if (tag->closes || page->unclosed || (!heading && !is_among(silent, tag->name, tag->length))) return false;
    const char *stop = find_close(tag->behind, page->end, tag, &close);
    page->unclosed = !stop;
    page->headed |= heading;
    if (!stop) return false;
    size_t length = (size_t)(stop - tag->behind);
    if (heading && (length != strlen(page->title) || memcmp(tag->behind, page->title, length))) return false;
    if (is_called(tag, "head")) keep_title(page, tag->behind, stop);
    page->at = close.behind;
    return true;
}

// A tag that editors make; any other `<` is the program's.
static bool take_tag(Page *page) {
    Tag tag;
    if (!read_tag(page->at, page->end, &tag)) return false;
    if (skip_contents(page, &tag)) return true;
    if (is_among(breaking, tag.name, tag.length)) put_break(page);
    page->at = tag.behind;
    bool line = is_called(&tag, "br");
    if (line) put(page, '\n');
    bool fresh = line || (is_called(&tag, "pre") && !tag.closes); // some editors write a line's end as well
    if (fresh && page->at < page->end && *page->at == '\r') page->at++;
    if (fresh && page->at < page->end && *page->at == '\n') page->at++;
    return true;
}

// <!DOCTYPE html>, <!-- comment -->, <?xml ... ?>
static bool take_declaration(Page *page) {
    size_t left = (size_t)(page->end - page->at);
    bool comment = left > 4 && !memcmp(page->at, "<!--", 4);
    if (comment && page->unclosed) return false;
    if (!comment && (left < 9 || (strncasecmp(page->at, "<!doctype", 9) && memcmp(page->at, "<?xml", 5)))) return false;
    const char *stop = page->at;
    if (comment) stop = memmem(page->at + 4, left - 4, "-->", 3);
    else stop = memchr(page->at, '>', left);
    if (!stop) return page->unclosed = true, false;
    page->at = stop + (comment ? 3 : 1);
    return true;
}

// ---- what editors make of a program ----

// What a character stands for in a program; NULL: for itself. inside: a comment or a text in quotes.
static const char *plain_of(Page *page, uint32_t character, bool inside) {
    static const struct {
        uint32_t first, last;
        const char *plain;
        char kind; // space, quote, dash, nothing to be seen
    } table[] = {
        {0xA0, 0xA0, " ", 's'},      {0x2000, 0x200A, " ", 's'},  {0x202F, 0x202F, " ", 's'},
        {0x3000, 0x3000, " ", 's'},  {0xAD, 0xAD, "", 's'},       {0x200B, 0x200D, "", 's'},
        {0xFEFF, 0xFEFF, "", 's'},   {0x2018, 0x201B, "'", 'q'},  {0x2032, 0x2032, "'", 'q'},
        {0x201C, 0x201F, "\"", 'q'}, {0x2033, 0x2033, "\"", 'q'}, {0x2010, 0x2013, "-", 'd'},
        {0x2212, 0x2212, "-", 'd'},  {0x2014, 0x2015, "--", 'd'}, {0x2026, 0x2026, "...", 'd'},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (character < table[i].first || character > table[i].last) continue;
        if (inside && table[i].kind != 's') return NULL;
        page->spaces += table[i].kind == 's';
        page->quotes += table[i].kind == 'q';
        page->dashes += table[i].kind == 'd';
        return table[i].plain;
    }
    return NULL;
}

// The length of the character at `at`, and its number; 0xFFFD where it is none.
static size_t next_character(const char *at, const char *end, uint32_t *character) {
    unsigned char first = (unsigned char)*at;
    size_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    *character = first < 0x80 ? first : UNFIT;
    if (length == 1 || (size_t)(end - at) < length) return 1;
    *character = first & (0xFFu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) return *character = UNFIT, 1;
        *character = *character << 6 | (at[i] & 0x3F);
    }
    return length;
}

// In comments and in texts between straight quotes characters are what their author wants; spaces are spaces
// everywhere.
static void undo_editor(Page *page) {
    const char *at = page->text, *end = page->text + page->used;
    char *out = page->text, inside = 0; // '"', '\'', '/' to the end of the line, '*' to the end of the comment
    while (at < end) {
        uint32_t character;
        size_t length = next_character(at, end, &character);
        const char *plain = character < 0x80 || character == UNFIT ? NULL : plain_of(page, character, inside);
        if (!inside && (*at == '"' || *at == '\'')) inside = *at;
        else if (!inside && *at == '/' && at + 1 < end && (at[1] == '/' || at[1] == '*')) inside = at[1];
        else if (inside == *at && inside != '/' && inside != '*') inside = 0;
        else if (inside == '*' && *at == '*' && at + 1 < end && at[1] == '/') inside = 0;
        else if (*at == '\n' && inside != '*') inside = 0;
        else if ((inside == '"' || inside == '\'') && *at == '\\' && at + 1 < end && at[1] != '\n') *out++ = *at++;
        if (plain)
            while (*plain) *out++ = *plain++;
        else {
            memmove(out, at, length);
            out += length;
        }
        at += length;
    }
    page->used = (size_t)(out - page->text);
}

static void say_what_was_done(const Page *page, char note[160]) {
    const struct {
        unsigned count;
        const char *one, *many;
    } undone[] = {{page->spaces, "non-breaking space", "non-breaking spaces"},
                  {page->quotes, "curly quote", "curly quotes"},
                  {page->dashes, "long dash", "long dashes"}};
    bool any = false;
    snprintf(note, 160, "typed into the page; the program alone was taken");
    for (size_t i = 0; i < sizeof undone / sizeof *undone; i++) {
        if (!undone[i].count) continue;
        text_append(note, 160, "%s%u %s", any ? ", " : ", made plain: ", undone[i].count,
                    undone[i].count == 1 ? undone[i].one : undone[i].many);
        any = true;
    }
}

char *online_text(const char *html, size_t length, size_t *text_length, char note[160]) {
    Page page = {.at = html, .end = html + length, .text = malloc(length + 2)};
    if (!page.text) return NULL;
    if (length >= 3 && !memcmp(html, "\xEF\xBB\xBF", 3)) page.at += 3;
    while (page.at < page.end) {
        if (*page.at == '<' && (take_declaration(&page) || take_tag(&page))) continue;
        if (*page.at == '&' && take_entity(&page)) continue;
        put(&page, *page.at++);
    }
    put_break(&page);
    undo_editor(&page);
    page.text[page.used] = 0;
    *text_length = page.used;
    say_what_was_done(&page, note);
    return page.text;
}

// ---- Blackboard ----

// A receipt has a few lines about the attempt and, each after a blank line, a head ("Submission Field:", in the
// server's language) with what belongs to it: what was typed, comments, files. What was typed may have lines like heads
// as well, so that the last two heads are found from the end.
typedef struct {
    const char *begin, *end; // a head's line; what belongs to it follows
} HeadLine;

static bool is_head(const char *line, const char *end, const char *before, const char *before_end) {
    while (end > line && end[-1] == '\r') end--;
    while (before_end > before && before_end[-1] == '\r') before_end--;
    return end > line + 1 && end[-1] == ':' && *line != ' ' && *line != '\t' && before && before == before_end;
}

// The first head, and the last but one. false: the text has not two.
static bool find_heads(const char *at, const char *end, HeadLine *first, HeadLine *comments) {
    const char *before = NULL, *before_end = NULL;
    HeadLine heads[2] = {{NULL, NULL}, {NULL, NULL}}; // the last two
    unsigned count = 0;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at)), *line_end = stop ? stop : end;
        if (is_head(at, line_end, before, before_end)) {
            heads[0] = heads[1];
            heads[1] = (HeadLine){at, line_end};
            if (!count++) *first = heads[1];
        }
        before = at;
        before_end = line_end;
        at = stop ? stop + 1 : end;
    }
    *comments = count > 2 ? heads[0] : heads[1];
    return count > 1;
}

char *online_text_of_receipt(const char *receipt, size_t length, size_t *text_length, char note[160]) {
    HeadLine field = {NULL, NULL}, comments = {NULL, NULL};
    if (find_heads(receipt, receipt + length, &field, &comments)) {
        const char *begin = field.end + (field.end < receipt + length);
        size_t typed = (size_t)(comments.begin - begin);
        // Where nothing was typed a sentence says so, and no program is without these.
        if (memchr(begin, ';', typed) || memchr(begin, '{', typed)) return online_text(begin, typed, text_length, note);
    }
    note[0] = 0;
    *text_length = 0;
    return calloc(1, 1);
}

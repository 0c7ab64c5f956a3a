// html.c - follows the tags of templates, and escapes what is put between them.
#include "html.h"

#include "text.h"
#include "text_arguments.h"

#include <string.h>

static void mistake(Html *page, const char *what) {
    if (page->mistake) return;
    page->mistake = what;
    memcpy(page->where, page->element, sizeof page->where);
}

static bool is_one_of(const char *name, const char *const *names) {
    while (*names && strcmp(*names, name) != 0) names++;
    return *names != NULL;
}

// ---- tags ----

static void element_open(Html *page) {
    static const char *const void_elements[] = {"br", "col", "hr", "img", "input", "link", "meta", NULL};
    if (page->empty || is_one_of(page->element, void_elements)) return;
    if (page->depth == HTML_DEPTH) mistake(page, "too many elements are open");
    else memcpy(page->open[page->depth++], page->element, HTML_NAME);
}

static void element_close(Html *page) {
    if (!page->depth || strcmp(page->open[page->depth - 1], page->element) != 0)
        mistake(page, "a tag closes what is not open");
    else page->depth--;
}

static void tag_end(Html *page) {
    if (page->closing) element_close(page);
    else element_open(page);
    page->state = HTML_TEXT;
}

static void tag_begin(Html *page) {
    page->closing = page->empty = false;
    page->element[0] = 0;
    page->state = HTML_TAG;
}

static void name_add(Html *page, char *name, char character) {
    size_t length = strlen(name);
    if (length + 1 == HTML_NAME) mistake(page, "a name is too long");
    else name[length] = character, name[length + 1] = 0;
}

// What of a tag is no name: blanks, the slash of an element without content, the end.
static void between(Html *page, char character) {
    page->state = HTML_IN_TAG;
    if (character == '>') tag_end(page);
    else if (character == '/') page->empty = true;
    else if (character != ' ' && character != '\n') {
        page->attribute[0] = 0;
        name_add(page, page->attribute, character);
        page->state = HTML_ATTRIBUTE;
    }
}

static bool ends_name(char character) { return strchr(" \n/>=", character) != NULL; }

static void read_tag(Html *page, char character) {
    if (character == '!' && !page->element[0]) page->state = HTML_DECLARATION;
    else if (character == '/' && !page->element[0]) page->closing = true;
    else if (ends_name(character)) between(page, character);
    else name_add(page, page->element, character);
}

static void read_attribute(Html *page, char character) {
    if (character == '=') page->state = HTML_EQUALS;
    else if (ends_name(character)) between(page, character);
    else name_add(page, page->attribute, character);
}

static void read_character(Html *page, char character) {
    switch (page->state) {
    case HTML_TEXT:
        if (character == '<') tag_begin(page);
        break;
    case HTML_TAG: read_tag(page, character); break;
    case HTML_DECLARATION:
        if (character == '>') page->state = HTML_TEXT;
        break;
    case HTML_IN_TAG: between(page, character); break;
    case HTML_ATTRIBUTE: read_attribute(page, character); break;
    case HTML_EQUALS:
        if (character != '"') mistake(page, "a value is not quoted");
        page->begun = false;
        page->state = character == '"' ? HTML_VALUE : HTML_DECLARATION; // which takes no arguments
        break;
    case HTML_VALUE:
        if (character == '"') page->state = HTML_IN_TAG;
        page->begun = true;
    }
}

static void write_markup(Html *page, const char *markup, size_t length) {
    for (size_t i = 0; i < length; i++) read_character(page, markup[i]);
    fwrite(markup, 1, length, page->out);
}

// ---- arguments ----

static void write_escaped(FILE *out, const char *text) {
    const char *from = text;
    for (uint32_t character; (character = text_next(&text)); from = text) switch (character) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\'': fputs("&#39;", out); break;
        case UNFIT: fputs("\uFFFD", out); break;
        default: fwrite(from, 1, (size_t)(text - from), out);
        }
}

static bool in_code(const Html *page) {
    static const char *const code[] = {"script", "style", NULL};
    return page->state == HTML_TEXT && page->depth && is_one_of(page->open[page->depth - 1], code);
}

static bool takes_arguments(const Html *page, bool number) {
    if (page->state == HTML_TEXT) return !in_code(page);
    if (page->state != HTML_VALUE || text_begins(page->attribute, "on")) return false;
    return number || strcmp(page->attribute, "style") != 0;
}

// Whether a browser would read the beginning of this address as a scheme. It passes over blanks and control characters.
static bool has_scheme(const char *address) { return address[strcspn(address, ":/?#")] == ':'; }

static void write_argument(Html *page, const char *text, bool number) {
    static const char *const addresses[] = {"href", "src", "action", "formaction", "data", "poster", NULL};
    if (!takes_arguments(page, number)) {
        mistake(page, "an argument stands where none is safe");
        return;
    }
    bool leads = page->state == HTML_VALUE && !page->begun && is_one_of(page->attribute, addresses);
    write_escaped(page->out, leads && has_scheme(text) ? "#" : text);
}

// Writes the argument of the conversion behind a '%', and returns what follows it.
static const char *write_conversion(Html *page, const char *at, va_list *list) {
    Argument argument;
    const char *rest = argument_next(at, list, &argument);
    if (argument.known && argument.whole) {
        write_argument(page, argument.text, argument.number);
        return rest;
    }
    mistake(page, "a conversion is not known");
    return rest + strlen(rest); // whose argument that would be is not known either
}

// ---- the page ----

Html html_begin(FILE *out) { return (Html){.out = out}; }

void html_write(Html *page, const char *template, ...) {
    va_list list;
    va_start(list, template);
    while (*template) {
        size_t length = strcspn(template, "%");
        bool percent = template[length] && template[length + 1] == '%';
        write_markup(page, template, length + percent);
        template += length + 2 * percent;
        if (*template == '%' && !percent) template = write_conversion(page, template + 1, &list);
    }
    va_end(list);
}

void html_code(Html *page, const char *code) {
    if (!in_code(page) || strstr(code, "</")) mistake(page, "code stands where it would be markup");
    else fputs(code, page->out);
}

bool html_end(Html *page) {
    memcpy(page->element, page->depth ? page->open[page->depth - 1] : "", page->depth ? HTML_NAME : 1);
    if (page->depth || page->state != HTML_TEXT) mistake(page, "an element is not closed");
    if (page->mistake) fprintf(page->out, HTML_MISTAKE "%s, at <%s> -->\n", page->mistake, page->where);
    return !page->mistake;
}

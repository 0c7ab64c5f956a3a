// html.h - one writer for everything that a browser reads.
//
// Markup is what our templates say, and nothing else:
//
//     html_write(page, "<td class=\"%s\">%s, %u</td>\n", tone, name, count);
//
// writes the template as it stands, and its arguments escaped, whatever they hold. The writer reads the template's
// tags:
//
// - An argument stands in text or in a quoted value: in no name, script or style sheet, and in no value that is code
//   (onclick="..."; style="..." takes numbers).
// - Values are quoted.
// - An address that begins with an argument (href="%s") has no scheme: "javascript:..." becomes "#".
// - Elements nest: each is closed by its own tag.
//
// A template may end anywhere: the next one goes on within the tag or value, and another function closes the element.
// One that breaks a rule is a mistake of ours. What does not belong there is left out, and the page ends with a comment
// that says what was wrong (HTML_MISTAKE), which no page in the tests may hold.
#ifndef HTML_H
#define HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#pragma GCC diagnostic warning "-Wformat-nonliteral" // a template is a literal

#define HTML_DEPTH 32 // elements within each other
#define HTML_NAME 24  // bytes of the name of an element or attribute
#define HTML_MISTAKE "<!-- html.h: "

typedef enum { HTML_TEXT, HTML_TAG, HTML_DECLARATION, HTML_IN_TAG, HTML_ATTRIBUTE, HTML_EQUALS, HTML_VALUE } HtmlState;

typedef struct {
    FILE *out;
    HtmlState state;                  // of the template
    char open[HTML_DEPTH][HTML_NAME]; // elements, the outermost first
    char element[HTML_NAME], attribute[HTML_NAME];
    unsigned depth;
    bool closing, empty;   // the tag: </p>, <rect/>
    bool begun;            // the value has a character of the template
    const char *mistake;   // the first; NULL: none
    char where[HTML_NAME]; // its element
} Html;

Html html_begin(FILE *out);
// The conversions are those of argument_next, and %%; no text is cut.
void html_write(Html *page, const char *template, ...) __attribute__((format(printf, 2, 3)));
// A script or style sheet of ours: `code`, as it stands, within <script> or <style>.
void html_code(Html *page, const char *code);
// false: there was a mistake, or an element is still open.
bool html_end(Html *page);

#endif

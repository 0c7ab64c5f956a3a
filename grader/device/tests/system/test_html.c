// test_html.c - the writer of pages: what strangers wrote stays text, and a template of ours that would let it be more
// is noticed.
#include "../../system/html.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

static char *text;
static size_t length;
static Html page;

static void setup(void) { page = html_begin(open_memstream(&text, &length)); }
static void forget(void) { free(text); }

static bool end(void) {
    bool sound = html_end(&page);
    fclose(page.out);
    return sound;
}

// ---- what is escaped ----

static const struct {
    const char *argument, *written;
} arguments[] = {
    {"<a href=\"x\" id='y'>&", "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;"},
    {"</td><script>alert(1)</script>", "&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;"},
    {"\x1b[31m\r\n", "\uFFFD[31m\uFFFD\uFFFD"},
    {"caf\xc3\xa9 \xe9", "caf\xc3\xa9 \uFFFD"}, // UTF-8, and a byte that is none
    {"\xe2\x80\xae", "\uFFFD"},                 // turns the direction of writing
    {"\xc0\xbc script", "\uFFFD\uFFFD script"}, // "<" in two bytes, an overlong encoding
    {"%s%n", "%s%n"},
    {"", ""},
};

START_TEST(arguments_are_escaped_in_text_and_values) {
    char expected[200];
    const char *written = arguments[_i].written;
    html_write(&page, "<p title=\"%s\">%s</p>", arguments[_i].argument, arguments[_i].argument);
    ck_assert(end());
    snprintf(expected, sizeof expected, "<p title=\"%s\">%s</p>", written, written);
    ck_assert_str_eq(text, expected);
}
END_TEST

START_TEST(characters_are_escaped_too) {
    html_write(&page, "<p>%c</p>", '<');
    ck_assert(end());
    ck_assert_str_eq(text, "<p>&lt;</p>");
}
END_TEST

static const struct {
    const char *address, *written;
} addresses[] = {
    {"students/ann/feedback.html#toy", "students/ann/feedback.html#toy"},
    {"a/b:c", "a/b:c"},
    {"?q=a:b", "?q=a:b"},
    {"javascript:alert(1)", "#"},
    {"JaVaScRiPt:alert(1)", "#"},
    {" javascript:alert(1)", "#"},
    {"java\tscript:alert(1)", "#"}, // browsers pass over tabs
    {"data:text/html,<b>", "#"},
    {":", "#"},
};

START_TEST(no_argument_brings_a_scheme) {
    char expected[200];
    html_write(&page, "<a href=\"%s\">x</a>", addresses[_i].address);
    ck_assert(end());
    snprintf(expected, sizeof expected, "<a href=\"%s\">x</a>", addresses[_i].written);
    ck_assert_str_eq(text, expected);
}
END_TEST

START_TEST(two_arguments_make_no_scheme_together) {
    html_write(&page, "<a href=\"%s%s\">x</a>", "javascript", ":alert(1)");
    ck_assert(end());
    ck_assert_str_eq(text, "<a href=\"javascript#\">x</a>");
}
END_TEST

START_TEST(numbers_are_written_as_printf_does) {
    char expected[500];
    html_write(&page, "%d|%u|%zu|%lld|%llu|%.0f|%.3g|%g|%c|100 %%", -7, 7u, (size_t)1 << 40, -1ll, -1ull, 1e300, 1234.5,
               0.25, 'x');
    ck_assert(end());
    snprintf(expected, sizeof expected, "%d|%u|%zu|%lld|%llu|%.0f|%.3g|%g|%c|100 %%", -7, 7u, (size_t)1 << 40, -1ll,
             -1ull, 1e300, 1234.5, 0.25, 'x');
    ck_assert_str_eq(text, expected);
}
END_TEST

START_TEST(templates_end_anywhere) {
    html_write(&page, "<!DOCTYPE html>\n<p cla");
    html_write(&page, "ss=\"a");
    html_write(&page, " %s\" hidden", "b");
    html_write(&page, "><br><img alt=\"x>y\"><rect x=\"%u\"/></", 1u);
    html_write(&page, "p>");
    ck_assert(end());
    ck_assert_str_eq(text, "<!DOCTYPE html>\n<p class=\"a b\" hidden><br><img alt=\"x>y\"><rect x=\"1\"/></p>");
}
END_TEST

// ---- mistakes of ours ----

#define HOSTILE "x onclick=alert(1)"

static void bare(void) { html_write(&page, "<p title=a%s></p>", HOSTILE); }
static void unquoted(void) { html_write(&page, "<p title=%s></p>", HOSTILE); }
static void single_quotes(void) { html_write(&page, "<p title='%s'></p>", "' " HOSTILE); }
static void attribute(void) { html_write(&page, "<p %s></p>", HOSTILE); }
static void element(void) { html_write(&page, "<%s></p>", HOSTILE); }
static void handler(void) { html_write(&page, "<p onclick=\"f('%s')\"></p>", HOSTILE); }
static void style(void) { html_write(&page, "<p style=\"color:%s\"></p>", HOSTILE); }
static void sheet(void) { html_write(&page, "<style>%s</style>", HOSTILE); }
static void script(void) { html_write(&page, "<script>let name = '%s';</script>", HOSTILE); }
static void comment(void) { html_write(&page, "<!-- %s -->", HOSTILE); }
static void code_as_text(void) { html_code(&page, HOSTILE); }
static void code_that_ends(void) {
    html_write(&page, "<script>");
    html_code(&page, "</script>" HOSTILE);
    html_write(&page, "</script>");
}
static void width(void) { html_write(&page, "<p>%8u</p>", 1u); }
static void open_at_the_end(void) { html_write(&page, "<p>"); }
static void open_tag(void) { html_write(&page, "<p></p"); }
static void crossed(void) { html_write(&page, "<b><i></b></i>"); }
static void closed_twice(void) { html_write(&page, "<b></b></b>"); }

static const struct {
    void (*write)(void);
    const char *says;
} mistakes[] = {
    {bare, "a value is not quoted, at <p>"},
    {unquoted, "an argument stands where none is safe, at <p>"},
    {single_quotes, "a value is not quoted, at <p>"},
    {attribute, "an argument stands where none is safe, at <p>"},
    {element, "an argument stands where none is safe, at <>"},
    {handler, "an argument stands where none is safe, at <p>"},
    {style, "an argument stands where none is safe, at <p>"},
    {sheet, "an argument stands where none is safe, at <style>"},
    {script, "an argument stands where none is safe, at <script>"},
    {comment, "an argument stands where none is safe, at <>"},
    {code_as_text, "code stands where it would be markup, at <>"},
    {code_that_ends, "code stands where it would be markup, at <script>"},
    {width, "a conversion is not known, at <p>"},
    {open_at_the_end, "an element is not closed, at <p>"},
    {open_tag, "an element is not closed, at <p>"},
    {crossed, "a tag closes what is not open, at <b>"},
    {closed_twice, "a tag closes what is not open, at <b>"},
};

START_TEST(mistakes_of_ours_are_said_and_let_nothing_in) {
    mistakes[_i].write();
    ck_assert(!end());
    const char *said = strstr(text, HTML_MISTAKE);
    ck_assert_ptr_nonnull(said);
    ck_assert_ptr_nonnull(strstr(said, mistakes[_i].says));
    ck_assert_ptr_null(strstr(text, "alert"));
}
END_TEST

START_TEST(elements_too_deep_are_said) {
    for (int i = 0; i <= HTML_DEPTH; i++) html_write(&page, "<b>");
    ck_assert(!end());
    ck_assert_ptr_nonnull(strstr(text, HTML_MISTAKE "too many elements are open"));
}
END_TEST

Suite *html_suite(void) {
    Suite *suite = suite_create("html");
    TCase *group = tcase_create("html");
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_loop_test(group, arguments_are_escaped_in_text_and_values, 0, COUNT(arguments));
    tcase_add_test(group, characters_are_escaped_too);
    tcase_add_loop_test(group, no_argument_brings_a_scheme, 0, COUNT(addresses));
    tcase_add_test(group, two_arguments_make_no_scheme_together);
    tcase_add_test(group, numbers_are_written_as_printf_does);
    tcase_add_test(group, templates_end_anywhere);
    tcase_add_loop_test(group, mistakes_of_ours_are_said_and_let_nothing_in, 0, COUNT(mistakes));
    tcase_add_test(group, elements_too_deep_are_said);
    suite_add_tcase(suite, group);
    return suite;
}

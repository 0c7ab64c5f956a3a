// test_online_text.c - programs that were typed into a platform's page come out of it as they were typed.
#include "submissions/online_text.h"

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What Moodle's assignsubmission_onlinetext writes around the text, and what Canvas's text_entry_page does.
#define MOODLE(text) "<!DOCTYPE html><html><head><meta charset=\"UTF-8\"></head><body>" text "</body></html>"
#define CANVAS(text)                                                                                                   \
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\"\n        "                                       \
    "\"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">\n<html xmlns=\"http://www.w3.org/1999/xhtml\">\n"    \
    "<head>\n  <meta http-equiv=\"Content-Type\" content=\"text/html;charset=utf-8\" />\n  <title>HW 1: Ann Lee"       \
    "</title>\n</head>\n<body>\n<h1>HW 1: Ann Lee</h1>\n<div style=\"width: 600px; margin: 20px auto; border: 1px "    \
    "solid #888; padding: 20px;\">\n  " text "\n</div>\n</body>\n</html>"

static const struct {
    const char *page, *text, *note; // note: a part of it, NULL: the program alone was taken, as it was
} pages[] = {
    {MOODLE("<p>int a;</p><p>int b; // a &lt; b &amp;&amp; c</p>"), "int a;\nint b; // a < b && c\n", NULL},
    {MOODLE("<pre>#include &lt;x.h&gt;\n  int a;\n</pre>"), "#include <x.h>\n  int a;\n", NULL},
    {MOODLE("int a;<br />\nint b;<br>int c;"), "int a;\nint b;\nint c;\n", NULL},
    {CANVAS("<p>int a;<br>int b;</p>"), "int a;\nint b;\n", NULL},
    {CANVAS("<h1>int a;</h1>"), "int a;\n", NULL}, // the student's own heading
    {"int a;", "int a;\n", NULL},
    {"<div>int a;</div><div><br></div><div>int b;</div>", "int a;\n\nint b;\n", NULL},
    {"<p>for (int i = 0; i<n; i++) { a[i]>0; }</p>", "for (int i = 0; i<n; i++) { a[i]>0; }\n", NULL},
    {"kernel<<<grid, block>>>(a);", "kernel<<<grid, block>>>(a);\n", NULL},
    {"if (i<b && c>d) x = static_cast<float>(y);", "if (i<b && c>d) x = static_cast<float>(y);\n", NULL},
    {"<p>if&nbsp;(a)&nbsp;&#160;b;</p>", "if (a)  b;\n", "3 non-breaking spaces"},
    {"<p>printf(&ldquo;a&rdquo;, &lsquo;b&rsquo;);</p>", "printf(\"a\", 'b');\n", "4 curly quotes"},
    {"<p>i\xE2\x80\x94; a \xE2\x80\x93 b \xE2\x88\x92 1;</p>", "i--; a - b - 1;\n", "3 long dashes"},
    {"<p>// it\xE2\x80\x99s \xE2\x80\x9Cgood\xE2\x80\x9D</p><p>a;</p>",
     "// it\xE2\x80\x99s \xE2\x80\x9Cgood\xE2\x80\x9D\na;\n", NULL},
    {"<p>f(\"&ldquo;\"); &hellip;</p>", "f(\"\xE2\x80\x9C\"); ...\n", NULL},
    {"<p>// K&ouml;nig &#x1F600; &#8211;</p>", "// K\xC3\xB6nig \xF0\x9F\x98\x80 \xE2\x80\x93\n", NULL},
    {"<p>&unknown; &#0; &#xD800; &#99999999; & a&b;</p>", "&unknown; &#0; &#xD800; &#99999999; & a&b;\n", NULL},
    {"<head><style>p { color: red }</style><title>x</title></head><body><p class=\"a\" id='b'>a;</p>", "a;\n", NULL},
    {"<!-- hidden --><p>a;</p><script>alert(1)</script>", "a;\n", NULL},
    {"<p>a;\xE2\x80\x8B\xC2\xAD</p>\xEF\xBB\xBF", "a;\n", "3 non-breaking"},
    {"<table><tr><td>a;</td></tr><tr><td>b;</td></tr></table>", "a;\nb;\n", NULL},
    {"<p>a\r\nb</p>", "a\r\nb\n", NULL},
    {"", "\n", NULL},
    {"<p", "<p\n", NULL},
    {"&", "&\n", NULL},
    {"<!--", "<!--\n", NULL},
};

START_TEST(program_alone_comes_out) {
    size_t length;
    char note[160], *text = online_text(pages[_i].page, strlen(pages[_i].page), &length, note);
    while (length && text[length - 1] == ' ') length--;
    const char *at = text + strspn(text, "\n "); // what stands around the text in the page
    bool empty = !*at;
    ck_assert_msg(empty ? pages[_i].text[0] == '\n' || !pages[_i].text[0]
                        : !strncmp(at, pages[_i].text, strlen(pages[_i].text)),
                  "%s", text);
    ck_assert_msg(empty || strspn(at + strlen(pages[_i].text), "\n ") == strlen(at + strlen(pages[_i].text)), "%s",
                  text);
    ck_assert_msg(strstr(note, "the program alone was taken") != NULL, "%s", note);
    ck_assert_msg(pages[_i].note ? strstr(note, pages[_i].note) != NULL : !strstr(note, "made plain") || _i == 14, "%s",
                  note);
    free(text);
}
END_TEST

static const struct {
    const char *field, *text;
} receipts[] = {
    {"There is no student submission text data for this assignment.\n", ""},
    {"<p>int a;</p><p>int b;</p>\n", "int a;\nint b;\n\n\n"},
    {"int a;\nint b;\n", "int a;\nint b;\n\n"},
};

START_TEST(receipt_holds_what_was_typed) {
    char receipt[500], note[160];
    size_t length;
    snprintf(receipt, sizeof receipt,
             "Name: Ann Lee (ann7)\nAssignment: HW 1\nDate Submitted: Tuesday, 21 April 2020 06:34:13 o'clock BST\n"
             "Current Mark: Needs Marking\n\nSubmission Field:\n%s\nComments:\nint c;\n\nFiles:\n",
             receipts[_i].field);
    char *text = online_text_of_receipt(receipt, strlen(receipt), &length, note);
    ck_assert_str_eq(text, receipts[_i].text);
    ck_assert_uint_eq(length, strlen(receipts[_i].text));
    ck_assert_int_eq(note[0] != 0, _i > 0);
    free(text);
}
END_TEST

// A megabyte of what has no end, of each kind, is read in a moment.
START_TEST(hostile_page_is_read_in_a_moment) {
    static const char *const parts[] = {"<style>", "<!--", "<p a=\"",  "<p a='b\" ", "&lt",
                                        "<",       "<h1>", "<title>x", "<p "};
    size_t length = 1 << 20, step = strlen(parts[_i]), out;
    char *page = malloc(length), note[160];
    for (size_t i = 0; i < length; i++) page[i] = parts[_i][i % step];
    memcpy(page, "<head><title>x</title></head>", 29);
    char *text = online_text(page, length, &out, note);
    ck_assert_uint_le(out, length + 1);
    free(text);
    free(page);
}
END_TEST

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

Suite *online_text_suite(void) {
    Suite *suite = suite_create("online_text");
    TCase *group = tcase_create("online_text");
    tcase_add_loop_test(group, program_alone_comes_out, 0, COUNT(pages));
    tcase_add_loop_test(group, receipt_holds_what_was_typed, 0, COUNT(receipts));
    tcase_add_loop_test(group, hostile_page_is_read_in_a_moment, 0, 9);
    suite_add_tcase(suite, group);
    return suite;
}

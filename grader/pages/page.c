// page.c - the frame of each page, and small pieces of them.
#include "pages.h"

#include "../emulate/output/page/html_style.h"
#include "../system/text.h"

#include <string.h>

void page_begin(FILE *out, const PageHead *head) {
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'",
          out);
    if (head->script) fprintf(out, "; script-src '%s'", head->script);
    fputs("\">\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>", out);
    print_html(out, head->title);
    fputs("</title>\n<style>\n", out);
    for (const char *const *part = html_style; *part; part++) fputs(*part, out);
    for (const char *const *part = page_style; *part; part++) fputs(*part, out);
    fputs("</style>\n</head>\n<body>\n<main>\n<header>", out);
    if (head->back) {
        fprintf(out, "<p class=\"back\"><a href=\"%s\">", head->back);
        print_html(out, head->back_words);
        fputs("</a></p>", out);
    }
    fputs("<h1>", out);
    print_html(out, head->title);
    fputs("</h1></header>\n", out);
}

void page_end(FILE *out) { fputs("</main>\n</body>\n</html>\n", out); }

void page_bar(FILE *out, double share, const char *tone, const char *words) {
    fprintf(
        out,
        "<span class=\"bar\" role=\"img\" aria-label=\"%s\"><span class=\"%s\" style=\"width:%.1f%%\"></span></span>",
        words, tone, 100 * share);
}

void page_lines(FILE *out, const char *text, size_t length) {
    char clean[1000];
    for (size_t bytes; length; text += bytes, length -= bytes) {
        const char *stop = memchr(text, '\n', length);
        bool whole = stop && (size_t)(stop - text) < sizeof clean;
        bytes = whole ? (size_t)(stop - text) : length < sizeof clean ? length : sizeof clean - 1;
        text_clean(clean, sizeof clean, text, bytes, true);
        print_html(out, clean);
        if (whole) fputc('\n', out), bytes++;
    }
}

void page_why(FILE *out, const char *words) {
    if (!words[0]) return;
    fputs("<span class=\"why\">", out);
    print_html(out, words);
    fputs("</span>", out);
}

const char *page_plural(unsigned count, const char *one, const char *several) { return count == 1 ? one : several; }

const char *page_tone(int points, int max_points) {
    if (points >= max_points) return "full";
    return 2 * points >= max_points ? "most" : points > 0 ? "some" : "none";
}

const char *page_state_tone(VerdictState state) {
    if (state == STATE_passed) return "good";
    return state == STATE_not_started || state_waits(state) ? "soft" : "bad";
}

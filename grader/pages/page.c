// page.c - the frame of each page, and small pieces of them.
#include "pages.h"

#include "../device/emulate/output/page/html_style.h"
#include "../device/system/text.h"

#include <string.h>

Html page_begin(FILE *file, const PageHead *head) {
    Html page = html_begin(file), *out = &page;
    html_write(out,
               "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'");
    if (head->script) html_write(out, "; script-src '%s'", head->script);
    html_write(out, "\">\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>%s</title>\n<style>\n", head->title);
    for (const char *const *part = html_style; *part; part++) html_code(out, *part);
    for (const char *const *part = page_style; *part; part++) html_code(out, *part);
    html_write(out, "</style>\n</head>\n<body>\n<main>\n<header>");
    if (head->back) {
        html_write(out, "<p class=\"back\"><a href=\"%s\">%s</a></p>", head->back, head->back_words);
    }
    html_write(out, "<h1>%s</h1></header>\n", head->title);
    return page;
}

void page_end(Html *out) {
    html_write(out, "</main>\n</body>\n</html>\n");
    html_end(out);
}

void page_bar(Html *out, double share, const char *tone, const char *words) {
    html_write(
        out,
        "<span class=\"bar\" role=\"img\" aria-label=\"%s\"><span class=\"%s\" style=\"width:%.1f%%\"></span></span>",
        words, tone, 100 * share);
}

void page_lines(Html *out, const char *text, size_t length) {
    char clean[1000];
    for (size_t bytes; length; text += bytes, length -= bytes) {
        const char *stop = memchr(text, '\n', length);
        bool whole = stop && (size_t)(stop - text) < sizeof clean;
        bytes = whole ? (size_t)(stop - text) : length < sizeof clean ? length : sizeof clean - 1;
        text_clean(clean, sizeof clean, text, bytes, true);
        html_write(out, "%s", clean);
        if (whole) html_write(out, "\n"), bytes++;
    }
}

void page_why(Html *out, const char *words) {
    if (!words[0]) return;
    html_write(out, "<span class=\"why\">%s</span>", words);
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

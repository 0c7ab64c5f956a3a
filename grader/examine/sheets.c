// sheets.c - pages for an examination: the sheet that a student writes on, its key, and a card for an oral one.
#include "../device/system/hash.h"
#include "../device/system/html.h"
#include "examine.h"

#include <string.h>

static const char style[] =
    "@page{size:A4;margin:14mm}*{box-sizing:border-box}"
    "body{font:10.5pt/1.4 system-ui,sans-serif;color:#111;background:#fff;max-width:190mm;margin:0 auto;padding:6mm}"
    "h1{font-size:14pt;margin:0}header{display:flex;justify-content:space-between;border-bottom:1pt solid #111;"
    "padding-bottom:2mm;margin-bottom:3mm}"
    "pre{font:8.5pt/1.32 ui-monospace,monospace;margin:0;white-space:pre-wrap;tab-size:4}"
    "pre.code{border:.5pt solid #999;padding:2mm;margin-bottom:4mm}"
    "pre .n{display:inline-block;width:2.6em;color:#777;text-indent:0}"
    "pre .line{display:block;padding-left:4.6em;text-indent:-4.6em;min-height:1.32em}"
    "pre.change{background:#f3f3f3;padding:1mm 2mm;margin:1mm 0}b.new{font-weight:800;text-decoration:underline}"
    ".q{display:grid;grid-template-columns:7mm 1fr 46mm;column-gap:3mm;margin-bottom:4mm;break-inside:avoid}"
    ".q>b{font-size:12pt}.q p{margin:0}.box{border:1pt solid #111;height:13mm;width:46mm;font-size:8pt;color:#777;"
    "padding:1mm}.answer{font-weight:700;font-size:12pt}.soft{color:#555}ul{margin:1mm 0;padding-left:5mm}"
    ".card{border:1pt solid #111;padding:4mm;margin-bottom:6mm;break-inside:avoid}.card h2{font-size:12pt;margin:0 0 "
    "2mm}"
    ".tag{font:8pt ui-monospace,monospace;color:#777}";

static Html begin(FILE *out, const Sheet *sheet, const char *what) {
    Html page = html_begin(out);
    html_write(&page, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s: %s</title>\n<style>",
               what, sheet->student);
    html_code(&page, style);
    html_write(&page, "</style></head>\n<body><header><h1>%s</h1><span>%s &#183; %s</span></header>\n", what,
               sheet->student, sheet->exercise->name);
    return page;
}

static void end(Html *page) {
    html_write(page, "</body></html>\n");
    html_end(page);
}

// The source from its first line of code on, with the numbers of its lines. Comments before it are the task's, and
// lines "//= ..." are other answers.
static void write_code(Html *page, const Sheet *sheet) {
    unsigned line = 0;
    bool begun = false;
    html_write(page, "<pre class=\"code\">");
    for (const char *at = sheet->source; *at;) {
        size_t length = strcspn(at, "\n");
        line++;
        begun |= length && strncmp(at, "//", 2) != 0 && strncmp(at, "#include", 8) != 0;
        if (begun && strncmp(at, "//=", 3) != 0) {
            char text[400];
            snprintf(text, sizeof text, "%.*s", (int)length, at);
            html_write(page, "<span class=\"line\"><span class=\"n\">%u</span>%s</span>", line, text);
        }
        at += length + (at[length] == '\n');
    }
    html_write(page, "</pre>\n");
}

// What is new is bold, and what is gone is struck out.
static void write_change(Html *page, const Change *change) {
    char before[200], new[200];
    if (!change->line) return;
    snprintf(before, sizeof before, "%.*s", (int)change->from, change->shown);
    snprintf(new, sizeof new, "%.*s", (int)(change->to - change->from), change->shown + change->from);
    html_write(page, "<pre class=\"change\"><span class=\"n\">%u</span>%s", change->line, before);
    if (change->to > change->from) html_write(page, "<b class=\"new\">%s</b>", new);
    else html_write(page, "<b><s>%s</s></b>", change->was);
    html_write(page, "%s</pre>", change->shown + change->to);
}

// What stands between two backticks is code.
static void write_words(Html *page, const char *words) {
    for (bool code = false; *words;) {
        char part[sizeof((Asked *)NULL)->asks];
        size_t length = strcspn(words, "`\n");
        snprintf(part, sizeof part, "%.*s", (int)length, words);
        if (code) html_write(page, "<code>%s</code>", part);
        else html_write(page, "%s", part);
        if (words[length] == '\n') html_write(page, "<br>");
        else code = !code;
        words += length + (words[length] != 0);
    }
}

static void write_launches(Html *page, const Sheet *sheet) {
    html_write(page, "<p class=\"soft\">All questions are about the run with <b>%s</b>. %s</p>\n", sheet->sizes,
               sheet->launched);
}

void sheet_write(FILE *out, const Sheet *sheet) {
    Html page = begin(out, sheet, "Questions on your program");
    write_launches(&page, sheet);
    write_code(&page, sheet);
    for (unsigned i = 0; i < sheet->asked; i++) {
        const Asked *asked = &sheet->questions->items[i];
        html_write(&page, "<div class=\"q\"><b>%u</b><div><p>", i + 1);
        write_words(&page, asked->asks);
        html_write(&page, "</p>");
        write_change(&page, &asked->change);
        html_write(&page, "</div><div class=\"box\">answer %u</div></div>\n", i + 1);
    }
    if (sheet->reason[0]) html_write(&page, "<p class=\"soft\">%s</p>\n", sheet->reason);
    end(&page);
}

void asked_tag(const Asked *asked, char tag[TAG_BYTES]) {
    snprintf(tag, TAG_BYTES, "%06x", (unsigned)(hash_bytes(asked->asks, strlen(asked->asks)) & 0xffffff));
}

static void write_answer(Html *page, const Asked *asked, unsigned number) {
    char tag[TAG_BYTES];
    html_write(page, "<div class=\"q\"><b>%u</b><div><p>", number);
    write_words(page, asked->asks);
    html_write(page, "</p>");
    write_change(page, &asked->change);
    html_write(page, "<p><span class=\"answer\">%s</span> &#8194;%s</p>", asked->key, asked->why);
    if (asked->ran[0]) html_write(page, "<p class=\"soft\">%s</p>", asked->ran);
    html_write(page, "<ul>");
    for (unsigned m = 0; m < asked->miss_count; m++)
        html_write(page, "<li><b>%s</b>: %s</li>", asked->misses[m].answer, asked->misses[m].says);
    asked_tag(asked, tag);
    html_write(page, "</ul></div><span class=\"tag\">%s<br>veto: %s</span></div>\n", ask_names[asked->kind], tag);
}

void sheet_write_key(FILE *out, const Sheet *sheet) {
    Html page = begin(out, sheet, "Key");
    write_launches(&page, sheet);
    for (unsigned i = 0; i < sheet->asked; i++) write_answer(&page, &sheet->questions->items[i], i + 1);
    if (sheet->reason[0]) html_write(&page, "<p>%s</p>\n", sheet->reason);
    if (sheet->questions->count > sheet->asked) html_write(&page, "<h1>Spare questions</h1>\n");
    for (unsigned i = sheet->asked; i < sheet->questions->count; i++)
        write_answer(&page, &sheet->questions->items[i], i + 1);
    end(&page);
}

void sheet_write_card(FILE *out, const Sheet *sheet) {
    Html page = begin(out, sheet, "Oral examination, ten minutes");
    html_write(&page, "<div class=\"card\"><h2>Ask for the idea first: what does each block do, and why?</h2>\n");
    write_launches(&page, sheet);
    for (unsigned i = 0; i < sheet->asked; i++) {
        const Asked *asked = &sheet->questions->items[i];
        html_write(&page, "<div class=\"q\"><b>%u</b><div><p>", i + 1);
        write_words(&page, asked->asks);
        html_write(&page, "</p>");
        write_change(&page, &asked->change);
        html_write(&page, "<p class=\"soft\">%s</p></div><p><span class=\"answer\">%s</span>", asked->why, asked->key);
        for (unsigned m = 0; m < asked->miss_count && m < 2; m++)
            html_write(&page, "<br><span class=\"soft\">%s: %s</span>", asked->misses[m].answer, asked->misses[m].says);
        html_write(&page, "</p></div>\n");
    }
    html_write(&page, "</div>\n");
    if (sheet->reason[0]) html_write(&page, "<p>%s</p>\n", sheet->reason);
    end(&page);
}

// alike_page.c - two submissions that have much in common, beside each other, and the list of such pairs.
#include "pages.h"

#include "../system/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const PageSide *side;
    const Run *runs; // in the order of this side's text
    const unsigned *order;
    unsigned count;
    char own, other; // letters of the anchors
} Column;

static unsigned first_of(const Column *column, unsigned run) {
    return column->own == 'l' ? column->runs[run].left : column->runs[run].right;
}

static void write_mark(FILE *out, const Column *column, unsigned run, const char *from, const char *to) {
    fprintf(out, "<mark class=\"%c\" id=\"%c%u\"><a href=\"#%c%u\">%u</a> ", "abcd"[run % 4], column -> own, run + 1,
            column -> other, run + 1, run + 1);
    page_lines(out, from, (size_t)(to - from));
    fputs("</mark>", out);
}

static void write_column(FILE *out, const Column *column) {
    const char *source = column->side->source, *at = source;
    const Token *tokens = column->side->prints->tokens.tokens;
    fputs("<div><h3><a href=\"../students/", out);
    fprintf(out, "%s/feedback.html\">", column->side->id);
    print_html(out, column->side->student);
    fputs("</a></h3>\n<pre class=\"file\">", out);
    for (unsigned i = 0; i < column->count; i++) {
        unsigned run = column->order[i], first = first_of(column, run);
        const Token *last = &tokens[first + column->runs[run].length - 1];
        const char *from = source + tokens[first].offset, *to = source + last->offset + last->length;
        page_lines(out, at, (size_t)(from - at));
        write_mark(out, column, run, from, to);
        at = to;
    }
    page_lines(out, at, strlen(at));
    fputs("</pre></div>\n", out);
}

// Sorts the runs, which are few and do not overlap, in the order of this side.
static void sort_for(const Column *column, unsigned *order) {
    for (unsigned i = 0; i < column->count; i++) {
        unsigned at = i;
        for (; at && first_of(column, order[at - 1]) > first_of(column, i); at--) order[at] = order[at - 1];
        order[at] = i;
    }
}

static void write_sides(FILE *out, const Run *runs, unsigned count, const PageSide *left, const PageSide *right) {
    unsigned *order = calloc(count + 1, sizeof *order);
    Column columns[] = {{left, runs, order, count, 'l', 'r'}, {right, runs, order, count, 'r', 'l'}};
    fputs("<div class=\"beside\">\n", out);
    for (size_t i = 0; order && i < COUNT_OF(columns); i++) {
        sort_for(&columns[i], order);
        write_column(out, &columns[i]);
    }
    fputs("</div>\n", out);
    free(order);
}

static void write_measure(FILE *out, const Pair *pair) {
    fprintf(out, "%.0f\u00a0%% of the shorter one's own code, %.0f\u00a0%% of the names in it letter for letter",
            100 * pair->share, 100 * pair->names);
}

void page_pair(FILE *out, const Exercise *exercise, const Pair *pair, const PageSide *left, const PageSide *right) {
    char title[400];
    Run *runs;
    int count = runs_find(left->prints, right->prints, &runs);
    snprintf(title, sizeof title, "%s and %s: %s", left->student, right->student, exercise->name);
    page_begin(out, &(PageHead){.title = title, .back = "index.html", .back_words = "all pairs"});
    fputs("<p>In common: ", out);
    write_measure(out, pair);
    fputs(". Stretches with the same number are the same but for names, comments and blanks; what the skeleton or the "
          "solution has is not marked as long as nothing of their own stands beside it.</p>\n",
          out);
    write_sides(out, runs, count > 0 ? (unsigned)count : 0, left, right);
    page_end(out);
    free(runs);
}

// ---- the list ----

static void write_pair(FILE *out, const PagePair *pair) {
    fprintf(out, "<tr><td class=\"text name\"><a href=\"%s\">", pair->file);
    print_html(out, pair->left);
    fputs(" and ", out);
    print_html(out, pair->right);
    fprintf(out,
            "</a></td><td data-title=\"exercise\" class=\"text\"><code>%s</code></td>"
            "<td data-title=\"in common\">%.0f\u00a0%%</td><td data-title=\"same names\">%.0f\u00a0%%</td></tr>\n",
            pair->exercise->name, 100 * pair->pair.share, 100 * pair->pair.names);
}

void page_pairs(FILE *out, const PagePairs *pairs) {
    page_begin(out, &(PageHead){.title = "Alike submissions", .back = "../class.html", .back_words = "the class"});
    fputs("<p class=\"first\"><b>A hint where to look, and no verdict.</b> Two students who had the same idea may look "
          "alike, the more so the shorter an answer is; talk to them before you believe it.</p>\n",
          out);
    fprintf(out, "<p>%u files were compared; %u more have too little of their own. ", pairs->compared,
            pairs->too_short);
    fputs(
        "Names, comments, blanks and the order of functions do not matter. Code that the skeleton or the solution has, "
        "or a quarter of the class, does not count. Not found: what is written in other statements, and who took the "
        "published solution. The method is winnowing (Schleimer, Wilkerson, Aiken, SIGMOD 2003).</p>\n",
        out);
    if (!pairs->count) fputs("<p>No two of them have half of their own code in common.</p>\n", out);
    else
        fputs("<table class=\"launches\"><thead><tr><th scope=\"col\" class=\"text\">students</th><th scope=\"col\" "
              "class=\"text\">exercise</th><th scope=\"col\" title=\"of the shorter one's own code\">in common</th>"
              "<th scope=\"col\" title=\"of the names in that, letter for letter\">same "
              "names</th></tr></thead>\n<tbody>\n",
              out);
    for (unsigned i = 0; i < pairs->count; i++) write_pair(out, &pairs->pairs[i]);
    if (pairs->count) fputs("</tbody></table>\n", out);
    if (pairs->more) fprintf(out, "<p>And %u more pairs.</p>\n", pairs->more);
    page_end(out);
}

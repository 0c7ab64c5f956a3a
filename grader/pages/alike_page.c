// alike_page.c - two submissions that have much in common, beside each other, and the list of such pairs.
#include "pages.h"

#include "../system/text.h"

#include <stdlib.h>
#include <string.h>

// ---- two files ----

// A statement that both files have: where it is here, and the number of its run.
typedef struct {
    unsigned offset, end, run;
} Marked;

typedef struct {
    const PageSide *side;
    Marked *marked; // in the order of the text
    unsigned count;
    char own, other; // letters of the anchors
} Column;

static int by_place(const void *left, const void *right) {
    const Marked *a = left, *b = right;
    if (a->offset != b->offset) return a->offset < b->offset ? -1 : 1;
    return (a->end < b->end) - (a->end > b->end);
}

// Statements in the order of the text; neighbours of one run become one, and what lies within another is left out.
static void column_make(Column *column, const Run *runs, unsigned run_count) {
    unsigned kept = 0;
    for (unsigned r = 0; r < run_count; r++)
        for (unsigned i = 0; i < runs[r].length; i++) {
            const Statement *unit =
                &column->side->digest->units[(column->own == 'l' ? runs[r].left : runs[r].right) + i];
            column->marked[column->count++] = (Marked){unit->offset, unit->end, r + 1};
        }
    if (column->count) qsort(column->marked, column->count, sizeof *column->marked, by_place);
    for (unsigned i = 0; i < column->count; i++) {
        Marked *last = kept ? &column->marked[kept - 1] : NULL, here = column->marked[i];
        if (last && here.offset < last->end) continue;
        if (last && last->run == here.run) last->end = here.end;
        else column->marked[kept++] = here;
    }
    column->count = kept;
}

static bool is_first(const Column *column, unsigned index) {
    for (unsigned i = 0; i < index; i++)
        if (column->marked[i].run == column->marked[index].run) return false;
    return true;
}

static void write_mark(Html *out, const Column *column, unsigned index) {
    const Marked *marked = &column->marked[index];
    html_write(out, "<mark class=\"%c\"", "abcd"[marked->run % 4]);
    if (is_first(column, index)) html_write(out, " id=\"%c%u\"", column->own, marked->run);
    html_write(out, "><a href=\"#%c%u\">%u</a> ", column->other, marked->run, marked->run);
    page_lines(out, column->side->source + marked->offset, marked->end - marked->offset);
    html_write(out, "</mark>");
}

static void write_column(Html *out, const Column *column) {
    const PageSide *side = column->side;
    const char *at = side->source;
    html_write(out, "<div><h3>");
    if (side->id) html_write(out, "<a href=\"../students/%s/feedback.html\">", side->id);
    html_write(out, "%s", side->student);
    html_write(out, side->id ? "</a></h3>\n<pre class=\"file\">" : "</h3>\n<pre class=\"file\">");
    for (unsigned i = 0; i < column->count; i++) {
        const char *from = side->source + column->marked[i].offset;
        page_lines(out, at, (size_t)(from - at));
        write_mark(out, column, i);
        at = side->source + column->marked[i].end;
    }
    page_lines(out, at, strlen(at));
    html_write(out, "</pre></div>\n");
}

static void write_sides(Html *out, const Run *runs, unsigned count, const PageSide *left, const PageSide *right) {
    const PageSide *const sides[] = {left, right};
    html_write(out, "<div class=\"beside\">\n");
    for (int i = 0; i < 2; i++) {
        Column column = {.side = sides[i], .own = "lr"[i], .other = "rl"[i]};
        column.marked = calloc(sides[i]->digest->unit_count + 1, sizeof *column.marked);
        if (!column.marked) continue;
        column_make(&column, runs, count);
        write_column(out, &column);
        free(column.marked);
    }
    html_write(out, "</div>\n");
}

static void write_measure(Html *out, const PagePair *pair) {
    if (pair->pair.same_text) {
        html_write(out, pair->kind == PAIR_IDENTICAL && !pair->reworded
                            ? "<p>The files are the same to the byte.</p>\n"
                            : "<p>The files differ in comments and layout alone.</p>\n");
        return;
    }
    html_write(
        out,
        "<p>In common: %.0f\u00a0%% of what their programs do, %.0f\u00a0%% of how that is written, %.0f\u00a0%% of "
        "the names. Statements with the same number do the same, whatever their names, types, literals and order; "
        "what was given out is not counted.</p>\n",
        100 * pair->pair.share, 100 * pair->pair.spelling, 100 * pair->pair.names);
}

void page_pair(FILE *file, const PagePair *pair, const PageSide *left, const PageSide *right, const Given *given) {
    char title[800];
    Run *runs = NULL;
    int count = runs_find(left->digest, right->digest, given, &runs);
    snprintf(title, sizeof title, "%s and %s: %s", pair->left, pair->right, pair->exercise->name);
    Html out = page_begin(file, &(PageHead){.title = title, .back = "index.html", .back_words = "all pairs"});
    write_measure(&out, pair);
    write_sides(&out, runs, count > 0 ? (unsigned)count : 0, left, right);
    page_end(&out);
    free(runs);
}

// ---- the list ----

static void write_row(Html *out, const PagePair *pair) {
    html_write(out,
               "<tr><td class=\"text name\"><a href=\"%s\">%s and %s</a></td><td data-title=\"exercise\" "
               "class=\"text\"><code>%s</code></td>",
               pair->file, pair->left, pair->right, pair->exercise->name);
    if (pair->pair.same_text)
        html_write(out, "<td class=\"text\" colspan=\"3\">%s</td></tr>\n",
                   pair->kind == PAIR_IDENTICAL && !pair->reworded ? "the same to the byte"
                                                                   : "the same but for comments and layout");
    else
        html_write(out,
                   "<td data-title=\"in common\">%.0f\u00a0%%</td><td data-title=\"as written\">%.0f\u00a0%%</td>"
                   "<td data-title=\"same names\">%.0f\u00a0%%</td></tr>\n",
                   100 * pair->pair.share, 100 * pair->pair.spelling, 100 * pair->pair.names);
}

static void write_kind(Html *out, const PagePairs *pairs, PairKind kind, const char *title, const char *words) {
    bool any = false;
    for (unsigned i = 0; i < pairs->count; i++) any |= pairs->pairs[i].kind == kind;
    if (!any) return;
    html_write(
        out,
        "<h2>%s</h2>\n<p class=\"soft\">%s</p>\n<table class=\"launches\"><thead><tr><th scope=\"col\" "
        "class=\"text\">students</th><th scope=\"col\" class=\"text\">exercise</th><th scope=\"col\" title=\"of what "
        "the programs do\">in common</th><th scope=\"col\" title=\"of the tokens, but for names\">as written</th><th "
        "scope=\"col\" title=\"of the names they chose\">same names</th></tr></thead>\n<tbody>\n",
        title, words);
    for (unsigned i = 0; i < pairs->count; i++)
        if (pairs->pairs[i].kind == kind) write_row(out, &pairs->pairs[i]);
    html_write(out, "</tbody></table>\n");
}

void page_pairs(FILE *file, const PagePairs *pairs) {
    Html out =
        page_begin(file, &(PageHead){.title = "Alike submissions", .back = "../class.html", .back_words = "the class"});
    html_write(&out,
               "<p class=\"first\"><b>A hint where to look, and no verdict.</b> Two students who had the same idea may "
               "look alike, the more so the fewer ways an exercise leaves; talk to them before you believe "
               "it.</p>\n<p>%u files were compared%s; %u more have too little of their own. Compared is what the "
               "programs do: names, types, literals, layout, the order of functions and statements, macros, and "
               "whether a loop is a for or a while make no difference. Code that was given out does not count, and the "
               "more of the class has a thing, the less it counts. Not found: the same idea in other statements.</p>\n",
               pairs->compared, pairs->earlier ? ", also with the earlier class" : "", pairs->too_short);
    if (!pairs->count) html_write(&out, "<p>No two of them are remarkably alike.</p>\n");
    write_kind(&out, pairs, PAIR_IDENTICAL, "The same file", "But for comments and layout, at most.");
    write_kind(&out, pairs, PAIR_OURS, "Our solution", "Files that are nearly all in the solution that is published.");
    write_kind(&out, pairs, PAIR_EARLIER, "The earlier class",
               "Beside files of the class that was given for comparison.");
    write_kind(&out, pairs, PAIR_ALIKE, "Alike", "Those that are also written alike come first.");
    if (pairs->more) html_write(&out, "<p>And %u more pairs.</p>\n", pairs->more);
    page_end(&out);
}

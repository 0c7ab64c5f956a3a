// alike_page.c - two submissions that have much in common, beside each other, and the list of such pairs.
#include "pages.h"

#include "../device/system/text.h"

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

static double program_bits(const Pair *pair) {
    return pair->view[VIEW_FORM] + pair->view[VIEW_SPELLING] + pair->view[VIEW_WRITING];
}

static void write_measure(Html *out, const PagePair *pair) {
    const Pair *bits = &pair->pair;
    if (pair->kind == PAIR_IDENTICAL) html_write(out, "<p>The files are the same to the byte.</p>\n");
    else if (bits->same_text) html_write(out, "<p>The files differ in comments and layout alone.</p>\n");
    html_write(
        out,
        "<p>Their agreement is worth <b>%.0f bits</b>: %.0f for the program, %.0f for blanks and lines, %.0f for "
        "comments, %.0f for names, and %.0f for answers that few gave. Statements with the same number do the same, "
        "whatever their names, types, "
        "literals and order; what was given out is not counted.</p>\n",
        bits->bits, program_bits(bits), bits->view[VIEW_LAYOUT], bits->view[VIEW_COMMENTS], bits->view[VIEW_NAMES],
        bits->view[VIEW_ANSWERS]);
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
    static const char *const kinds[] = {"the same file", "a published answer", "the earlier class", "the class"};
    const Pair *bits = &pair->pair;
    bool same_code = bits->same_text && pair->kind != PAIR_IDENTICAL;
    html_write(out,
               "<tr><td class=\"text name\"><a href=\"%s\">%s and %s</a></td><td data-title=\"from\" "
               "class=\"text\">%s%s</td><td data-title=\"bits\"><b>%.0f</b></td><td data-title=\"program\">%.0f</td>"
               "<td data-title=\"layout\">%.0f</td><td data-title=\"comments\">%.0f</td><td "
               "data-title=\"names\">%.0f</td><td data-title=\"answers\">%.0f</td></tr>\n",
               pair->file, pair->left, pair->right, kinds[pair->kind], same_code ? ", the same code" : "", bits->bits,
               program_bits(bits), bits->view[VIEW_LAYOUT], bits->view[VIEW_COMMENTS], bits->view[VIEW_NAMES],
               bits->view[VIEW_ANSWERS]);
}

static void write_rows(Html *out, const PagePair *pairs, unsigned count) {
    html_write(out,
               "<table class=\"launches\"><thead><tr><th scope=\"col\" class=\"text\">students</th><th scope=\"col\" "
               "class=\"text\">from</th><th scope=\"col\">bits</th><th scope=\"col\">program</th><th "
               "scope=\"col\">layout</th><th scope=\"col\">comments</th><th "
               "scope=\"col\">names</th><th scope=\"col\">answers</th></tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < count; i++) write_row(out, &pairs[i]);
    html_write(out, "</tbody></table>\n");
}

// The pairs of one exercise, which come in their order.
static void write_exercise(Html *out, const PagePair *pairs, unsigned count) {
    unsigned first = count < PAIRS_TO_READ ? count : PAIRS_TO_READ;
    html_write(out, "<h2><code>%s</code></h2>\n", pairs->exercise->name);
    write_rows(out, pairs, first);
    if (first == count) return;
    html_write(out, "<details><summary>%u more</summary>\n", count - first);
    write_rows(out, pairs + first, count - first);
    html_write(out, "</details>\n");
}

void page_pairs(FILE *file, const PagePairs *pairs) {
    Html out =
        page_begin(file, &(PageHead){.title = "Alike submissions", .back = "../class.html", .back_words = "the class"});
    html_write(&out,
               "<p class=\"first\"><b>A hint where to look, and no verdict.</b> Two students who had the same idea may "
               "look alike; talk to them before you believe it. Read the first pairs; what follows is weaker.</p>\n"
               "<p>%u files were compared with each other%s and with every published answer.",
               pairs->compared, pairs->earlier ? ", with the earlier class," : "");
    if (pairs->too_short)
        html_write(&out, " %u more have too little of their own: a copy of them would look like most of the class.",
                   pairs->too_short);
    html_write(
        &out,
        "</p>\n<p>A pair has many <b>bits</b> if its agreement is unlikely in this class. Each bit doubles the "
        "odds. What the skeleton, the lesson or most students have counts nothing; a comment, a name or a mistake "
        "that nobody else has counts most. Not found: the same idea in other statements.</p>\n");
    if (!pairs->count) html_write(&out, "<p>No two of them are remarkably alike.</p>\n");
    for (unsigned first = 0, end; first < pairs->count; first = end) {
        for (end = first; end < pairs->count && pairs->pairs[end].exercise == pairs->pairs[first].exercise; end++) {}
        write_exercise(&out, &pairs->pairs[first], end - first);
    }
    if (pairs->more) html_write(&out, "<p>And %u more pairs.</p>\n", pairs->more);
    page_end(&out);
}

// class_look.c - who needs a look, and what the last run changed: what an instructor comes to the page for.
#include "../device/system/grow.h"
#include "class_parts.h"

#include "../device/system/text.h"

#include <stdlib.h>
#include <string.h>

#define STUCK_TRIES 4 // files that were handed in and did not pass
#define MOST_LOOKS 300
#define MOST_CHANGES 300

// ---- who needs a look ----

// In this order on the page: what has no grade, then grades that are not for the student's own work, then what students
// and runs say, and last what are no more than hints.
typedef enum {
    LOOK_UNCLAIMED,
    LOOK_UNGRADED,
    LOOK_OURS,
    LOOK_BORROWED,
    LOOK_ASKED,
    LOOK_DROPPED,
    LOOK_ALIKE,
    LOOK_UNCHANGED,
    LOOK_STUCK,
    LOOK_COUNT
} Look;
static const char *const look_names[] = {"whose?",       "not graded", "published answer", "other name", "asks",
                                         "fewer points", "alike",      "unchanged",        "stuck"};
static const char *const alike_names[] = {"same file", "published answer", "earlier class", "alike"}; // by PairKind

typedef struct {
    Look kind;
    const PageStudent *student; // NULL: a stray
    const Exercise *exercise;
    char why[SUMMARY_BYTES];
    unsigned count;   // of the student's exercises, for the same reason; the first is `exercise`
    unsigned others;  // students who share the page, and have no row of their own
    const char *page; // where more about it is shown; NULL: on the student's page
} Row;

typedef struct {
    Row *rows;
    unsigned count;
} Rows;

static Row *row_add(Rows *rows, Look kind, const PageStudent *student, const Exercise *exercise) {
    if (!ARRAY_GROW(rows->rows, rows->count)) return NULL;
    rows->rows[rows->count] = (Row){.kind = kind, .student = student, .exercise = exercise, .count = 1};
    return &rows->rows[rows->count++];
}

static const char *since(const PageClass *class) {
    return class->returned ? "since grades were returned" : "since the run before";
}

// Why an exercise has no points that count. "": it has.
static void say_ungraded(const PageItem *item, char why[SUMMARY_BYTES]) {
    why[0] = 0;
    const Verdict *verdict = item->verdict;
    if (!verdict) snprintf(why, SUMMARY_BYTES, "%s", item->failed[0] ? item->failed : "not graded yet");
    else if (verdict->by_hand) return;
    else if (!verdict_has_points(verdict) || verdict->state == STATE_rejected) verdict_public_summary(verdict, why);
}

// One row for each student, whose exercises are not graded for the same reason nearly always.
static Row *row_ungraded(Rows *rows, const PageStudent *student, const Exercise *exercise) {
    Row *last = rows->count ? &rows->rows[rows->count - 1] : NULL;
    bool again = last && last->kind == LOOK_UNGRADED && last->student == student;
    if (!again) return row_add(rows, LOOK_UNGRADED, student, exercise);
    last->count++;
    return last;
}

static void look_at_item(Rows *rows, const PageClass *class, const PageStudent *student, const Exercise *exercise,
                         const PageItem *item) {
    char why[SUMMARY_BYTES];
    say_ungraded(item, why);
    Row *row = why[0] ? row_ungraded(rows, student, exercise) : NULL;
    if (row && row->count == 1) snprintf(row->why, sizeof row->why, "%s", why);
    const Verdict *verdict = item->verdict;
    if (!page_counts(verdict)) return;
    double points = verdict_points(verdict);
    row = item->before > points ? row_add(rows, LOOK_DROPPED, student, exercise) : NULL;
    if (row) snprintf(row->why, sizeof row->why, "%g → %g %s", item->before, points, since(class));
    bool stuck = item->tries >= STUCK_TRIES && verdict->state != STATE_passed && verdict->state != STATE_not_started;
    row = stuck ? row_add(rows, LOOK_STUCK, student, exercise) : NULL;
    if (row) snprintf(row->why, sizeof row->why, "%u files so far, %s", item->tries, state_words(verdict->state));
}

// Who handed in nothing but skeletons may have chosen the wrong file. What was not handed in was never given to a
// worker.
static void row_unchanged(Rows *rows, const PageClass *class, const PageStudent *student) {
    const Exercise *first = NULL;
    unsigned count = 0;
    for (unsigned e = 0; e < class->exercise_count; e++) {
        const PageItem *item = &student->items[e];
        if (!item->verdict || item->verdict->state != STATE_not_started || item->verdict->by_hand) return;
        if (!item->machine || !item->machine[0]) continue;
        if (!count++) first = class->exercises[e];
    }
    Row *row = first ? row_add(rows, LOOK_UNCHANGED, student, first) : NULL;
    if (row) snprintf(row->why, sizeof row->why, "handed in the unchanged skeleton, and nothing else");
    if (row) row->count = count;
}

// Two who are alike, or a group with one file, are one row.
static Row *row_of_page(const Rows *rows, const char *page) {
    for (unsigned i = 0; i < rows->count; i++)
        if (rows->rows[i].page && !strcmp(rows->rows[i].page, page)) return &rows->rows[i];
    return NULL;
}

static void look_at_student(Rows *rows, const PageClass *class, const PageStudent *student) {
    for (unsigned e = 0; e < class->exercise_count; e++)
        look_at_item(rows, class, student, class->exercises[e], &student->items[e]);
    Row *unclaimed = student->unclaimed[0] ? row_add(rows, LOOK_UNCLAIMED, student, class->exercises[0]) : NULL;
    if (unclaimed) snprintf(unclaimed->why, sizeof unclaimed->why, "%s: %s", student->number, student->unclaimed);
    Row *asked = student->asks ? row_add(rows, LOOK_ASKED, student, student->asks_about) : NULL;
    if (asked) snprintf(asked->why, sizeof asked->why, "%s", student->asks);
    Row *borrowed = student->borrowed[0] ? row_add(rows, LOOK_BORROWED, student, class->exercises[0]) : NULL;
    if (borrowed) snprintf(borrowed->why, sizeof borrowed->why, "%s", student->borrowed);
    row_unchanged(rows, class, student);
    if (!student->alike || !student->alike->words[0]) return;
    const PageNote *note = student->alike;
    Row *row = row_of_page(rows, note->page);
    if (row) row->others++;
    if (row) return;
    row = row_add(rows, note->kind == PAIR_OURS ? LOOK_OURS : LOOK_ALIKE, student, note->exercise);
    if (!row) return;
    snprintf(row->why, sizeof row->why, "%s", note->words);
    for (unsigned e = 0; e < class->exercise_count; e++)
        if (class->exercises[e] == note->exercise && page_counts(student->items[e].verdict))
            text_append(row->why, sizeof row->why, " (%g points)", verdict_points(student->items[e].verdict));
    row->page = note->page;
}

static int by_kind(const void *left, const void *right) {
    const Row *a = left, *b = right;
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    return (a->student > b->student) - (a->student < b->student); // in the order of the class
}

static void write_name(Html *out, const PageStudent *student, const Exercise *exercise) {
    page_student_link(out, student, exercise, student->name);
    page_number(out, student->number, student->name);
}

static void write_row(Html *out, const Row *row) {
    html_write(out, "<tr><td class=\"text\"><span class=\"state %s\">%s</span></td><td class=\"text name\">",
               row->kind >= LOOK_UNCHANGED ? "soft" : "bad",
               row->kind == LOOK_ALIKE ? alike_names[row->student->alike->kind] : look_names[row->kind]);
    write_name(out, row->student, row->exercise);
    if (row->others) html_write(out, " <small>and %u more</small>", row->others);
    html_write(out, "</td><td data-title=\"exercise\" class=\"text\"><code>%s</code></td><td class=\"text wide-text\">",
               row->exercise->name);
    if (row->count > 1) html_write(out, "<small>%u exercises, the first: </small>", row->count);
    if (row->page) html_write(out, "<a href=\"%s\">", row->page);
    html_write(out, "%s", row->why);
    html_write(out, row->page ? "</a></td></tr>\n" : "</td></tr>\n");
}

static void write_stray(Html *out, const PageStray *stray) {
    html_write(out, "<tr><td class=\"text\"><span class=\"state soft\">%s</span></td><td class=\"text name\">%s",
               stray->absent ? "absent" : "left out", stray->name);
    page_number(out, stray->number, stray->name);
    html_write(out, "</td><td class=\"text\"></td><td class=\"text wide-text\">%s</td></tr>\n", stray->why);
}

static void write_rows(Html *out, const PageClass *class, const Rows *rows) {
    html_write(
        out, "<table class=\"launches sortable searched\"><thead><tr><th scope=\"col\" class=\"text\">what</th><th "
             "scope=\"col\" class=\"text\">student</th><th scope=\"col\" class=\"text\">exercise</th><th scope=\"col\" "
             "class=\"text\">why</th></tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < class->stray_count; i++)
        if (!class->strays[i].absent) write_stray(out, &class->strays[i]);
    for (unsigned i = 0; i < rows->count && i < MOST_LOOKS; i++) write_row(out, &rows->rows[i]);
    for (unsigned i = 0; i < class->stray_count; i++)
        if (class->strays[i].absent) write_stray(out, &class->strays[i]);
    html_write(out, "</tbody></table>\n");
    if (rows->count > MOST_LOOKS) html_write(out, "<p class=\"soft\">And %u more.</p>\n", rows->count - MOST_LOOKS);
}

static bool has_ungraded(const Rows *rows) {
    for (unsigned i = 0; i < rows->count; i++)
        if (rows->rows[i].kind == LOOK_UNGRADED) return true;
    return false;
}

static Rows rows_of(const PageClass *class) {
    Rows rows = {.count = 0};
    for (unsigned s = 0; s < class->student_count; s++) look_at_student(&rows, class, &class->students[s]);
    if (rows.count) qsort(rows.rows, rows.count, sizeof *rows.rows, by_kind);
    return rows;
}

void page_class_looks(const PageClass *class, char words[PAGE_LOOKS]) {
    unsigned counts[LOOK_COUNT] = {0};
    Rows rows = rows_of(class);
    words[0] = 0;
    for (unsigned i = 0; i < rows.count; i++) counts[rows.rows[i].kind]++;
    for (unsigned i = 0; i < LOOK_COUNT; i++)
        if (counts[i]) text_append(words, PAGE_LOOKS, "%s%u %s", words[0] ? ", " : "", counts[i], look_names[i]);
    free(rows.rows);
}

void page_class_look(Html *out, const PageClass *class) {
    Rows rows = rows_of(class);
    html_write(out, "<section id=\"look\"><h2>Who needs a look</h2>\n");
    if (rows.count && rows.rows[0].kind == LOOK_UNCLAIMED)
        html_write(out,
                   "<p><b>Whose</b> a submission is, nobody knows yet, and no table has its grade. Say it in the "
                   "rules (<code>people: {SUBMISSION: STUDENT}</code>, both by id), or leave out who is not of the "
                   "class (<code>excluded: [SUBMISSION]</code>).</p>\n");
    if (has_ungraded(&rows))
        html_write(out,
                   "<p>What is <b>not graded</b> has no points, and that is not a zero. Name the file in the rules "
                   "(<code>take: {STUDENT: {EXERCISE: FILE}}</code>), ask the student for the <code>.cu</code> "
                   "file, or give points in <code>overrides.csv</code>; then run the same command again.</p>\n");
    if (rows.count || class->stray_count) write_rows(out, class, &rows);
    else
        html_write(
            out,
            "<p>Nobody: all is graded, nobody has fewer points than before, no files are alike, and nobody has tried "
            "%u times without passing.</p>\n",
            STUCK_TRIES);
    html_write(out, "</section>\n");
    free(rows.rows);
}

// ---- what changed ----

static void write_change(Html *out, const PageStudent *student, const Exercise *exercise, const PageItem *item) {
    double points = verdict_points(item->verdict);
    html_write(out, "<tr><td class=\"text name\">");
    write_name(out, student, exercise);
    html_write(out,
               "</td><td data-title=\"exercise\" class=\"text\"><code>%s</code></td><td data-title=\"points\" "
               "data-value=\"%g\"><b class=\"%s\">%g → %g</b></td></tr>\n",
               exercise->name, points - item->before, points < item->before ? "costs" : "fine", item->before, points);
}

void page_class_changes(Html *out, const PageClass *class) {
    unsigned changes = 0, more = 0;
    for (unsigned s = 0; s < class->student_count; s++)
        for (unsigned e = 0; e < class->exercise_count; e++) {
            const PageItem *item = &class->students[s].items[e];
            if (item->before < 0 || !page_counts(item->verdict)) continue;
            if (!changes++)
                html_write(out,
                           "<section id=\"changes\"><h2>What changed %s</h2>\n<table class=\"launches sortable "
                           "searched\"><thead><tr><th scope=\"col\" class=\"text\">student</th><th scope=\"col\" "
                           "class=\"text\">exercise</th><th scope=\"col\">points</th></tr></thead>\n<tbody>\n",
                           since(class));
            if (changes <= MOST_CHANGES) write_change(out, &class->students[s], class->exercises[e], item);
            else more++;
        }
    if (changes) html_write(out, "</tbody></table>\n");
    else if (class->run > 1)
        html_write(out, "<section id=\"changes\"><h2>What changed %s</h2>\n<p>No points did.</p>\n", since(class));
    if (more) html_write(out, "<p class=\"soft\">And %u more.</p>\n", more);
    if (changes || class->run > 1) html_write(out, "</section>\n");
}

// class_page.c - the whole class on one page: how points are spread, what went wrong, what the grader had trouble with,
// and a row for each student.
#include "class_parts.h"

#include "../device/system/text.h"

#include <stdlib.h>
#include <string.h>

#define BINS 10
#define MOST_KINDS 400
#define MOST_KINDS_SHOWN 12
#define MOST_SLOW 10
#define MOST_TROUBLE 200

typedef struct {
    char kind[PAGE_KIND];
    const Exercise *exercise;
    const Verdict *example;
    const PageStudent *student; // the example is of this student
    unsigned count;
} Kind;

// ---- how points are spread ----

static unsigned bin_of(const PageTotal *total) {
    unsigned bin = total->counted > 0 && total->points > 0 ? (unsigned)(BINS * total->points / total->counted) : 0;
    return bin < BINS ? bin : BINS - 1;
}

static void write_bin(Html *out, unsigned bin, unsigned count, unsigned highest) {
    double height = highest ? 96.0 * count / highest : 0;
    html_write(out, "<rect class=\"used\" x=\"%u\" y=\"%.1f\" width=\"34\" height=\"%.1f\"/>", 40 * bin + 3,
               114 - height, height);
    if (count) html_write(out, "<text x=\"%u\" y=\"%.1f\">%u</text>", 40 * bin + 20, 110 - height, count);
    if (bin < BINS - 1) html_write(out, "<text x=\"%u\" y=\"130\">%u–%u</text>", 40 * bin + 20, 10 * bin, 10 * bin + 9);
    else html_write(out, "<text x=\"%u\" y=\"130\">90–100</text>", 40 * bin + 20);
}

static void write_spread(Html *out, const PageClass *class) {
    unsigned bins[BINS] = {0}, highest = 0;
    for (unsigned s = 0; s < class->student_count; s++) {
        PageTotal total = page_total_of(class, &class->students[s]);
        if (total.counted) bins[bin_of(&total)]++;
    }
    for (unsigned i = 0; i < BINS; i++) highest = bins[i] > highest ? bins[i] : highest;
    html_write(
        out,
        "<section><h2>How points are spread</h2>\n<figure class=\"spread\"><svg viewBox=\"0 0 400 136\" role=\"img\" "
        "aria-label=\"students by per cent of all points\"><g class=\"numbers\">");
    for (unsigned i = 0; i < BINS; i++) write_bin(out, i, bins[i], highest);
    html_write(out, "</g></svg><figcaption>students, by per cent of all points</figcaption></figure></section>\n");
}

// ---- exercise by exercise ----

typedef struct {
    unsigned states[STATE_COUNT], graded, counted;
    int points, most;
} ExerciseSum;

static ExerciseSum sum_of(const PageClass *class, unsigned exercise) {
    ExerciseSum sum = {.graded = 0};
    for (unsigned s = 0; s < class->student_count; s++) {
        const Verdict *verdict = page_verdict_of(&class->students[s], exercise);
        if (!verdict) continue;
        sum.graded++;
        sum.states[verdict->state]++;
        if (!page_counts(verdict)) continue;
        sum.counted++;
        sum.points += verdict->points;
        sum.most += verdict->max_points;
    }
    return sum;
}

// What share of a part's points the class earned.
static void write_part(Html *out, const PageClass *class, unsigned exercise, unsigned part) {
    const Part *what = &class->exercises[exercise]->parts[part];
    int points = 0, most = 0;
    char words[64];
    for (unsigned s = 0; s < class->student_count; s++) {
        const Verdict *verdict = page_verdict_of(&class->students[s], exercise);
        if (!page_counts(verdict) || verdict->state == STATE_not_started || part >= verdict->part_count) continue;
        points += verdict->parts[part].points;
        most += verdict->parts[part].max_points;
    }
    if (!what->points) return;
    double share = most ? (double)points / most : 0;
    snprintf(words, sizeof words, "%.0f per cent earned", 100 * share);
    html_write(out, "<li><span class=\"label\">%s</span>", what->label);
    page_bar(out, share, "good", words);
    html_write(out, "<span class=\"value\">%.0f\u00a0%% of %d</span></li>\n", 100 * share, what->points);
}

// How many answered each question rightly, and what was wrong most often.
static void write_questions(Html *out, const PageClass *class, unsigned exercise) {
    for (unsigned q = 0; q < class->questions.count; q++) {
        const ClassQuestion *asked = &class->questions.items[q];
        unsigned all = asked->states[ANSWER_RIGHT] + asked->states[ANSWER_WRONG] + asked->states[ANSWER_NONE];
        char words[64];
        if (asked->exercise != class->exercises[exercise] || !all) continue;
        snprintf(words, sizeof words, "%u of %u right", asked->states[ANSWER_RIGHT], all);
        html_write(out, "<li><span class=\"label\"><code>%s</code></span>", asked->name);
        page_bar(out, (double)asked->states[ANSWER_RIGHT] / all, "good", words);
        html_write(out, "<span class=\"value\">%s, %u wrong", words, asked->states[ANSWER_WRONG]);
        if (asked->often > 1) html_write(out, "; %u\u00a0×: %s", asked->often, asked->why);
        html_write(out, "</span></li>\n");
    }
}

static int most_often_first(const void *left, const void *right) {
    const Kind *a = left, *b = right;
    if (a->count != b->count) return a->count < b->count ? 1 : -1;
    return strcmp(a->kind, b->kind);
}

static void kind_add(Kind *kinds, unsigned *count, const Kind *one) {
    unsigned i = 0;
    while (i < *count && strcmp(kinds[i].kind, one->kind)) i++;
    if (i == MOST_KINDS) return;
    if (i == *count) kinds[(*count)++] = *one;
    kinds[i].count++;
}

// The kinds of mistakes in one exercise (or in all of them, exercise_count), most frequent first.
static unsigned kinds_of(const PageClass *class, unsigned exercise, Kind *kinds) {
    bool all = exercise == class->exercise_count;
    unsigned count = 0, first = all ? 0 : exercise, end = all ? exercise : exercise + 1;
    for (unsigned e = first; e < end; e++)
        for (unsigned s = 0; s < class->student_count; s++) {
            const Verdict *verdict = page_verdict_of(&class->students[s], e);
            Kind one = {.exercise = class->exercises[e], .example = verdict, .student = &class->students[s]};
            if (!verdict) continue;
            page_kind(verdict, one.kind);
            if (one.kind[0] && verdict->state != STATE_not_started) kind_add(kinds, &count, &one);
        }
    qsort(kinds, count, sizeof *kinds, most_often_first);
    return count;
}

static void write_kinds(Html *out, const PageClass *class, unsigned exercise) {
    static Kind kinds[MOST_KINDS];
    char summary[SUMMARY_BYTES];
    unsigned count = kinds_of(class, exercise, kinds);
    if (!count) html_write(out, "<p class=\"soft\">Nothing did.</p>\n");
    if (!count) return;
    html_write(out, "<ol class=\"kinds\">\n");
    for (unsigned i = 0; i < count && i < MOST_KINDS_SHOWN; i++) {
        const Kind *kind = &kinds[i];
        html_write(out, "<li><b class=\"count\">%u\u00a0×</b> <span>%s<small>such as ", kind->count, kind->kind);
        page_student_link(out, kind->student, kind->exercise, kind->student->name);
        html_write(out, ": ");
        verdict_public_summary(kind->example, summary);
        html_write(out, "%s</small></span></li>\n", summary);
    }
    html_write(out, "</ol>\n");
    if (count > MOST_KINDS_SHOWN)
        html_write(out, "<p class=\"soft\">And %u other kinds.</p>\n", count - MOST_KINDS_SHOWN);
}

static void write_stack(Html *out, const ExerciseSum *sum, unsigned students) {
    unsigned passed = sum->states[STATE_passed], blank = sum->states[STATE_not_started], all = students ? students : 1;
    unsigned other = sum->graded - passed - blank;
    html_write(
        out,
        "<span class=\"bar\" role=\"img\" aria-label=\"%u passed, %u tried, %u not started\">"
        "<span class=\"good\" style=\"width:%.1f%%\"></span><span class=\"wasted\" style=\"width:%.1f%%\"></span>"
        "</span>",
        passed, other, blank, 100.0 * passed / all, 100.0 * other / all);
}

static void write_exercise(Html *out, const PageClass *class, unsigned exercise) {
    const Exercise *what = class->exercises[exercise];
    ExerciseSum sum = sum_of(class, exercise);
    html_write(out, class->exercise_count <= 3 ? "<details class=\"exercise\" open>" : "<details class=\"exercise\">");
    html_write(out, "<summary><span class=\"label\">%s <code>%s</code></span>", what->title, what->name);
    write_stack(out, &sum, class->student_count);
    html_write(out,
               "<span class=\"value\">%u passed, %u not started, %.0f\u00a0%% of points</span></summary>\n<ul "
               "class=\"parts\">\n",
               sum.states[STATE_passed], sum.states[STATE_not_started], sum.most ? 100.0 * sum.points / sum.most : 0.0);
    for (unsigned p = 0; p < what->part_count; p++) write_part(out, class, exercise, p);
    write_questions(out, class, exercise);
    html_write(out, "</ul>\n");
    if (class->exercise_count > 1) write_kinds(out, class, exercise); // those of a single one stand above
    html_write(out, "</details>\n");
}

static void write_exercises(Html *out, const PageClass *class) {
    html_write(
        out,
        "<section><h2>Exercise by exercise</h2>\n<p class=\"soft\"><span class=\"swatch good\"></span>passed "
        "<span class=\"swatch wasted\"></span>tried. Within: what share of each part's points was earned by those who "
        "began, and what went wrong.</p>\n");
    for (unsigned e = 0; e < class->exercise_count; e++) write_exercise(out, class, e);
    html_write(out, "</section>\n");
}

// ---- what the grader had trouble with ----

typedef struct {
    const PageStudent *student;
    const Exercise *exercise;
    const PageItem *item;
} Ran;

static int slowest_first(const void *left, const void *right) {
    double a = ((const Ran *)left)->item->seconds, b = ((const Ran *)right)->item->seconds;
    return (a < b) - (a > b);
}

static void write_ran(Html *out, const Ran *ran) {
    const PageItem *item = ran->item;
    html_write(out, "<tr><td class=\"text name\">");
    page_student_link(out, ran->student, ran->exercise, ran->student->name);
    html_write(
        out,
        "</td><td data-title=\"exercise\" class=\"text\"><code>%s</code></td><td data-title=\"seconds\">%.1f</td><td "
        "data-title=\"machine\" class=\"text\">%s</td><td data-title=\"what\" class=\"text\">",
        ran->exercise->name, item->seconds, item->machine);
    if (item->failed[0]) html_write(out, "%s", item->failed);
    else if (item->verdict) html_write(out, "%s", state_words(item->verdict->state));
    if (item->attempts)
        html_write(out, ", tried again %u %s", item->attempts, page_plural(item->attempts, "time", "times"));
    if (item->deaths)
        html_write(out, ", its worker ended %u %s", item->deaths, page_plural(item->deaths, "time", "times"));
    html_write(out, "</td></tr>\n");
}

static void write_ran_table(Html *out, const Ran *rans, unsigned count) {
    html_write(out,
               "<table class=\"launches\"><thead><tr><th scope=\"col\" class=\"text\">student</th><th scope=\"col\" "
               "class=\"text\">exercise</th><th scope=\"col\">seconds</th><th scope=\"col\" class=\"text\">machine</th>"
               "<th scope=\"col\" class=\"text\">what came of it</th></tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < count; i++) write_ran(out, &rans[i]);
    html_write(out, "</tbody></table>\n");
}

static bool is_trouble(const PageItem *item) { return item->failed[0] || item->attempts || item->deaths; }

static void write_grading(Html *out, const PageClass *class) {
    size_t most = (size_t) class->student_count * class->exercise_count, timed = 0, trouble = 0;
    Ran *rans = calloc(2 * most + 1, sizeof *rans);
    if (!rans) return;
    for (unsigned s = 0; s < class->student_count; s++)
        for (unsigned e = 0; e < class->exercise_count; e++) {
            Ran ran = {&class->students[s], class->exercises[e], &class->students[s].items[e]};
            if (ran.item->seconds > 0) rans[timed++] = ran;
            if (is_trouble(ran.item)) rans[most + trouble++] = ran;
        }
    qsort(rans, timed, sizeof *rans, slowest_first);
    html_write(out, "<section><h2>The grading itself</h2>\n");
    if (trouble) {
        html_write(out, "<h3>Problems that are not mistakes in CUDA</h3>\n");
        write_ran_table(out, rans + most, trouble < MOST_TROUBLE ? (unsigned)trouble : MOST_TROUBLE);
    } else html_write(out, "<p>Nothing had to be tried twice.</p>\n");
    if (timed) {
        html_write(out, "<h3>The slowest</h3>\n");
        write_ran_table(out, rans, timed < MOST_SLOW ? (unsigned)timed : MOST_SLOW);
    }
    html_write(out, "</section>\n");
    free(rans);
}

// ---- the page ----

static void write_overview(Html *out, const PageClass *class) {
    unsigned begun = 0, waiting = 0, passed = 0, absent = 0;
    for (unsigned i = 0; i < class->stray_count; i++) absent += class->strays[i].absent;
    double share = 0;
    unsigned counted = 0;
    for (unsigned s = 0; s < class->student_count; s++) {
        PageTotal total = page_total_of(class, &class->students[s]);
        begun += total.begun;
        waiting += total.waiting;
        passed += total.passed;
        if (total.counted) share += (double)total.points / total.counted, counted++;
    }
    html_write(out,
               "<p class=\"total\"><b>%u</b> %s handed in, %u did not; %u %s; %u begun, %u of them passed; "
               "<b>%.0f\u00a0%%</b> of points on "
               "average",
               class->student_count, page_plural(class->student_count, "student", "students"), absent,
               class->exercise_count, page_plural(class->exercise_count, "exercise", "exercises"), begun, passed,
               counted ? 100 * share / counted : 0.0);
    if (waiting)
        html_write(out, "; <b class=\"costs\">%u %s for a person or for another run</b>", waiting,
                   waiting == 1 ? "waits" : "wait");
    html_write(out, "</p>\n<p><a href=\"#students\">All students</a>");
    if (class->alike)
        html_write(out, " · <a href=\"alike/index.html\">%u %s of alike submissions</a>", class->alike,
                   page_plural(class->alike, "pair", "pairs"));
    html_write(out, " · <a href=\"scores.csv\">scores.csv</a> · <a href=\"grades.csv\">grades.csv</a> · <a "
                    "href=\"submissions.csv\">submissions.csv</a></p>\n");
}

void page_class(FILE *file, const PageClass *class) {
    char title[200];
    text_format(title, sizeof title, "%s%sthe class", class->homework ? class->homework : "",
                class->homework ? ": " : "");
    if (!class->homework) title[0] = 'T';
    Html out = page_begin(file, &(PageHead){.title = title, .script = page_class_script});
    write_overview(&out, class);
    page_class_look(&out, class);
    html_write(&out, "<section><h2>What went wrong most often</h2>\n");
    write_kinds(&out, class, class->exercise_count);
    html_write(&out, "</section>\n");
    page_class_changes(&out, class);
    page_class_students(&out, class);
    write_exercises(&out, class);
    write_spread(&out, class);
    write_grading(&out, class);
    page_class_script_write(&out);
    page_end(&out);
}

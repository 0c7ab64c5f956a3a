// class_students.c - a row for each student, and what they earned in all.
#include "class_parts.h"

#include "../device/system/text.h"

#include <string.h>

const Verdict *page_verdict_of(const PageStudent *student, unsigned exercise) {
    return student->items[exercise].verdict;
}

bool page_counts(const Verdict *verdict) { return verdict && verdict_has_points(verdict); }

PageTotal page_total_of(const PageClass *class, const PageStudent *student) {
    PageTotal total = {0};
    for (unsigned e = 0; e < class->exercise_count; e++) {
        const Verdict *verdict = page_verdict_of(student, e);
        total.waiting += !page_counts(verdict);
        if (!verdict) continue;
        total.most += verdict->max_points;
        total.counted += page_counts(verdict) ? verdict->max_points : 0;
        total.points += page_counts(verdict) ? verdict_points(verdict) : 0;
        total.begun += verdict->state != STATE_not_started;
        total.passed += verdict->state == STATE_passed;
    }
    return total;
}

void page_student_link(Html *out, const PageStudent *student, const Exercise *exercise, const char *words) {
    html_write(out, "<a href=\"students/%s/feedback.html%s%s\">%s</a>", student->id, exercise ? "#" : "",
               exercise ? exercise->name : "", words);
}

static void write_points(Html *out, const PageStudent *student, const Exercise *exercise, const PageItem *item) {
    const Verdict *verdict = item->verdict;
    if (!verdict) {
        html_write(out, "<td class=\"waits\">?</td>");
        return;
    }
    bool blank = verdict->state == STATE_not_started, waits = !verdict_has_points(verdict);
    char by_hand[400];
    verdict_say_by_hand(verdict, by_hand);
    html_write(out, "<td class=\"%s\" title=\"%s: %s",
               waits   ? "waits"
               : blank ? "blank"
                       : page_tone(verdict->points, verdict->max_points),
               exercise->name, state_words(verdict->state));
    if (by_hand[0]) html_write(out, ", %s", by_hand);
    html_write(out, "\">");
    char points[32];
    snprintf(points, sizeof points, waits ? "–" : "%g", verdict_points(verdict));
    if (blank && !verdict->by_hand) html_write(out, "·");
    else page_student_link(out, student, exercise, points);
    if (verdict->by_hand) html_write(out, "<sup>✎</sup>");
    html_write(out, "</td>");
}

static void write_grade(Html *out, const PageGrade *grade) {
    if (grade->settled) html_write(out, "<td class=\"sum\">%.4g<small>/%.4g</small>", grade->points, grade->most);
    else html_write(out, "<td class=\"sum\">?");
    if (grade->words[0]) html_write(out, "<small class=\"words\">%s</small>", grade->words);
    html_write(out, "</td>");
}

void page_number(Html *out, const char *number, const char *name) {
    if (!number || !number[0] || !strcmp(number, name)) return;
    html_write(out, " <small>%s</small>", number);
}

// Somebody of the roster who handed in nothing.
static void write_absent(Html *out, const PageClass *class, const PageStray *absent) {
    html_write(out, "<tr><th scope=\"row\">%s", absent->name);
    page_number(out, absent->number, absent->name);
    html_write(out, "</th>");
    if (class->ruled) write_grade(out, &absent->grade);
    html_write(out, "<td class=\"sum\">–</td><td>–</td>");
    for (unsigned e = 0; e < class->exercise_count; e++)
        html_write(out, "<td class=\"blank\" title=\"not handed in\">–</td>");
    html_write(out, "</tr>\n");
}

static void write_student(Html *out, const PageClass *class, const PageStudent *student) {
    PageTotal total = page_total_of(class, student);
    html_write(out, "<tr><th scope=\"row\">");
    page_student_link(out, student, NULL, student->name);
    page_number(out, student->number, student->name);
    html_write(out, "</th>");
    if (class->ruled) write_grade(out, &student->grade);
    html_write(out, "<td class=\"sum\">%g<small>/%d</small></td><td>%u</td>", total.points, total.most, total.passed);
    for (unsigned e = 0; e < class->exercise_count; e++)
        write_points(out, student, class->exercises[e], &student->items[e]);
    html_write(out, "</tr>\n");
}

void page_class_students(Html *out, const PageClass *class) {
    html_write(out,
               "<section id=\"students\"><h2>Students</h2>\n<p class=\"soft\">Points link to what the student is told. "
               "· not started, – waits for a person or was not handed in, ? not graded, ✎ set by hand.</p>\n"
               "<div class=\"wide\" tabindex=\"0\"><table class=\"students sortable\"><thead><tr><th "
               "scope=\"col\">student</th>");
    if (class->ruled) html_write(out, "<th scope=\"col\" title=\"after the rules\">grade</th>");
    html_write(out, "<th scope=\"col\">points</th><th scope=\"col\">passed</th>");
    for (unsigned e = 0; e < class->exercise_count; e++)
        html_write(out, "<th scope=\"col\" class=\"%s\"><span>%s</span></th>",
                   class->exercise_count > 4 ? "upright" : "", class->exercises[e]->name);
    html_write(out, "</tr></thead>\n<tbody>\n");
    for (unsigned s = 0; s < class->student_count; s++) write_student(out, class, &class->students[s]);
    for (unsigned i = 0; i < class->stray_count; i++)
        if (class->strays[i].absent) write_absent(out, class, &class->strays[i]);
    html_write(out, "</tbody></table></div></section>\n");
}

// class_students.c - a row for each student, and what they earned in all.
#include "class_parts.h"

#include "../system/text.h"

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
        total.points += page_counts(verdict) ? verdict->points : 0;
        total.begun += verdict->state != STATE_not_started;
        total.passed += verdict->state == STATE_passed;
    }
    return total;
}

void page_student_link(FILE *out, const PageStudent *student, const Exercise *exercise, const char *words) {
    fprintf(out, "<a href=\"students/%s/feedback.html%s%s\">", student->id, exercise ? "#" : "",
            exercise ? exercise->name : "");
    print_html(out, words);
    fputs("</a>", out);
}

static void write_points(FILE *out, const PageStudent *student, const Exercise *exercise, const PageItem *item) {
    const Verdict *verdict = item->verdict;
    if (!verdict) {
        fputs("<td class=\"waits\">?</td>", out);
        return;
    }
    bool blank = verdict->state == STATE_not_started, waits = !verdict_has_points(verdict);
    char by_hand[400];
    verdict_say_by_hand(verdict, by_hand);
    fprintf(out, "<td class=\"%s\" title=\"%s: %s",
            waits   ? "waits"
            : blank ? "blank"
                    : page_tone(verdict->points, verdict->max_points),
            exercise->name, state_words(verdict->state));
    if (by_hand[0]) fputs(", ", out), print_html(out, by_hand);
    fputs("\">", out);
    char points[32];
    snprintf(points, sizeof points, waits ? "–" : "%d", verdict->points);
    if (blank && !verdict->by_hand) fputs("·", out);
    else page_student_link(out, student, exercise, points);
    if (verdict->by_hand) fputs("<sup>✎</sup>", out);
    fputs("</td>", out);
}

static void write_grade(FILE *out, const PageGrade *grade) {
    if (grade->settled) fprintf(out, "<td class=\"sum\">%.4g<small>/%.4g</small>", grade->points, grade->most);
    else fputs("<td class=\"sum\">?", out);
    if (grade->words[0]) {
        fputs("<small class=\"words\">", out);
        print_html(out, grade->words);
        fputs("</small>", out);
    }
    fputs("</td>", out);
}

void page_number(FILE *out, const char *number, const char *name) {
    if (!number || !number[0] || !strcmp(number, name)) return;
    fputs(" <small>", out);
    print_html(out, number);
    fputs("</small>", out);
}

// Somebody of the roster who handed in nothing.
static void write_absent(FILE *out, const PageClass *class, const PageStray *absent) {
    fputs("<tr><th scope=\"row\">", out);
    print_html(out, absent->name);
    page_number(out, absent->number, absent->name);
    fputs("</th>", out);
    if (class->ruled) write_grade(out, &absent->grade);
    fputs("<td class=\"sum\">–</td><td>–</td>", out);
    for (unsigned e = 0; e < class->exercise_count; e++)
        fputs("<td class=\"blank\" title=\"not handed in\">–</td>", out);
    fputs("</tr>\n", out);
}

static void write_student(FILE *out, const PageClass *class, const PageStudent *student) {
    PageTotal total = page_total_of(class, student);
    fputs("<tr><th scope=\"row\">", out);
    page_student_link(out, student, NULL, student->name);
    page_number(out, student->number, student->name);
    fputs("</th>", out);
    if (class->ruled) write_grade(out, &student->grade);
    fprintf(out, "<td class=\"sum\">%d<small>/%d</small></td><td>%u</td>", total.points, total.most, total.passed);
    for (unsigned e = 0; e < class->exercise_count; e++)
        write_points(out, student, class->exercises[e], &student->items[e]);
    fputs("</tr>\n", out);
}

void page_class_students(FILE *out, const PageClass *class) {
    fputs("<section id=\"students\"><h2>Students</h2>\n<p class=\"soft\">Points link to what the student is told. "
          "· not started, – waits for a person or was not handed in, ? not graded, ✎ set by hand.</p>\n"
          "<div class=\"wide\" tabindex=\"0\"><table class=\"students sortable\"><thead><tr><th "
          "scope=\"col\">student</th>",
          out);
    if (class->ruled) fputs("<th scope=\"col\" title=\"after the rules\">grade</th>", out);
    fputs("<th scope=\"col\">points</th><th scope=\"col\">passed</th>", out);
    for (unsigned e = 0; e < class->exercise_count; e++)
        fprintf(out, "<th scope=\"col\" class=\"%s\"><span>%s</span></th>", class->exercise_count > 4 ? "upright" : "",
                class->exercises[e]->name);
    fputs("</tr></thead>\n<tbody>\n", out);
    for (unsigned s = 0; s < class->student_count; s++) write_student(out, class, &class->students[s]);
    for (unsigned i = 0; i < class->stray_count; i++)
        if (class->strays[i].absent) write_absent(out, class, &class->strays[i]);
    fputs("</tbody></table></div></section>\n", out);
}

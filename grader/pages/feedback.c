// feedback.c - all that one student is told, in the order of the terminal's report: what to do first, then why.
#include "pages.h"

#include "../device/system/text.h"
#include "../report/report.h"

#include <math.h>
#include <string.h>

// ---- what a student may know ----

// The name of a case. That of a hidden case is secret, because it tells the sizes.
static const char *public_label(const Verdict *verdict, const char *label) {
    for (unsigned i = 0; i < verdict->case_count; i++)
        if (verdict->cases[i].hidden && !strcmp(verdict->cases[i].label, label)) return "a hidden case";
    return label;
}

// ---- pieces ----

static void write_state(Html *out, const Verdict *verdict) {
    html_write(out, "<span class=\"state %s\">%s</span> ", page_state_tone(verdict->state),
               state_words(verdict->state));
    if (!verdict_has_points(verdict)) html_write(out, "<b>\u2013 of %d points</b>", verdict->max_points);
    else html_write(out, "<b>%g of %d points</b>", verdict_points(verdict), verdict->max_points);
    char by_hand[400];
    verdict_say_by_hand(verdict, by_hand);
    if (!by_hand[0]) return;
    html_write(out, " <span class=\"byhand\">%s</span>", by_hand);
}

static void write_parts(Html *out, const PageWork *work) {
    const Verdict *verdict = work->verdict;
    html_write(out, "<ul class=\"parts\">\n");
    for (unsigned i = 0; i < verdict->part_count; i++) {
        const VerdictPart *part = &verdict->parts[i];
        if (!part->max_points) continue;
        bool earned = part->points == part->max_points;
        html_write(out, "<li class=\"%s\"><span class=\"mark\">%s</span> %s <b>%d/%d</b>", earned ? "good" : "bad",
                   earned ? "✓" : "✗", part->label, part->points, part->max_points);
        if (!earned) page_why(out, part->why);
        page_remarks(out, work, (int)i, 0);
        html_write(out, "</li>\n");
    }
    html_write(out, "</ul>\n");
}

// What markers say, of all of it (part -1), a part, or a line.
void page_remarks(Html *out, const PageWork *work, int part, unsigned line) {
    for (unsigned i = 0; i < work->remark_count; i++) {
        const PageRemark *remark = &work->remarks[i];
        if (remark->line != line || (!line && remark->part != part)) continue;
        html_write(out, "<span class=\"byhand\">%s</span> ", remark->words);
    }
}

static void write_answers(Html *out, const Verdict *verdict) {
    static const char *const classes[] = {[ANSWER_NONE] = "bad", [ANSWER_WRONG] = "bad", [ANSWER_RIGHT] = "good"};
    static const char *const marks[] = {[ANSWER_NONE] = "✗", [ANSWER_WRONG] = "✗", [ANSWER_RIGHT] = "✓"};
    if (!verdict->answer_count) return;
    html_write(out, "<h3>Answers</h3>\n<ul class=\"parts\">\n");
    for (unsigned i = 0; i < verdict->answer_count; i++) {
        const VerdictAnswer *answer = &verdict->answers[i];
        html_write(out, "<li class=\"%s\"><span class=\"mark\">%s</span> %s: <b>%s</b>", classes[answer->state],
                   marks[answer->state], answer->asks, answer->given[0] ? answer->given : "not answered");
        page_why(out, answer->why);
        html_write(out, "</li>\n");
    }
    html_write(out, "</ul>\n");
}

static void write_cases(Html *out, const Verdict *verdict) {
    unsigned hidden = 0;
    if (!verdict->case_count || verdict->cases_passed == verdict->case_count) return;
    html_write(out, "<h3>Cases: %u of %u right</h3>\n<ul class=\"parts\">\n", verdict->cases_passed,
               verdict->case_count);
    for (unsigned i = 0; i < verdict->case_count; i++) {
        const VerdictCase *row = &verdict->cases[i];
        hidden += row->hidden && !row->result.passed;
        if (row->hidden || row->result.passed) continue;
        html_write(out, "<li class=\"bad\"><span class=\"mark\">✗</span> %s<span class=\"why\">%s</span></li>\n",
                   row->label, row->result.message);
    }
    if (hidden)
        html_write(out, "<li class=\"bad\"><span class=\"mark\">✗</span> %u hidden %s</li>\n", hidden,
                   page_plural(hidden, "case", "cases"));
    html_write(out, "</ul>\n");
}

static void write_fault(Html *out, const Verdict *verdict, const VerdictFault *fault) {
    const unsigned *block = fault->block, *thread = fault->thread;
    html_write(out, "<div class=\"fault\"><b>%s</b>: %s", fault_name(fault->kind), fault->sentence);
    if (fault->line) html_write(out, "<br>line %u: <code>%s</code>", fault->line, fault->source);
    if (fault->kernel[0]) {
        html_write(out, "<br>in <code>%s</code>", fault->kernel);
        if (fault->line)
            html_write(out, ", block (%u,%u,%u) thread (%u,%u,%u)", block[0], block[1], block[2], thread[0], thread[1],
                       thread[2]);
        html_write(out, ", %llu %s, case %s", (unsigned long long)fault->count, fault->count == 1 ? "time" : "times",
                   public_label(verdict, fault->case_label));
    }
    html_write(out, "</div>\n");
}

static void write_faults(Html *out, const Verdict *verdict) {
    if (!verdict->fault_count) return;
    html_write(out, "<h3>%u %s</h3>\n", verdict->fault_count, page_plural(verdict->fault_count, "fault", "faults"));
    for (unsigned i = 0; i < verdict->fault_count; i++) write_fault(out, verdict, &verdict->faults[i]);
}

static void write_leaks(Html *out, const Verdict *verdict) {
    char text[400];
    verdict_say_leaks(verdict, text);
    if (!text[0]) return;
    html_write(out, "<p class=\"soft\">%s</p>\n", text);
}

// ---- counters ----

static void write_bounds(Html *out, const VerdictCounter *counter) {
    bool from = isfinite(counter->least) && counter->least > 0, to = isfinite(counter->most);
    char least[32], most[32];
    text_number(counter->least, least);
    text_number(counter->most, most);
    if (from && to) html_write(out, "%s to %s", least, most);
    else if (to) html_write(out, "at most %s", most);
    else if (from) html_write(out, "at least %s", least);
}

static void write_counter(Html *out, const VerdictCounter *counter) {
    char value[32];
    html_write(out, "<tr><td class=\"text name\"><span class=\"mark %s\">%s</span> %s", counter->met ? "good" : "bad",
               counter->met ? "✓" : "✗", counter->label);
    if (!counter->met && counter->measured && counter->advice[0]) {
        html_write(out, "<small>%s</small>", counter->advice);
    }
    html_write(out, "</td><td data-title=\"counted\">%s</td><td data-title=\"limit\">",
               counter->measured ? text_number(counter->value, value) : "not run");
    write_bounds(out, counter);
    html_write(out, "</td><td data-title=\"on\" class=\"text\">%s</td></tr>\n", counter->case_label);
}

static void write_counters(Html *out, const Verdict *verdict) {
    if (!verdict->counter_count) return;
    html_write(
        out,
        "<h3>What was counted</h3>\n<table class=\"launches\"><thead><tr><th scope=\"col\" class=\"text\">what</th>"
        "<th scope=\"col\">counted</th><th scope=\"col\">limit</th><th scope=\"col\" class=\"text\">on</th></tr>"
        "</thead>\n<tbody>\n");
    for (unsigned i = 0; i < verdict->counter_count; i++) write_counter(out, &verdict->counters[i]);
    html_write(out, "</tbody></table>\n");
}

static void write_time(Html *out, const Verdict *verdict) {
    const VerdictTime *time = &verdict->time;
    char estimate[400];
    if (!time->measured && !time->has_estimate) return;
    html_write(out, "<p class=\"soft\">");
    if (time->measured) {
        html_write(out, "Time: %.4g ms, the reference %.4g ms (%s). ", time->student_ms, time->reference_ms,
                   time->device);
    }
    if (time->judged) {
        time_scale_line(time, estimate);
        html_write(out, "Time: %s.", estimate);
    } else if (time->has_estimate) {
        time_estimate_line(&time->estimate, true, estimate);
        html_write(out, "Time: %s. It decides about no points.", estimate);
    }
    html_write(out, "</p>\n");
}

// ---- one exercise ----

static void write_log(Html *out, const Verdict *verdict) {
    if (!verdict->build_log[0]) return;
    html_write(out, "<h3>What the compiler said</h3>\n<pre class=\"log\">");
    page_lines(out, verdict->build_log, strlen(verdict->build_log));
    html_write(out, "</pre>\n");
}

bool page_was_run(const Verdict *verdict) {
    return verdict->state != STATE_build && verdict->state != STATE_not_started && verdict->state != STATE_rejected &&
           !state_waits(verdict->state);
}

static void write_source(Html *out, const PageWork *work) {
    if (!work->source) return;
    const char *folder = strrchr(work->verdict->file, '/'); // the folder is the grader's own name for the student
    html_write(out, work->verdict->state == STATE_passed ? "<details>" : "<details open>");
    html_write(out, "<summary>%s</summary>\n", folder ? folder + 1 : work->verdict->file);
    if (work->verdict->figure_count)
        html_write(out,
                   "<p class=\"soft\">Beside each line: what it made the GPU do, in the visible case that limits are "
                   "checked on. A request of 32 lanes that read neighbouring floats needs 4 sectors.</p>\n");
    page_source(out, work);
    html_write(out, "</details>\n");
}

// The page is read where the workbook may not be, so what to read is named and not linked, and the row of the checklist
// is quoted.
static void write_reading(Html *out, const PageWork *work) {
    char reading[200], row[PAGE_ROW];
    verdict_say_reading(work->verdict, reading);
    page_checklist_row(work->checklist, verdict_symptom(work->verdict), row);
    if (!reading[0]) return;
    html_write(out, "<p class=\"soft\">Read %s", reading);
    html_write(out, row[0] ? ".<br>The checklist says: " : ".");
    html_write(out, "%s", row);
    html_write(out, row[0] ? ".</p>\n" : "</p>\n");
}

static void write_work(Html *out, const PageWork *work) {
    const Verdict *verdict = work->verdict;
    char summary[SUMMARY_BYTES];
    verdict_public_summary(verdict, summary);
    html_write(out, "<section id=\"%s\" class=\"work\"><h2>%s <small><code>%s/%s</code></small></h2>\n<p>",
               verdict->exercise->name, verdict->exercise->title, verdict->exercise->chapter, verdict->exercise->name);
    write_state(out, verdict);
    html_write(out, "</p>\n<p class=\"first\">%s</p>\n", summary);
    write_reading(out, work);
    html_write(out, "<p>");
    page_remarks(out, work, -1, 0);
    html_write(out, "</p>\n");
    if (verdict->taken[0]) {
        html_write(out, "<p class=\"soft\">The file: %s</p>\n", verdict->taken);
    }
    if (verdict->state == STATE_build) write_log(out, verdict);
    if (page_was_run(verdict)) {
        write_parts(out, work);
        write_answers(out, verdict);
        write_cases(out, verdict);
        write_faults(out, verdict);
        write_leaks(out, verdict);
        write_counters(out, verdict);
        write_time(out, verdict);
    }
    write_source(out, work);
    html_write(out, "</section>\n");
}

// ---- the page ----

static bool is_weighted(const PageWork *work) { return work->weight > 0 && work->weight != 1; }

static bool are_weighted(const PageWork *works, unsigned count) {
    bool weighted = false;
    for (unsigned i = 0; i < count; i++) weighted |= is_weighted(&works[i]);
    return weighted;
}

void page_weights(const PageWork *works, unsigned count, char *words, size_t size) {
    words[0] = 0;
    for (unsigned i = 0; i < count; i++)
        if (is_weighted(&works[i]))
            text_append(words, size, "%s%s counts %.4g times", words[0] ? ", " : "", works[i].verdict->exercise->name,
                        works[i].weight);
}

static void write_row(Html *out, const PageWork *work, bool weighted) {
    const Verdict *verdict = work->verdict;
    html_write(out,
               "<tr><td class=\"text name\"><a href=\"#%s\">%s</a></td><td data-title=\"state\" class=\"text\"><span "
               "class=\"state %s\">%s</span></td>",
               verdict->exercise->name, verdict->exercise->title, page_state_tone(verdict->state),
               state_words(verdict->state));
    if (!verdict_has_points(verdict)) html_write(out, "<td data-title=\"points\">\u2013/%d</td>", verdict->max_points);
    else html_write(out, "<td data-title=\"points\">%g/%d</td>", verdict_points(verdict), verdict->max_points);
    if (weighted) html_write(out, "<td data-title=\"counts\">%.4g ×</td>", work->weight);
    html_write(out, "</tr>\n");
}

// Where there is a source, somebody handed in the skeleton.
static void add_blank(const PageWork *works, unsigned count, bool unchanged, const char *words, char *names,
                      size_t size) {
    bool any = false;
    for (unsigned i = 0; i < count; i++) {
        if (works[i].verdict->state != STATE_not_started || (works[i].source != NULL) != unchanged) continue;
        text_append(names, size, "%s%s", any ? ", " : names[0] ? " " : "", any ? "" : words);
        text_append(names, size, "%s", works[i].verdict->exercise->name);
        any = true;
    }
    if (any) text_append(names, size, ".");
}

bool page_blank(const PageWork *works, unsigned count, char *names, size_t size) {
    names[0] = 0;
    add_blank(works, count, false, "Not handed in: ", names, size);
    add_blank(works, count, true, "Handed in as the unchanged skeleton: ", names, size);
    return names[0] != 0;
}

PageSum page_sum(const PageWork *works, unsigned count) {
    PageSum sum = {.points = 0};
    for (unsigned i = 0; i < count; i++) {
        sum.points += verdict_has_points(works[i].verdict) ? verdict_points(works[i].verdict) : 0;
        sum.most += works[i].verdict->max_points;
        sum.passed += works[i].verdict->state == STATE_passed;
    }
    return sum;
}

bool page_grade_differs(const PageGrade *grade, const PageSum *sum) {
    return !grade->settled || grade->words[0] || grade->points != sum->points || grade->most != sum->most;
}

// What the class's rules make of the points: weights, lateness, which attempt counts.
void page_grade_words(const PageGrade *grade, char words[GRADE_WORDS]) {
    if (grade->settled) snprintf(words, GRADE_WORDS, "Grade: %.4g of %.4g points", grade->points, grade->most);
    else snprintf(words, GRADE_WORDS, "Grade: not settled yet");
    if (grade->words[0]) text_append(words, GRADE_WORDS, " (%s)", grade->words);
}

// The grade first, where the rules make another number of the points.
static void write_sum(Html *out, const PageGrade *grade, const PageSum *sum, unsigned count) {
    char words[GRADE_WORDS];
    bool differs = grade && page_grade_differs(grade, sum);
    double share = sum->most ? sum->points / sum->most : 0;
    snprintf(words, sizeof words, "%g of %d points", sum->points, sum->most);
    if (differs && grade->settled) {
        share = grade->most > 0 ? grade->points / grade->most : 0;
        snprintf(words, sizeof words, "%.4g of %.4g points", grade->points, grade->most);
    }
    char line[GRADE_WORDS];
    if (differs) page_grade_words(grade, line);
    if (differs) html_write(out, "<p class=\"total\"><b>%s</b></p>\n", line);
    html_write(out, differs ? "<p class=\"soft\">Before weights and rules: " : "<p class=\"total\">");
    html_write(out, "<b>%g</b> of %d points; %u of %u %s passed</p>\n", sum->points, sum->most, sum->passed, count,
               page_plural(count, "exercise", "exercises"));
    page_bar(out, share > 1 ? 1 : share, "good", words);
}

static void write_table(Html *out, const PageWork *works, unsigned count) {
    bool weighted = are_weighted(works, count), any = false;
    for (unsigned i = 0; i < count; i++) {
        if (works[i].verdict->state == STATE_not_started) continue;
        if (!any)
            html_write(out,
                       "<table class=\"launches overview\"><thead><tr><th scope=\"col\" class=\"text\">exercise</th>"
                       "<th scope=\"col\" class=\"text\">state</th><th scope=\"col\">points</th>");
        if (!any && weighted) html_write(out, "<th scope=\"col\">counts</th>");
        if (!any) html_write(out, "</tr></thead>\n<tbody>\n");
        write_row(out, &works[i], weighted);
        any = true;
    }
    if (any) html_write(out, "</tbody></table>\n");
}

static void write_overview(Html *out, const PageGrade *grade, const PageWork *works, unsigned count) {
    PageSum sum = page_sum(works, count);
    char names[4000];
    if (grade && grade->homework[0]) html_write(out, "<p class=\"soft\">%s</p>\n", grade->homework);
    write_sum(out, grade, &sum, count);
    if (count < 2) return;
    write_table(out, works, count);
    if (page_blank(works, count, names, sizeof names)) html_write(out, "<p class=\"soft\">%s</p>\n", names);
}

void page_feedback(FILE *file, const char *student, const PageGrade *grade, const PageWork *works, unsigned count) {
    Html out = page_begin(file, &(PageHead){.title = student});
    write_overview(&out, grade, works, count);
    for (unsigned i = 0; i < count; i++) // if there are many, one line names those that are not started
        if (count == 1 || works[i].verdict->state != STATE_not_started) write_work(&out, &works[i]);
    page_end(&out);
}

// feedback_text.c - what one student is told, as text: for platforms that do not accept a page, and for mail.
//
// It is Markdown. Every text that is not ours stands in a code block, where nothing becomes a link, a mention or a tag.
#include "pages.h"

#include "../device/system/text.h"

#include <string.h>

#define COLUMNS 100
#define INDENT 4

static void write_block(FILE *out, size_t indent, const char *text) {
    fprintf(out, "%*s", (int)indent, "");
    print_wrapped(out, text, indent, indent, COLUMNS);
    fputc('\n', out);
}

static void write_parts(FILE *out, const Verdict *verdict) {
    fputc('\n', out);
    for (unsigned i = 0; i < verdict->part_count; i++) {
        const VerdictPart *part = &verdict->parts[i];
        char line[200];
        bool earned = part->points == part->max_points;
        if (!part->max_points) continue;
        snprintf(line, sizeof line, "%s %s %d/%d", earned ? "✓" : "✗", part->label, part->points, part->max_points);
        write_block(out, INDENT, line);
        if (!earned && part->why[0]) write_block(out, INDENT + 2, part->why);
    }
}

static void write_answers(FILE *out, const Verdict *verdict) {
    if (verdict->answer_count) fputc('\n', out);
    for (unsigned i = 0; i < verdict->answer_count; i++) {
        const VerdictAnswer *answer = &verdict->answers[i];
        char line[600];
        if (answer->state == ANSWER_RIGHT) continue;
        text_format(line, sizeof line, "✗ %.300s: %.200s", answer->asks,
                    answer->given[0] ? answer->given : "not answered");
        write_block(out, INDENT, line);
        if (answer->why[0]) write_block(out, INDENT + 2, answer->why);
    }
}

static void write_faults(FILE *out, const Verdict *verdict) {
    if (verdict->fault_count) fputc('\n', out);
    for (unsigned i = 0; i < verdict->fault_count; i++) {
        const VerdictFault *fault = &verdict->faults[i];
        char line[1000];
        text_format(line, sizeof line, "line %u: %.400s", fault->line, fault->sentence);
        write_block(out, INDENT, fault->line ? line : fault->sentence);
    }
}

static void write_log(FILE *out, const char *log) {
    char line[1000];
    fputc('\n', out);
    while (*log) {
        size_t bytes = strcspn(log, "\n");
        text_clean(line, sizeof line, log, bytes, false);
        fprintf(out, "    %s\n", line);
        log += bytes + (log[bytes] == '\n');
    }
}

static void write_remarks(FILE *out, const PageWork *work) {
    char words[900];
    for (unsigned i = 0; i < work->remark_count; i++) {
        const PageRemark *remark = &work->remarks[i];
        if (remark->line) text_format(words, sizeof words, "line %u: %s", remark->line, remark->words);
        else if (remark->part >= 0 && (unsigned)remark->part < work->verdict->part_count)
            text_format(words, sizeof words, "%s: %s", work->verdict->parts[remark->part].label, remark->words);
        else text_format(words, sizeof words, "%s", remark->words);
        write_block(out, INDENT, words);
    }
}

static void write_work(FILE *out, const PageWork *work) {
    const Verdict *verdict = work->verdict;
    char summary[SUMMARY_BYTES];
    verdict_public_summary(verdict, summary);
    fprintf(out, "\n## %s: %s", verdict->exercise->name, state_words(verdict->state));
    if (verdict_has_points(verdict)) fprintf(out, ", %g of %d points", verdict_points(verdict), verdict->max_points);
    fputs("\n\n", out);
    char by_hand[400];
    verdict_say_by_hand(verdict, by_hand);
    if (by_hand[0]) write_block(out, INDENT, by_hand);
    write_remarks(out, work);
    write_block(out, INDENT, summary);
    if (verdict->taken[0]) {
        char taken[320];
        snprintf(taken, sizeof taken, "The file: %s", verdict->taken);
        write_block(out, INDENT, taken);
    }
    if (verdict->state == STATE_build) write_log(out, verdict->build_log);
    if (!page_was_run(verdict)) return;
    write_parts(out, verdict);
    write_answers(out, verdict);
    write_faults(out, verdict);
}

void page_feedback_text(FILE *out, const PageGrade *grade, const PageWork *works, unsigned count) {
    PageSum sum = page_sum(works, count);
    char words[GRADE_WORDS], names[4000];
    bool differs = grade && page_grade_differs(grade, &sum);
    if (grade && grade->homework[0]) fprintf(out, "%s\n\n", grade->homework);
    if (differs) page_grade_words(grade, words);
    if (differs) fprintf(out, "**%s**\n\nBefore weights and rules: ", words);
    fprintf(out, differs ? "%g of %d points" : "**%g of %d points**", sum.points, sum.most);
    fprintf(out, "; %u of %u %s passed\n", sum.passed, count, page_plural(count, "exercise", "exercises"));
    page_weights(works, count, names, sizeof names);
    if (differs && names[0]) fprintf(out, "\nWeights: %s.\n", names);
    if (count > 1 && page_blank(works, count, names, sizeof names)) fprintf(out, "\n%s\n", names);
    for (unsigned i = 0; i < count; i++)
        if (count == 1 || works[i].verdict->state != STATE_not_started) write_work(out, &works[i]);
}

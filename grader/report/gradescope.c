// gradescope.c - results.json as Gradescope's autograder reads it: one student, a test for each part and each case.
//
// The score is in the parts; a case is a test without points, so that a student sees which one failed. Hidden cases
// stay hidden from students, their names and sizes included.
#include "../batch/batch.h"

#include "../system/text.h"

#include <jansson.h>
#include <string.h>

static json_t *test(const Verdict *verdict, const char *name, double score, double most, bool passed, const char *words,
                    bool hidden) {
    char title[200];
    snprintf(title, sizeof title, "%s: %s", verdict->exercise->name, name);
    return json_pack("{s:s, s:f, s:f, s:s, s:s, s:s}", "name", title, "score", score, "max_score", most, "status",
                     passed ? "passed" : "failed", "output", words, "visibility", hidden ? "hidden" : "visible");
}

static void add_tests(json_t *tests, const Verdict *verdict) {
    for (unsigned i = 0; i < verdict->part_count; i++) {
        const VerdictPart *part = &verdict->parts[i];
        json_array_append_new(tests, test(verdict, part->label, part->points, part->max_points,
                                          part->points == part->max_points, part->why, false));
    }
    for (unsigned i = 0; i < verdict->case_count; i++) {
        const VerdictCase *row = &verdict->cases[i];
        char name[100];
        snprintf(name, sizeof name, "case %s", row->label);
        json_array_append_new(tests, test(verdict, name, 0, 0, row->result.passed, row->result.message, row->hidden));
    }
}

static void add_words(char *words, size_t size, const Verdict *verdict) {
    char summary[400];
    verdict_public_summary(verdict, summary);
    text_append(words, size, "%s: %s (%d of %d points). %s\n", verdict->exercise->name, state_words(verdict->state),
                verdict->points, verdict->max_points, summary);
    if (verdict->state == STATE_build) text_append(words, size, "%s\n", verdict->build_log);
    for (unsigned i = 0; i < verdict->fault_count; i++) {
        const VerdictFault *fault = &verdict->faults[i];
        text_append(words, size, "  %s, line %u: %s\n", fault->kind, fault->line, fault->sentence);
    }
}

bool report_print_gradescope(FILE *out, const Verdict *verdicts, unsigned count) {
    static char words[65536];
    double score = 0, most = 0;
    for (unsigned i = 0; i < count; i++)
        if (verdicts[i].state == STATE_set_aside) return false;
    json_t *tests = json_array();
    words[0] = 0;
    for (unsigned i = 0; i < count; i++) {
        add_tests(tests, &verdicts[i]);
        add_words(words, sizeof words, &verdicts[i]);
        score += verdicts[i].points;
        most += verdicts[i].max_points;
    }
    text_clean(words, sizeof words, words, strlen(words), true);
    json_t *root = json_pack("{s:f, s:s, s:s, s:s, s:o, s:{s:f}}", "score", score, "output", words, "visibility",
                             "visible", "stdout_visibility", "hidden", "tests", tests, "extra_data", "max_score", most);
    bool printed = root && json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) == 0;
    fputc('\n', out);
    json_decref(root);
    return printed;
}

// gradescope.c - results.json as Gradescope's autograder reads it: one student, a test for each part and each case.
//
// The score is in the parts; a case is a test without points, so that a student sees which one failed. Hidden cases
// stay hidden from students, their names and sizes included.
#include "returns.h"

#include "../device/system/text.h"

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

json_t *return_gradescope(const Verdict *verdicts, unsigned count) {
    static char words[65536];
    double score = 0, most = 0;
    json_t *tests = json_array();
    words[0] = 0;
    for (unsigned i = 0; i < count; i++) {
        add_tests(tests, &verdicts[i]);
        return_words(words, sizeof words, &verdicts[i]);
        score += verdict_points(&verdicts[i]);
        most += verdicts[i].max_points;
    }
    text_clean(words, sizeof words, words, strlen(words), true);
    return json_pack("{s:f, s:s, s:s, s:s, s:o, s:{s:f}}", "score", score, "output", words, "visibility", "visible",
                     "stdout_visibility", "hidden", "tests", tests, "extra_data", "max_score", most);
}

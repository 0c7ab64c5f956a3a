// classroom50.c - result.json of a Classroom 50 autograder (schema classroom50/result/v1): a test for each part.
//
// Whose submission it is, and its commit, only the service knows: autograder/classroom50.py adds them.
#include "returns.h"

static json_t *test(const Verdict *verdict, const char *label, int score, int most, const char *words) {
    char name[200];
    snprintf(name, sizeof name, "%s: %s", verdict->exercise->name, label);
    return json_pack("{s:s, s:b, s:i, s:i, s:s}", "test-name", name, "passed", score == most, "score", score,
                     "max-score", most, "message", words);
}

json_t *return_classroom50(const Verdict *verdicts, unsigned count) {
    json_t *tests = json_array();
    int score = 0, most = 0;
    for (unsigned i = 0; i < count; i++) {
        const Verdict *verdict = &verdicts[i];
        char words[400];
        verdict_say_by_hand(verdict, words);
        if (verdict->by_hand)
            json_array_append_new(tests, test(verdict, "points by hand", verdict->points, verdict->max_points, words));
        for (unsigned p = 0; p < verdict->part_count && !verdict->by_hand; p++) {
            const VerdictPart *part = &verdict->parts[p];
            json_array_append_new(tests, test(verdict, part->label, part->points, part->max_points, part->why));
        }
        score += verdict->points;
        most += verdict->max_points;
    }
    return json_pack("{s:s, s:i, s:i, s:o}", "schema", "classroom50/result/v1", "score", score, "max-score", most,
                     "tests", tests);
}

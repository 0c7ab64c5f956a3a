// classroom.c - what a test runner of GitHub Classroom's autograding hands to its reporter: a test for each part.
#include "returns.h"

#include "../device/system/text.h"

#include <string.h>

// A test for each part; of points that a person gave one test, because platforms add up what tests earn.
static json_t *test_by_hand(const Verdict *verdict) {
    char name[200], words[400];
    bool whole = verdict->points == verdict->max_points;
    snprintf(name, sizeof name, "%s: points by hand", verdict->exercise->name);
    verdict_say_by_hand(verdict, words);
    return json_pack("{s:s, s:s, s:i, s:s, s:s, s:s, s:i}", "name", name, "status", whole ? "pass" : "fail", "score",
                     verdict->points, "message", words, "test_code", "", "filename", verdict->exercise->name, "line_no",
                     0);
}

static json_t *part_of(const Verdict *verdict, const VerdictPart *part) {
    char name[200];
    bool whole = part->points == part->max_points;
    snprintf(name, sizeof name, "%s: %s", verdict->exercise->name, part->label);
    return json_pack("{s:s, s:s, s:i, s:s, s:s, s:s, s:i}", "name", name, "status", whole ? "pass" : "fail", "score",
                     part->points, "message", part->why, "test_code", "", "filename", verdict->exercise->name,
                     "line_no", 0);
}

json_t *return_classroom(const Verdict *verdicts, unsigned count) {
    json_t *tests = json_array();
    int most = 0;
    bool passed = true;
    for (unsigned i = 0; i < count; i++) {
        if (verdicts[i].by_hand) json_array_append_new(tests, test_by_hand(&verdicts[i]));
        for (unsigned p = 0; p < verdicts[i].part_count && !verdicts[i].by_hand; p++)
            json_array_append_new(tests, part_of(&verdicts[i], &verdicts[i].parts[p]));
        most += verdicts[i].max_points;
        passed &= return_passed(&verdicts[i]);
    }
    return json_pack("{s:i, s:s, s:i, s:o}", "version", 1, "status", passed ? "pass" : "fail", "max_score", most,
                     "tests", tests);
}

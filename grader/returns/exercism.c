// exercism.c - results.json as exercism's test runners write it, version 3: a test for each part of each exercise.
#include "returns.h"

#include "../system/text.h"

#include <string.h>

static json_t *part_of(const Verdict *verdict, const VerdictPart *part, unsigned task) {
    char name[200];
    bool whole = part->points == part->max_points;
    snprintf(name, sizeof name, "%s: %s", verdict->exercise->name, part->label);
    return json_pack("{s:s, s:s, s:o, s:s, s:i}", "name", name, "status", whole ? "pass" : "fail", "message",
                     whole ? json_null() : json_string(part->why), "test_code", part->label, "task_id", (int)task);
}

// A file that does not build has no tests: its status is error, and the message says why.
json_t *return_exercism(const Verdict *verdicts, unsigned count) {
    static char words[65536];
    json_t *tests = json_array();
    bool passed = true, built = true;
    words[0] = 0;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned p = 0; p < verdicts[i].part_count; p++)
            json_array_append_new(tests, part_of(&verdicts[i], &verdicts[i].parts[p], i + 1));
        passed &= verdicts[i].state == STATE_passed;
        built &= verdicts[i].state != STATE_build;
        if (verdicts[i].state != STATE_passed) return_words(words, sizeof words, &verdicts[i]);
    }
    text_clean(words, sizeof words, words, strlen(words), true);
    return json_pack("{s:i, s:s, s:o, s:o}", "version", 3, "status",
                     passed  ? "pass"
                     : built ? "fail"
                             : "error",
                     "message", passed ? json_null() : json_string(words), "tests", tests);
}

// exercism.c - results.json as exercism's test runners write it, version 3: a test for each part of each exercise.
#include "returns.h"

#include "../device/system/text.h"

#include <string.h>

static json_t *part_of(const Verdict *verdict, const VerdictPart *part, unsigned task) {
    char name[200];
    bool whole = part->points == part->max_points;
    snprintf(name, sizeof name, "%s: %s", verdict->exercise->name, part->label);
    return json_pack("{s:s, s:s, s:o, s:s, s:i}", "name", name, "status", whole ? "pass" : "fail", "message",
                     whole ? json_null() : json_string(part->why), "test_code", part->label, "task_id", (int)task);
}

static json_t *test_by_hand(const Verdict *verdict, unsigned task) {
    char name[200], words[400];
    bool whole = verdict->points == verdict->max_points;
    snprintf(name, sizeof name, "%s: points by hand", verdict->exercise->name);
    verdict_say_by_hand(verdict, words);
    return json_pack("{s:s, s:s, s:s, s:s, s:i}", "name", name, "status", whole ? "pass" : "fail", "message", words,
                     "test_code", "points by hand", "task_id", (int)task);
}

// A file that does not build has no tests: its status is error, and the message says why.
json_t *return_exercism(const Verdict *verdicts, unsigned count) {
    static char words[65536];
    json_t *tests = json_array();
    bool passed = true, built = true;
    words[0] = 0;
    for (unsigned i = 0; i < count; i++) {
        bool by_hand = verdicts[i].by_hand;
        if (by_hand) json_array_append_new(tests, test_by_hand(&verdicts[i], i + 1));
        for (unsigned p = 0; p < verdicts[i].part_count && !by_hand; p++)
            json_array_append_new(tests, part_of(&verdicts[i], &verdicts[i].parts[p], i + 1));
        passed &= return_passed(&verdicts[i]);
        built &= by_hand || verdicts[i].state != STATE_build;
        if (!return_passed(&verdicts[i])) return_words(words, sizeof words, &verdicts[i]);
    }
    text_clean(words, sizeof words, words, strlen(words), true);
    return json_pack("{s:i, s:s, s:o, s:o}", "version", 3, "status",
                     passed  ? "pass"
                     : built ? "fail"
                             : "error",
                     "message", passed ? json_null() : json_string(words), "tests", tests);
}

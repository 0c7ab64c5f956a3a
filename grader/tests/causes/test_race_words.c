// test_race_words.c - a race of a line with itself, in words that name what its threads share.
#include "causes/races.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *kind, *source;
    bool both_write;
    const char *words;
} rows[] = {
    {"race_global", "total += sum;", false,
     "two threads change total, and one may overwrite what the other has just added: use atomicAdd()"},
    {"race_blocks", "if (threadIdx.x == 0) total += values[0];", false, "two blocks change total, "},
    {"race_global", "*out += sum;", false, "two threads change *out, "},
    {"race_global", "if (inside) counters->inner++;", false, "two threads change counters->inner, "},
    {"race_global", "for (int i = t; i < n; i += 32) total += in[i];", false, "two threads change total, "},
    {"race_shared", "bins[value]++;", false, "use atomicAdd()"},
    {"race_shared", "sums[i] += x;", false, "two threads change the same element of sums, "},
    {"race_shared", "values[t] += values[t + half];", false, "add __syncthreads() between"},
    {"race_shared", "for (int i = t; i < n; i += 32) out[i / 2] = in[i];", true, "write the same element of out, "},
    {"race_shared", "for (int i = 0; i < n; i++) out[0] = in[i];", true, "write the same element of out, "},
    {"race_blocks", "total = sum;", true, "two blocks write the same element, "},
    {"race_global", "store(out, 3);", true, "write the same element, "},
};

START_TEST(what_threads_share_is_named) {
    VerdictFault fault = {.line = 7, .other_line = 7, .is_write = rows[_i].both_write, .other_is_write = true};
    char text[400] = "";
    fault.kind = fault_named(rows[_i].kind);
    snprintf(fault.source, sizeof fault.source, "%s", rows[_i].source);
    race_say(&fault, text, sizeof text);
    ck_assert_msg(strstr(text, rows[_i].words) != NULL, "%s: %s", rows[_i].source, text);
}
END_TEST

// A line may be anything, and be cut anywhere.
START_TEST(any_line_is_read) {
    static const char *const lines[] = {
        "",   "+=",        " += 1;", "++;",     "x++",     "for (",    "for (;;) i++;", "for (i += 1", "] += 2",
        "]=", "[[[ ]]] =", "1 += 2", "a.b += ", "= == <=", "->x += 1", "*** += 1",      "]++",         "for (()"};
    for (size_t n = 0; n < sizeof lines / sizeof *lines; n++) {
        VerdictFault fault = {.line = 1, .other_line = 1, .kind = FAULT_RACE_BLOCKS};
        char text[400] = "";
        snprintf(fault.source, sizeof fault.source, "%s", lines[n]);
        for (int writes = 0; writes < 4; writes++) {
            fault.is_write = writes & 1;
            fault.other_is_write = writes & 2;
            race_say(&fault, text, sizeof text);
        }
        ck_assert_uint_gt(strlen(text), 0);
    }
}
END_TEST

Suite *race_words_suite(void) {
    Suite *suite = suite_create("race_words");
    TCase *tests = tcase_create("words");
    tcase_add_loop_test(tests, what_threads_share_is_named, 0, sizeof rows / sizeof *rows);
    tcase_add_test(tests, any_line_is_read);
    suite_add_tcase(suite, tests);
    return suite;
}

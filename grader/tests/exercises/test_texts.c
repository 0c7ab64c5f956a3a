// test_texts.c - exercise.txt as C: what it becomes, and what is said about one that is wrong.
#include "scratch.h"

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static char made[6000];

// Runs text.awk on a text of an exercise `toy`; made[] is what it prints, complaints included.
static bool makes(const char *text) {
    char folder[SCRATCH_BYTES], command[200];
    scratch_folder(folder, "texts");
    scratch_write(folder, "toy/exercise.txt", text, strlen(text));
    snprintf(command, sizeof command, "awk -f grader/exercises/text.awk %s/toy/exercise.txt 2>&1", folder);
    FILE *output = popen(command, "r");
    ck_assert_ptr_nonnull(output);
    made[fread(made, 1, sizeof made - 1, output)] = 0;
    return pclose(output) == 0;
}

static void expect(const char *part) { ck_assert_msg(strstr(made, part) != NULL, "no %s in:\n%s", part, made); }

START_TEST(fields_become_initialisers) {
    ck_assert_msg(makes("# a comment\n"
                        "title: A \"toy\"\n"
                        "  with a \\\n"
                        "code: cases, draw  # two\n"
                        "timed: large\n"
                        "hint: one\n"
                        "parameter: side 2,4  # even\n"),
                  "%s", made);
    expect("const Exercise toy_exercise = {\n.name = \"toy\",\n#line 2 \"/");
    expect("/toy/exercise.txt\"\n.title = \"A \\\"toy\\\" with a \\\\\",\n");
    expect(".cases = cases,\n.case_count = COUNT_OF(cases),\n");
    expect(".draw = draw,\n");
    expect(".timed = &large,\n");
    expect("\n\"one\",\n");
    expect("\n{\"side\", \"2,4\"},\n},\n.parameter_count = 1,\n");
}
END_TEST

START_TEST(questions_and_parts_become_arrays) {
    ck_assert_msg(makes("question: asked (3 points)\n"
                        "kind: word\n"
                        "slip: 2 * side: That: twice\n"
                        "\n"
                        "question: again (1 point)\n"
                        "slips: as asked\n"
                        "\n"
                        "part: RIGHT_RESULTS(60)\n"
                        "part: few loads (40 points)\n"
                        "counter: LOAD_SECTORS+global_load_bytes\n"
                        "most: 1 / 16.  # of them\n"),
                  "%s", made);
    expect(".name = \"asked\",\n.points = 3,\n");
    expect(".kind = ANSWER_WORD,\n.slips = (const Slip[]){\n");
    expect(".name = \"again\",\n.points = 1,\n.slips = (const Slip[]){\n");
    expect("\n{\"2 * side\", \"That: twice\"},\n},\n.slip_count = 1,\n");
    expect(".question_count = 2,\n");
    expect("RIGHT_RESULTS(60),\n},\n");
    expect(".label = \"few loads\",\n.points = 40,\n");
    expect(".counter = LOAD_SECTORS \"+\" \"global_load_bytes\",\n");
    expect(".most = 1 / 16.,\n");
    expect(".kind = PART_LIMIT,\n");
    expect(".part_count = 2,\n");
}
END_TEST

START_TEST(a_row_is_made_for_each_value) {
    ck_assert_msg(makes("each: side worth = width 3, height 4\n"
                        "question: <side> (<worth> points)\n"
                        "asks: the {<side>}\n"
                        "question: once (5 points)\n"
                        "asks: <side>\n"),
                  "%s", made);
    expect(".name = \"width\",\n.points = 3,\n");
    expect(".asks = \"the {width}\",\n");
    expect(".name = \"height\",\n.points = 4,\n");
    expect(".asks = \"<side>\",\n");
    expect(".question_count = 3,\n");
}
END_TEST

static const struct {
    const char *text, *says;
} wrong[] = {
    {"title: a\nlearned: b\n", "exercise.txt:2: an exercise has no \"learned:\""},
    {"question: q (1 point)\ntitle: b\n", ":2: a question has no \"title:\""},
    {"part: p (1 point)\nslip: 1: b\n", ":2: a part has no \"slip:\""},
    {"title: a\n\ntitle: b\n", ":3: there are two lines \"title:\""},
    {"question: q\n", ":1: \"q\" needs its points"},
    {"part: p (1 point)\nslack: 1 / 16  # of them\n", ":2: C rounds this division down"},
    {"Title: a\n", ":1: this is neither"},
    {"  a\n", ":1: a line that goes on"},
    {"question: q (1 point)\nslip: 7\n", ":2: a slip is"},
    {"question: q (1 point)\nslips: as r\n", ":2: there is no question r"},
    {"each: a b = 1 2, 3\npart: <a> (1 point)\n", ":1: \"3\" has not a value for each name"},
    {"each: a = 1, 2\nhint: <a>\n", ":1: \"each:\" stands before"},
};

START_TEST(mistakes_are_told_with_their_line) {
    ck_assert_msg(!makes(wrong[_i].text), "%s is taken:\n%s", wrong[_i].text, made);
    expect(wrong[_i].says);
}
END_TEST

Suite *texts_suite(void) {
    Suite *suite = suite_create("texts");
    TCase *tests = tcase_create("texts");
    tcase_add_test(tests, fields_become_initialisers);
    tcase_add_test(tests, questions_and_parts_become_arrays);
    tcase_add_test(tests, a_row_is_made_for_each_value);
    tcase_add_loop_test(tests, mistakes_are_told_with_their_line, 0, sizeof wrong / sizeof *wrong);
    suite_add_tcase(suite, tests);
    return suite;
}

// test_edits.c - wrong answers as changes of the solution.
#include "exercises/known.h"
#include "scratch.h"
#include "system/text.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const char solution[] = "one\ntwo\nthree\ntwo and a half\n";

START_TEST(lines_are_replaced) {
    char error[200];
    char *text = edits_apply(
        solution, "says: six\n# why\nreplace:\nthree\nwith:\n3\nthirty\nend\nreplace:\none\nwith:\nend\n", error);
    ck_assert_msg(text != NULL, "%s", error);
    ck_assert_str_eq(text, "two\n3\nthirty\ntwo and a half\n");
    free(text);
}
END_TEST

START_TEST(what_does_not_fit_is_said) {
    static const struct {
        const char *edits, *says;
    } rows[] = {
        {"replace:\nfour\nwith:\n4\nend\n", "does not have these lines: four"},
        {"replace:\ntwo\nwith:\n2\n", "\"end\""},
        {"replace:\ntwo\nend\n", "\"with:\""},
        {"replac:\ntwo\n", "what is this line for"},
        {"says: nothing\n", "there is no \"replace:\""},
        {"", "there is no \"replace:\""},
        {"replace:\nwith:\n2\nend\n", "does not have"},
    };
    char error[200] = "";
    ck_assert_ptr_null(edits_apply(solution, rows[_i].edits, error));
    ck_assert_msg(strstr(error, rows[_i].says) != NULL, "%s", error);
}
END_TEST

START_TEST(lines_that_stand_twice_are_refused) {
    char error[200] = "";
    ck_assert_ptr_null(edits_apply("a\nb\na\n", "replace:\na\nwith:\nc\nend\n", error));
    ck_assert_ptr_nonnull(strstr(error, "more than once"));
}
END_TEST

START_TEST(says_are_read_one_after_another) {
    const char *at = "// says: first\nsays: second thing\nreplace:\nsays: not this\n";
    char words[200];
    ck_assert(says_next(&at, "says:", words));
    ck_assert_str_eq(words, "first");
    ck_assert(says_next(&at, "says:", words));
    ck_assert_str_eq(words, "second thing");
    ck_assert(!says_next(&at, "says:", words));
}
END_TEST

// Of every edit in the workbook, what it changes is there and has the lines.
START_TEST(every_edit_fits_what_it_changes) {
    const Exercise *exercise = exercises[_i];
    Message error = "";
    Paths paths;
    KnownAnswers known;
    ck_assert_msg(paths_find(&paths, error), "%s", error);
    ck_assert_msg(known_read(&paths, exercise, &known, error), "%s", error);
    for (unsigned i = 0; i < known.count; i++) {
        char *text = known_program(&paths, exercise, &known, &known.answers[i], error);
        ck_assert_msg(text != NULL, "%s: %s", known.answers[i].place, error);
        free(text);
    }
    known_free(&known);
}
END_TEST

static const Exercise toy = {.name = "toy", .chapter = "chapter"};

// The workbook below the folder, with an answers.txt.
static bool toy_read(const char *folder, const char *answers, Paths *paths, KnownAnswers *known, Message error) {
    scratch_write(folder, "grader/exercises/toy/answers.txt", answers, strlen(answers));
    scratch_write(folder, "solutions/chapter/toy.cu", "solution\n", strlen("solution\n"));
    paths_below(paths, folder);
    return known_read(paths, &toy, known, error);
}

START_TEST(an_answer_is_what_stands_below_its_heading) {
    char folder[SCRATCH_BYTES];
    Message error;
    Paths paths;
    KnownAnswers known;
    scratch_folder(folder, "known");
    ck_assert_msg(toy_read(folder, "a remark\n\n=== right/a.cu\n\nfirst\n\n\n=== wrong/fault-b.cu\nsecond\n", &paths,
                           &known, error),
                  "%s", error);
    ck_assert_uint_eq(known.count, 2);
    ck_assert_str_eq(known.answers[0].text, "\nfirst\n");
    ck_assert_str_eq(known.answers[1].text, "second\n");
    ck_assert(known_is(&known.answers[0], "right") && known_is(&known.answers[1], "wrong"));
    ck_assert_msg(text_ends(known.answers[1].place, "grader/exercises/toy/answers.txt:8: wrong/fault-b.cu"), "%s",
                  known.answers[1].place);
    known_free(&known);
}
END_TEST

START_TEST(a_heading_that_names_no_answer_is_refused) {
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"=== right/a\n", "answers.txt:1: what answer is \"right/a\"?"},
        {"=== right/\n", "what answer is \"right/\"?"},
        {"=== lost/a.cu\n", "what answer is \"lost/a.cu\"?"},
        {"=== right/../../a.cu\n", "what answer is"},
        {"=== right/a.cu\n\n=== right/a.cu\n", "answers.txt:3: there are two answers right/a.cu"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char folder[SCRATCH_BYTES];
        Message error = "";
        Paths paths;
        KnownAnswers known;
        scratch_folder(folder, "known");
        ck_assert(!toy_read(folder, rows[i].text, &paths, &known, error));
        ck_assert_msg(strstr(error, rows[i].says) != NULL, "%s", error);
    }
}
END_TEST

START_TEST(another_answer_is_changed_where_one_is_named) {
    static const struct {
        const char *edit, *program, *says; // NULL: no program, and what is said of it
    } rows[] = {
        {"says: a\nfrom: more/other.cu\nreplace:\nother\nwith:\nnew\nend\n", "new\n", ""},
        {"says: a\nreplace:\nsolution\nwith:\nfrom: more/other.cu\nend\n", "from: more/other.cu\n", ""},
        {"from: more/none.cu\nreplace:\nother\nwith:\nnew\nend\n", NULL, "none.cu"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char folder[SCRATCH_BYTES], text[400];
        Message error = "";
        Paths paths;
        KnownAnswers known;
        scratch_folder(folder, "edits");
        snprintf(text, sizeof text, "=== more/other.cu\nother\n\n=== wrong/wrong-a.edit\n%s", rows[i].edit);
        ck_assert_msg(toy_read(folder, text, &paths, &known, error), "%s", error);
        char *program = known_program(&paths, &toy, &known, &known.answers[1], error);
        ck_assert(!program == !rows[i].program && (!program || !strcmp(program, rows[i].program)));
        ck_assert_msg(program || strstr(error, rows[i].says), "%s", error);
        free(program);
        known_free(&known);
    }
}
END_TEST

Suite *edits_suite(void) {
    Suite *suite = suite_create("edits");
    TCase *tests = tcase_create("edits");
    tcase_add_test(tests, lines_are_replaced);
    tcase_add_loop_test(tests, what_does_not_fit_is_said, 0, 7);
    tcase_add_test(tests, lines_that_stand_twice_are_refused);
    tcase_add_test(tests, says_are_read_one_after_another);
    tcase_add_test(tests, an_answer_is_what_stands_below_its_heading);
    tcase_add_test(tests, a_heading_that_names_no_answer_is_refused);
    tcase_add_test(tests, another_answer_is_changed_where_one_is_named);
    tcase_add_loop_test(tests, every_edit_fits_what_it_changes, 0, (int)exercise_count);
    suite_add_tcase(suite, tests);
    return suite;
}

// test_edits.c - wrong answers as changes of the solution.
#include "author/author.h"
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

Suite *edits_suite(void) {
    Suite *suite = suite_create("edits");
    TCase *tests = tcase_create("edits");
    tcase_add_test(tests, lines_are_replaced);
    tcase_add_loop_test(tests, what_does_not_fit_is_said, 0, 7);
    tcase_add_test(tests, lines_that_stand_twice_are_refused);
    tcase_add_test(tests, says_are_read_one_after_another);
    suite_add_tcase(suite, tests);
    return suite;
}

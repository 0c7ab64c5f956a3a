// test_edits.c - wrong answers as changes of the solution.
#include "author/author.h"
#include "scratch.h"

#include <check.h>
#include <glob.h>
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
    char path[PATH_BYTES], pattern[PATH_BYTES];
    Message error = "";
    Paths paths;
    glob_t found = {0};
    ck_assert_msg(paths_find(&paths, error), "%s", error);
    paths_source(&paths, "solutions", exercise, path);
    char *own = file_read(path, MOST_SOURCE_BYTES, NULL, error);
    ck_assert_msg(own != NULL, "%s", error);
    paths_part(&paths, exercise, "*/*.edit", pattern);
    if (glob(pattern, 0, NULL, &found)) found.gl_pathc = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char *edits = file_read(found.gl_pathv[i], MOST_SOURCE_BYTES, NULL, error);
        char *base = edits ? edits_base(&paths, exercise, own, edits, error) : NULL;
        char *text = base ? edits_apply(base, edits, error) : NULL;
        ck_assert_msg(text != NULL, "%s: %s", found.gl_pathv[i], error);
        free(edits);
        free(base);
        free(text);
    }
    globfree(&found);
    free(own);
}
END_TEST

START_TEST(another_answer_is_changed_where_one_is_named) {
    char folder[SCRATCH_BYTES];
    Message error;
    scratch_folder(folder, "edits");
    scratch_write(folder, "grader/exercises/toy/more/other.cu", "other\n", 6);
    Paths paths;
    paths_below(&paths, folder);
    const Exercise toy = {.name = "toy"};
    char *base = edits_base(&paths, &toy, "solution\n", "says: a\nfrom: more/other.cu\nreplace:\n", error);
    ck_assert_msg(base != NULL, "%s", error);
    ck_assert_str_eq(base, "other\n");
    free(base);
    base = edits_base(&paths, &toy, "solution\n", "says: a\nreplace:\nfrom: more/other.cu\n", error);
    ck_assert_str_eq(base, "solution\n");
    free(base);
    ck_assert_ptr_null(edits_base(&paths, &toy, "solution\n", "from: more/none.cu\n", error));
    ck_assert_msg(strstr(error, "none.cu") != NULL, "%s", error);
}
END_TEST

Suite *edits_suite(void) {
    Suite *suite = suite_create("edits");
    TCase *tests = tcase_create("edits");
    tcase_add_test(tests, lines_are_replaced);
    tcase_add_loop_test(tests, what_does_not_fit_is_said, 0, 7);
    tcase_add_test(tests, lines_that_stand_twice_are_refused);
    tcase_add_test(tests, says_are_read_one_after_another);
    tcase_add_test(tests, another_answer_is_changed_where_one_is_named);
    tcase_add_loop_test(tests, every_edit_fits_what_it_changes, 0, (int)exercise_count);
    suite_add_tcase(suite, tests);
    return suite;
}

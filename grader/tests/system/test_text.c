// test_text.c - texts as people read them.
#include "system/text.h"
#include "system/text_edits.h"

#include <check.h>
#include <math.h>
#include <string.h>

START_TEST(numbers_are_written_as_people_read_them) {
    static const struct {
        double value;
        const char *text;
    } numbers[] = {
        {0, "0"},           {28672, "28,672"},     {-1234567, "-1,234,567"}, {999, "999"}, {16.53125, "16.53"},
        {0.0625, "0.0625"}, {124230.4, "124,230"}, {1000.5, "1,001"},
    };
    char text[32];
    ck_assert_str_eq(text_number(numbers[_i].value, text), numbers[_i].text);
}
END_TEST

START_TEST(numbers_that_are_none_are_said) {
    char text[32];
    ck_assert_str_eq(text_number(INFINITY, text), "inf");
    ck_assert_str_eq(text_number(1e20, text), "1e+20");
}
END_TEST

// Names of one, two, three and four bytes a letter, cut by a precision and by the buffer's end.
START_TEST(text_is_cut_between_characters) {
    static const char *const names[] = {"Ann Lee, who has a long name", "Zoëëëëëëëëëëëëëëëëëëëë",
                                        "李小龙李小龙李小龙李小龙", "😀😀😀😀😀😀😀😀😀😀😀"};
    char text[24], whole[64] = "";
    const char *name = names[_i % 4];
    int most = _i / 4 + 10;
    text_format(text, sizeof text, "%.*s (7)", most, name);
    for (const char *at = text; *at;) ck_assert_uint_ne(text_next(&at), UNFIT);
    ck_assert_int_eq(strncmp(text, name, 8), 0);
    text_append(whole, sizeof whole, "%.*s", most, name);
    ck_assert_uint_ge(strlen(whole) + 3, (size_t)most);
    ck_assert_uint_le(strlen(whole), (size_t)most);
}
END_TEST

START_TEST(what_a_terminal_would_obey_becomes_a_question_mark) {
    char text[32];
    text_copy(text, sizeof text, "red \033[31m and \a a bell");
    ck_assert_str_eq(text, "red ?[31m and ? a bell");
    text_copy(text, 8, "longer than it may be");
    ck_assert_str_eq(text, "longer ");
}
END_TEST

START_TEST(a_sentence_that_does_not_fit_ends_with_an_ellipsis) {
    char text[16];
    text_format(text, sizeof text, "twelve bytes");
    ck_assert_str_eq(text, "twelve bytes");
    text_append(text, sizeof text, ", and more");
    ck_assert_str_eq(text, "twelve bytes…");
    text_append(text, sizeof text, "more");
    ck_assert_str_eq(text, "twelve bytes…");
    text_say(text, sizeof text, "a bell \a, and more");
    ck_assert_str_eq(text, "a bell ?, an…");
}
END_TEST

static const struct {
    const char *one, *two;
    bool any_case;
    unsigned edits;
} WORDS[] = {
    {"", "", false, 0},       {"", "warp", false, 4},      {"kitten", "sitting", false, 3}, {"bnak", "bank", false, 1},
    {"Ada", "ada", false, 1}, {"Ada", "ada", true, 0},     {"aB", "bA", true, 1},           {"aB", "bA", false, 2},
    {"ca", "abc", false, 3},  {"xbank", "bank", false, 1}, {"blocks", "block", true, 1},
};

START_TEST(edits_are_counted_with_swapped_letters_as_one) {
    ck_assert_uint_eq(text_edits(WORDS[_i].one, WORDS[_i].two, WORDS[_i].any_case), WORDS[_i].edits);
    ck_assert_uint_eq(text_edits(WORDS[_i].two, WORDS[_i].one, WORDS[_i].any_case), WORDS[_i].edits);
}
END_TEST

START_TEST(of_longer_words_the_beginnings_are_compared) {
    char one[200] = "", two[200] = "";
    memset(one, 'x', 199);
    memset(two, 'x', 150);
    ck_assert_uint_eq(text_edits(one, two, false), 0);
    ck_assert_uint_eq(text_edits(one, "xx", true), 61); // 63 - 2
}
END_TEST

Suite *text_suite(void) {
    Suite *suite = suite_create("text");
    TCase *tests = tcase_create("text");
    tcase_add_loop_test(tests, numbers_are_written_as_people_read_them, 0, 8);
    tcase_add_test(tests, numbers_that_are_none_are_said);
    tcase_add_loop_test(tests, text_is_cut_between_characters, 0, 40);
    tcase_add_test(tests, a_sentence_that_does_not_fit_ends_with_an_ellipsis);
    tcase_add_test(tests, what_a_terminal_would_obey_becomes_a_question_mark);
    tcase_add_loop_test(tests, edits_are_counted_with_swapped_letters_as_one, 0, sizeof WORDS / sizeof *WORDS);
    tcase_add_test(tests, of_longer_words_the_beginnings_are_compared);
    suite_add_tcase(suite, tests);
    return suite;
}

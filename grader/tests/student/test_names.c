// test_names.c - words that mean a name, and what is said of the others.
#include "student/names.h"

#include "command.h"

#include <check.h>
#include <string.h>

static const char *const names[] = {"02_coalescing", "05_bank_conflicts", "10_random_numbers", "12_random_walks"};
enum { COUNT = sizeof names / sizeof *names };

static const struct {
    const char *word;
    int meant;
} words[] = {
    {"02_coalescing", 0},
    {"2", 0},
    {"02", 0},
    {"5", 1},
    {"10", 2},
    {"0010", 2},
    {"12_", 3},
    {"bank", 1},
    {"BANK", 1},
    {"walk", 3},
    {"numb", 2},
    {"r", -1},
    {"random", -1},
    {"0", -1},
    {"1", -1},
    {"6", -1},
    {"", -1},
    {"colescng", -1},
    {"_", -1},
    {"5_bank", 1},
};

START_TEST(a_part_that_only_one_name_has_means_it) {
    char sentence[NAME_SENTENCE];
    ck_assert_msg(name_meant(words[_i].word, "chapter", names, COUNT, sentence) == words[_i].meant, "%s",
                  words[_i].word);
}
END_TEST

static void expect_sentence(const char *word, const char *expected) {
    char sentence[NAME_SENTENCE];
    ck_assert_int_eq(name_meant(word, "chapter", names, COUNT, sentence), -1);
    ck_assert_str_eq(sentence, expected);
}

START_TEST(names_that_share_a_part_are_listed) {
    expect_sentence("random", "random may be 10_random_numbers, 12_random_walks");
}
END_TEST

START_TEST(mistyped_name_offers_the_nearest) {
    expect_sentence("05_bnak_confilcts", "there is no chapter 05_bnak_confilcts; the nearest is 05_bank_conflicts; "
                                         "make list shows all of them");
    expect_sentence("12_randm_walk", "there is no chapter 12_randm_walk; the nearest is 12_random_walks; "
                                     "make list shows all of them");
}
END_TEST

START_TEST(word_near_to_nothing_offers_nothing) {
    expect_sentence("zebra", "there is no chapter zebra; make list shows all of them");
    expect_sentence("6", "there is no chapter 6; make list shows all of them");
    expect_sentence("", "there is no chapter ; make list shows all of them");
}
END_TEST

START_TEST(long_words_and_many_names_fit_the_sentence) {
    static char word[5000];
    const char *many[200];
    char sentence[NAME_SENTENCE];
    memset(word, 'x', sizeof word - 1);
    for (int i = 0; i < 200; i++) many[i] = "an_exercise_with_a_long_name";
    ck_assert_int_eq(name_meant(word, "exercise", many, 200, sentence), -1);
    ck_assert_int_eq(name_meant("an", "exercise", many, 200, sentence), -1);
    ck_assert_uint_lt(strlen(sentence), NAME_SENTENCE);
}
END_TEST

START_TEST(part_of_a_name_is_looked_for_in_the_chapter_first) {
    ck_assert_str_eq(known_exercise("5/corner")->name, "corner_turning");
    ck_assert_str_eq(known_exercise("6/corner")->name, "corner_turning_padded");
    ck_assert_str_eq(known_exercise("5/soa")->name, "soa");
    ck_assert_ptr_null(known_exercise("corner"));
    ck_assert_ptr_null(known_exercise("77/soa"));
}
END_TEST

Suite *names_suite(void) {
    Suite *suite = suite_create("names");
    TCase *tests = tcase_create("names");
    tcase_add_loop_test(tests, a_part_that_only_one_name_has_means_it, 0, sizeof words / sizeof *words);
    tcase_add_test(tests, part_of_a_name_is_looked_for_in_the_chapter_first);
    tcase_add_test(tests, names_that_share_a_part_are_listed);
    tcase_add_test(tests, mistyped_name_offers_the_nearest);
    tcase_add_test(tests, word_near_to_nothing_offers_nothing);
    tcase_add_test(tests, long_words_and_many_names_fit_the_sentence);
    suite_add_tcase(suite, tests);
    return suite;
}

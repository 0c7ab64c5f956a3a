// test_answers.c - answers in a student's file, found and held against the key.
#include "grading/answers.h"
#include <check.h>
#include <string.h>

static const char source[] = "// a kernel\n"
                             "//= sectors: 4\n"
                             "  //=  padded : 28,672  \n"
                             "//= nothing: ?\n"
                             "int x; //= inside: 5\n"
                             "//= twice: 1\n"
                             "//= twice: 2\r\n"
                             "//= words: not applicable\n"
                             "//= sectors_b: 8\n"
                             "//= last: 9";

START_TEST(line_is_found_by_its_name) {
    static const struct {
        const char *name, *answer; // NULL: none
    } lines[] = {{"sectors", "4"}, {"padded", "28,672"},        {"nothing", NULL},  {"inside", NULL}, {"twice", "2"},
                 {"absent", NULL}, {"words", "not applicable"}, {"sectors_b", "8"}, {"last", "9"},    {"sector", NULL}};
    char answer[64];
    bool found = answer_find(source, strlen(source), lines[_i].name, answer);
    ck_assert_int_eq(found, lines[_i].answer != NULL);
    if (found) ck_assert_str_eq(answer, lines[_i].answer);
}
END_TEST

START_TEST(hostile_lines_are_harmless) {
    static const char *const texts[] = {"",       "//=",     "//= ",        "//= a",
                                        "//= a:", "//= a: ", "\n\n//=a:\n", "//= a: \x1b[2J\x01"};
    char answer[64];
    for (size_t i = 0; i < COUNT_OF(texts); i++) answer_find(texts[i], strlen(texts[i]), "a", answer);
    ck_assert(answer_find(texts[7], strlen(texts[7]), "a", answer));
    ck_assert_ptr_null(strchr(answer, 0x1b));
}
END_TEST

static VerdictAnswer judged(AnswerKind kind, const char *answer, const char *key, bool reveal) {
    static const Slip slips[] = {{"17", "the first one counts too"}, {"A 3", "and C?"}};
    const Question question = {.name = "q",
                               .asks = "how many",
                               .points = 8,
                               .kind = kind,
                               .words = "yes,no,n/a",
                               .near = 2,
                               .why = "count again",
                               .slips = slips,
                               .slip_count = COUNT_OF(slips)};
    VerdictAnswer out;
    answer_judge(&question, answer, key, reveal, &out);
    return out;
}

START_TEST(numbers_are_right_near_or_wrong) {
    static const struct {
        const char *answer, *key;
        AnswerState state;
        int points;
    } rows[] = {
        {"16", "16", ANSWER_RIGHT, 8},       {"16.0", "16", ANSWER_RIGHT, 8},    {"28,672", "28672", ANSWER_RIGHT, 8},
        {"62.5 %", "62.5", ANSWER_RIGHT, 8}, {"68.8", "68.75", ANSWER_RIGHT, 8}, {"17", "16", ANSWER_NEAR, 4},
        {"32", "16", ANSWER_NEAR, 4},        {"8", "16", ANSWER_NEAR, 4},        {"33", "16", ANSWER_WRONG, 0},
        {"-16", "16", ANSWER_WRONG, 0},      {"0", "16", ANSWER_WRONG, 0},       {"0", "0", ANSWER_RIGHT, 8},
        {"1", "0", ANSWER_WRONG, 0},         {"nan", "16", ANSWER_WRONG, 0},     {"inf", "16", ANSWER_WRONG, 0},
        {"0x10", "16", ANSWER_WRONG, 0},     {"sixteen", "16", ANSWER_WRONG, 0}, {"1e1000", "16", ANSWER_WRONG, 0},
    };
    VerdictAnswer out = judged(ANSWER_NUMBER, rows[_i].answer, rows[_i].key, false);
    ck_assert_msg(out.state == rows[_i].state && out.points == rows[_i].points, "%s for %s: state %d, %d points",
                  rows[_i].answer, rows[_i].key, (int)out.state, out.points);
}
END_TEST

START_TEST(sets_give_back_what_guessing_wins) {
    static const struct {
        const char *answer, *key;
        AnswerState state;
        int points;
    } rows[] = {{"2 4 8 16", "2,4,8,16", ANSWER_RIGHT, 8},
                {"16, 8, 4, 2", "2,4,8,16", ANSWER_RIGHT, 8},
                {"2 4", "2,4,8,16", ANSWER_NEAR, 4},
                {"2 4 5", "2,4,8,16", ANSWER_NEAR, 2},
                {"3 5", "2,4,8,16", ANSWER_WRONG, 0},
                {"2 4 8 16 1 3 5 7", "2,4,8,16", ANSWER_WRONG, 0},
                {"A,a,A", "a", ANSWER_RIGHT, 8}};
    VerdictAnswer out = judged(ANSWER_SET, rows[_i].answer, rows[_i].key, false);
    ck_assert_msg(out.state == rows[_i].state && out.points == rows[_i].points, "%s for %s: state %d, %d points",
                  rows[_i].answer, rows[_i].key, (int)out.state, out.points);
}
END_TEST

START_TEST(words_are_those_that_may_be_said) {
    ck_assert_int_eq(judged(ANSWER_WORD, "YES", "yes", false).state, ANSWER_RIGHT);
    ck_assert_int_eq(judged(ANSWER_WORD, "no", "yes", false).state, ANSWER_WRONG);
    ck_assert_ptr_nonnull(strstr(judged(ANSWER_WORD, "maybe", "yes", false).why, "none of: yes,no,n/a"));
}
END_TEST

START_TEST(not_answered_is_not_wrong) {
    VerdictAnswer out = judged(ANSWER_NUMBER, NULL, "16", true);
    ck_assert_int_eq(out.state, ANSWER_NONE);
    ck_assert_int_eq(out.points, 0);
    ck_assert_str_eq(out.measured, ""); // or leaving it open would tell the key
}
END_TEST

START_TEST(common_slips_have_their_own_sentence) {
    ck_assert_ptr_nonnull(strstr(judged(ANSWER_NUMBER, "17", "16", false).why, "the first one counts too"));
    ck_assert_ptr_nonnull(strstr(judged(ANSWER_NUMBER, "99", "16", false).why, "count again"));
    ck_assert_ptr_nonnull(strstr(judged(ANSWER_SET, "3.0, a", "A C", false).why, "and C?")); // in any order
    ck_assert_ptr_nonnull(strstr(judged(ANSWER_SET, "A", "A C", false).why, "count again"));
    ck_assert_ptr_nonnull(strstr(judged(ANSWER_SET, "A 3 B", "A C", false).why, "count again"));
}
END_TEST

START_TEST(key_is_told_of_predictions_and_right_answers_only) {
    ck_assert_str_eq(judged(ANSWER_NUMBER, "99", "16", false).measured, "");
    ck_assert_str_eq(judged(ANSWER_NUMBER, "99", "16", true).measured, "16");
    ck_assert_str_eq(judged(ANSWER_NUMBER, "16", "16", false).measured, "16");
    ck_assert_ptr_nonnull(strstr(judged(ANSWER_NUMBER, "8", "16", true).why, "factor of 2"));
}
END_TEST

Suite *answers_suite(void) {
    Suite *suite = suite_create("answers");
    TCase *tests = tcase_create("answers");
    tcase_add_loop_test(tests, line_is_found_by_its_name, 0, 10);
    tcase_add_test(tests, hostile_lines_are_harmless);
    tcase_add_loop_test(tests, numbers_are_right_near_or_wrong, 0, 18);
    tcase_add_loop_test(tests, sets_give_back_what_guessing_wins, 0, 7);
    tcase_add_test(tests, words_are_those_that_may_be_said);
    tcase_add_test(tests, not_answered_is_not_wrong);
    tcase_add_test(tests, common_slips_have_their_own_sentence);
    tcase_add_test(tests, key_is_told_of_predictions_and_right_answers_only);
    suite_add_tcase(suite, tests);
    return suite;
}

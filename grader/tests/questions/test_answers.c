// test_answers.c - answers in a student's file, found and held against the key.
#define _GNU_SOURCE // setenv
#include "measured/key_run.h"
#include "questions/answers.h"
#include "questions/course.h"
#include "scratch.h"
#include "system/files.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
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
                             "//= commented: 1/24 // two of 48\n"
                             "//= last: 9";

START_TEST(line_is_found_by_its_name) {
    static const struct {
        const char *name, *answer; // NULL: none
    } lines[] = {{"sectors", "4"}, {"padded", "28,672"}, {"nothing", NULL},           {"inside", NULL},
                 {"twice", "2"},   {"absent", NULL},     {"words", "not applicable"}, {"sectors_b", "8"},
                 {"last", "9"},    {"sector", NULL},     {"commented", "1/24"}};
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

// ---- one answer ----

static const Parameter parameters[] = {{"stride", "12"}, {"access", "b"}};
static const Exercise drawn = {.name = "drawn", .parameters = parameters, .parameter_count = COUNT_OF(parameters)};

static bool other_key(const void *context, const char *name, double *value) {
    *value = *(const double *)context;
    return !strcmp(name, "key");
}

static VerdictAnswer judged_in(Unit unit, AnswerKind kind, const char *answer, const char *key) {
    static const Slip numbers[] = {{"key + 1", "the first one counts too"}, {"3 * stride", "{stride} is the stride"}};
    static const Slip words[] = {{"A 3", "and C?"}, {"{access}", "not {access}"}};
    bool number = kind == ANSWER_NUMBER;
    const Question question = {.name = "q",
                               .asks = "sectors of a[{stride} * i], in bytes {4 * stride}, access {access}, {nothing}",
                               .points = 8,
                               .kind = kind,
                               .unit = unit,
                               .words = "yes,no,{access}",
                               .why = "count again",
                               .slips = number ? numbers : words,
                               .slip_count = 2};
    VerdictAnswer out;
    Draw draw;
    double right = strtod(key, NULL);
    draw_for_name(&drawn, "Ada", "", &draw);
    const DrawScope scope = {.draw = &draw, .keys = other_key, .context = &right};
    answer_judge(&question, &scope, answer, key, &out);
    return out;
}

static VerdictAnswer judged(AnswerKind kind, const char *answer, const char *key) {
    return judged_in(UNIT_NONE, kind, answer, key);
}

static const struct {
    const char *answer, *key;
    bool right;
} rounded[] = {
    {"16", "16", true},
    {"16.0", "16", true},
    {"28,672", "28672", true},
    {"28672", "28672", true},
    {"28,670", "28672", true},
    {"28,700", "28672", false},
    {"29,000", "28672", false},
    {"28,671", "28672", false},
    {"8,192", "8193", false},
    {"68.8", "68.75", true},
    {"17", "16", false},
    {"-16", "16", false},
    {"0", "16", false},
    {"0", "0", true},
    {"1", "0", false},
    {"nan", "16", false},
    {"inf", "16", false},
    {"0x10", "16", false},
    {"sixteen", "16", false},
    {"1e1000", "16", false},
    {"0.042", "0.0416666666667", false},
    {"0.0417", "0.0416666666667", true},
    {"0.04", "0.0416666666667", false},
    {"0.043", "0.0416666666667", false},
    {"1/24", "0.0416666666667", true},
    {"1/23", "0.0416666666667", false},
    {"2^10", "1024", true},
    {"128 * 8", "1024", true},
    {"(1 + 1) * 512", "1024", true},
    {"13", "13.42", false},
    {"13.4", "13.42", true},
    {"14", "13.42", false},
    {"1.2e4", "12000", true},
    {"5", "5.25", false},
    {"62.5 %", "0.625", true},
    {"((((((((((((((((((1))))))))))))))))))", "1", false},
    {"2^", "2", false},
    {"floor(16.5)", "16", false},
    {"1,5", "1.5", false},
    // a formula is exact, however few digits its parts have
    {"1.00e20*0", "16", false},
    {"1.00e20*0+1e1", "16.5", false},
    {"1.00e20%7", "16", false},
    {"1000000-1000000", "16", false},
    {"-1000000+1000000", "16.5", false},
    {"1.23e2", "122.8", true},
    {"-1.25e1", "-12.48", true},
    // how far a number reaches is a share of it, however its exponent is read
    {"1.00e-4294966996", "16", false},
    {"1.00e-4294966996", "16.5", false},
    {"1.00e308 %", "16", false},
    {"0.00e9", "16", false},
    {"0.100e5", "9,996", false},
    {"0.1000e5", "9,996", true},
    {"100.", "100.4", true},
    {"100.", "101.4", false},
};

START_TEST(numbers_are_right_as_they_are_rounded) {
    VerdictAnswer out = judged(ANSWER_NUMBER, rounded[_i].answer, rounded[_i].key);
    ck_assert_msg((out.state == ANSWER_RIGHT) == rounded[_i].right && out.points == 8 * rounded[_i].right,
                  "%s for %s: state %d, %d points", rounded[_i].answer, rounded[_i].key, (int)out.state, out.points);
}
END_TEST

START_TEST(near_misses_are_explained_and_earn_nothing) {
    static const struct {
        Unit unit;
        const char *answer, *key, *says; // says NULL: right
    } rows[] = {
        {UNIT_BYTES, "4096 bytes", "4096", NULL},
        {UNIT_BYTES, "4 KiB", "4096", NULL},
        {UNIT_BYTES, "32768 bits", "4096", NULL},
        {UNIT_BYTES, "32768", "4096", "counts bits"},
        {UNIT_BYTES, "1024", "4096", "counts floats"},
        {UNIT_BYTES, "4", "4096", "in KiB"},
        {UNIT_BYTES, "4 sectors", "4", "without words"},
        {UNIT_BYTES, "4,000", "4096", "thousands"},
        {UNIT_BYTES, "303,420", "311612", "count again"}, // 0.3 % from what counts in thousands is another mistake
        {UNIT_BYTES, "0.0078125", "8192", "in MiB"},
        {UNIT_KIB, "64 KiB", "64", NULL},
        {UNIT_KIB, "65,536 bytes", "64", NULL},
        {UNIT_KIB, "65.536", "64", "1,024 bytes"},
        {UNIT_KIB, "65,536", "64", "in bytes"},
        {UNIT_MIB, "62.91", "60", "in MB"},
        {UNIT_PERCENT, "62.5", "62.5", NULL},
        {UNIT_PERCENT, "62.5 %", "62.5", NULL},
        {UNIT_PERCENT, "0.625", "62.5", "100 times"},
        {UNIT_FRACTION, "62.5", "0.625", "in percent"},
        {UNIT_FRACTION, "62.5 %", "0.625", NULL},
        {UNIT_PER_BYTE, "1/48", "0.0416666666667", "two operations"},
        {UNIT_PER_BYTE, "0.167", "0.0416666666667", "per float"},
        {UNIT_PER_BYTE, "0.00521", "0.0416666666667", "per bit"},
        {UNIT_SECTORS, "4", "16", "lines of 128"},
        {UNIT_SECTORS, "512", "16", "counts bytes"},
        {UNIT_REQUESTS, "2048", "64", "counts lanes"},
        {UNIT_WARPS, "704", "22", "counts threads"},
        {UNIT_GFLOPS, "19.5", "19500", "TFLOP/s"},
        {UNIT_SECTORS, "16 KiB", "16", "does not ask for KiB"},
        {UNIT_BYTES, "1.00e308 GiB", "4096", "too large"},
        {UNIT_NONE, "32", "16", "count again"}, // a factor means nothing where no unit is asked for
    };
    VerdictAnswer out = judged_in(rows[_i].unit, ANSWER_NUMBER, rows[_i].answer, rows[_i].key);
    bool right = out.state == ANSWER_RIGHT;
    ck_assert_msg(right == !rows[_i].says && (right || strstr(out.why, rows[_i].says)), "%s for %s: %s",
                  rows[_i].answer, rows[_i].key, out.why);
    ck_assert_int_eq(out.points, right ? 8 : 0);
}
END_TEST

// By the answer alone, or it would tell who is near.
START_TEST(digits_that_are_too_few_are_named) {
    static const struct {
        const char *answer, *key;
        bool named;
    } rows[] = {{"0.042", "0.0416666666667", true}, {"0.9", "0.0416666666667", true},
                {"0.043 ", "0.041", true},          {"0.0421", "0.0416666666667", false},
                {"28,700", "28672", true},          {"90,000", "28672", true},
                {"28,760", "28672", false},         {"12", "28672", false},
                {"9000", "28672", false},           {"1/3", "0.25", false}};
    VerdictAnswer out = judged(ANSWER_NUMBER, rows[_i].answer, rows[_i].key);
    ck_assert_msg((strstr(out.why, "A rounded answer needs") != NULL) == rows[_i].named, "%s for %s: %s",
                  rows[_i].answer, rows[_i].key, out.why);
}
END_TEST

START_TEST(sets_are_right_as_a_whole) {
    static const struct {
        const char *answer, *key;
        bool right;
    } rows[] = {{"2 4 8 16", "2,4,8,16", true},
                {"16, 8, 4, 2", "2,4,8,16", true},
                {"{2, 4, 8, 16}", "2,4,8,16", true},
                {"[2 4 8]", "2,4,8,16", false},
                {"2 4", "2,4,8,16", false},
                {"2 4 5", "2,4,8,16", false},
                {"2 4 8 16 1 3 5 7", "2,4,8,16", false},
                {"A,a,A", "a", true},
                // two items that are rounded to one are no two
                {"1.9901 2.0099", "2,5", false},
                {"2.004 2", "2,5", false},
                {"1.00e-4294966996", "5", false}};
    VerdictAnswer out = judged(ANSWER_SET, rows[_i].answer, rows[_i].key);
    ck_assert_msg((out.state == ANSWER_RIGHT) == rows[_i].right && out.points == 8 * rows[_i].right,
                  "%s for %s: state %d, %d points", rows[_i].answer, rows[_i].key, (int)out.state, out.points);
    if (!rows[_i].right) ck_assert_str_eq(out.why, "count again"); // not how many are right
}
END_TEST

START_TEST(words_are_those_that_may_be_said) {
    ck_assert_int_eq(judged(ANSWER_WORD, "YES", "yes").state, ANSWER_RIGHT);
    ck_assert_int_eq(judged(ANSWER_WORD, "no", "yes").state, ANSWER_WRONG);
    ck_assert_ptr_nonnull(strstr(judged(ANSWER_WORD, "maybe", "yes").why, "none of: yes,no,b"));
    ck_assert_str_eq(judged(ANSWER_WORD, "b", "yes").why, "not b");
}
END_TEST

START_TEST(words_are_read_as_people_write_them) {
    static const struct {
        const char *answer, *key;
        bool right;
    } rows[] = {{"few blocks", "few_blocks", true},
                {"Few-Blocks.", "few_blocks", true},
                {"few", "few_blocks", false},
                {"few_blocks2", "few_blocks", false},
                {"N.A.", "n/a", true},
                {"na", "n/a", true},
                {"...", "n/a", false},
                {"n", "n/a", false}};
    ck_assert_msg((judged(ANSWER_SET, rows[_i].answer, rows[_i].key).state == ANSWER_RIGHT) ==
                      (rows[_i].right && strcmp(rows[_i].answer, "few blocks") != 0),
                  "%s as a set", rows[_i].answer); // a blank parts the items of a set
    const Question question = {.name = "q", .asks = "", .points = 8, .kind = ANSWER_WORD, .words = "few_blocks,n/a"};
    Draw draw;
    VerdictAnswer out;
    draw_for_name(&drawn, "Ada", "", &draw);
    answer_judge(&question, &(DrawScope){.draw = &draw}, rows[_i].answer, rows[_i].key, &out);
    ck_assert_msg((out.state == ANSWER_RIGHT) == rows[_i].right, "%s for %s: %s", rows[_i].answer, rows[_i].key,
                  out.why);
    ck_assert_int_eq(!rows[_i].right, strstr(out.why, "is none of") != NULL);
}
END_TEST

START_TEST(not_answered_is_not_wrong) {
    VerdictAnswer out = judged(ANSWER_NUMBER, NULL, "16");
    ck_assert_int_eq(out.state, ANSWER_NONE);
    ck_assert_int_eq(out.points, 0);
    ck_assert_str_eq(out.measured, ""); // or leaving it open would tell the key
    ck_assert_str_eq(out.asks, "sectors of a[12 * i], in bytes 48, access b, ...");
}
END_TEST

START_TEST(common_slips_have_their_own_sentence) {
    ck_assert_ptr_nonnull(strstr(judged(ANSWER_NUMBER, "17", "16").why, "the first one counts too"));
    ck_assert_str_eq(judged(ANSWER_NUMBER, "36", "16").why, "12 is the stride");
    ck_assert_int_eq(judged(ANSWER_NUMBER, "36", "36").state, ANSWER_RIGHT); // a slip may be right for what was drawn
    ck_assert_ptr_nonnull(strstr(judged(ANSWER_NUMBER, "99", "16").why, "count again"));
    ck_assert_ptr_nonnull(strstr(judged(ANSWER_SET, "3.0, a", "A C").why, "and C?")); // in any order
    ck_assert_ptr_nonnull(strstr(judged(ANSWER_SET, "A", "A C").why, "count again"));
}
END_TEST

START_TEST(key_is_told_of_right_answers_only) {
    ck_assert_str_eq(judged(ANSWER_NUMBER, "99", "16").measured, "");
    ck_assert_str_eq(judged(ANSWER_NUMBER, "8", "16").measured, "");
    ck_assert_str_eq(judged(ANSWER_NUMBER, "16", "16").measured, "16");
}
END_TEST

// ---- what is drawn ----

START_TEST(a_name_has_the_same_numbers_everywhere) {
    static const Parameter own[] = {{"a", "3,5,7..99/2,word"}, {"b", "1..1000"}};
    static const Exercise exercise = {.name = "x", .parameters = own, .parameter_count = COUNT_OF(own)};
    Draw one, same, other, course;
    draw_for_name(&exercise, "Ada Lovelace", "", &one);
    draw_for_name(&exercise, " ada  LOVELACE. ", "", &same);
    draw_for_name(&exercise, "Ada Lovelacf", "", &other);
    draw_for_name(&exercise, "Ada Lovelace", "2027", &course);
    ck_assert_str_eq(one.values[1], same.values[1]);
    ck_assert_str_ne(one.values[1], other.values[1]);
    ck_assert_str_ne(one.values[1], course.values[1]);
    ck_assert_str_eq(one.arguments[1] + 2, one.values[1]); // b=VALUE
    ck_assert_ptr_null(one.arguments[2]);
    // Written down once: a change of how numbers are drawn changes the questions of every class.
    ck_assert_str_eq(one.values[1], "685");
}
END_TEST

// With a secret, the course that goes into the draw is none that a workbook says.
START_TEST(numbers_of_a_class_depend_on_its_secret) {
    char words[4][64] = {"grade", "questions", "--secret", ""}, path[SCRATCH_BYTES + 16], course[3][64];
    static const char *const secrets[] = {"one\nrest\n", "two\n"};
    Message error = "";
    course_read(course[0]);
    ck_assert_str_eq(course[0], "");
    ck_assert(!secret_known());
    for (int i = 0; i < 2; i++) {
        char folder[SCRATCH_BYTES];
        char *arguments[] = {words[0], words[1], words[2], path, words[3], NULL};
        int count = 5;
        scratch_folder(folder, "secret");
        snprintf(path, sizeof path, "%s/secret", folder);
        ck_assert(file_write(path, secrets[i], strlen(secrets[i]), error));
        ck_assert_msg(secret_take(&count, arguments, error), "%s", error);
        ck_assert_int_eq(count, 3);
        ck_assert_ptr_eq(arguments[2], words[3]);
        ck_assert_ptr_null(arguments[3]);
        course_read(course[1 + i]);
        ck_assert(secret_known());
    }
    ck_assert_str_ne(course[1], "");
    ck_assert_str_ne(course[1], course[2]);
    course_named(course[0]);
    ck_assert_str_eq(course[0], "");
}
END_TEST

// ---- course.txt ----

static bool course_is(const char *text, Message error) {
    char folder[SCRATCH_BYTES], path[SCRATCH_BYTES + 16];
    Paths paths = {0};
    scratch_folder(folder, "course");
    snprintf(path, sizeof path, "%s/course.txt", folder);
    ck_assert(file_write(path, text, strlen(text), error));
    snprintf(paths.root, sizeof paths.root, "%s", folder);
    return course_load(&paths, error);
}

// Of 30 + 10 for results, 20 for a limit that counts and one that does not, and 40 for answers.
START_TEST(a_course_has_its_own_points) {
    static const struct {
        const char *text, *named;
        int most[5];
    } rows[] = {{"Autumn 2026\n", "Autumn 2026", {30, 10, 20, 0, 40}},
                {"due 2026-11-20 23:59:00 +0100 HW 1: bank_quiz\n", "", {30, 10, 20, 0, 40}},
                {"Autumn\npoints results 50, behavior 50\n", "Autumn", {38, 12, 50, 0, 0}},
                {"points results 50, time 300, understanding 50\n", "", {38, 12, 0, 0, 50}}, // it has no time
                {"points time 100\n", "", {30, 10, 20, 0, 40}},
                {"points results 1, behavior 1, understanding 1", "", {25, 8, 34, 0, 33}}};
    const Part parts[] = {{.points = 30, .kind = PART_CASES},
                          {.points = 10, .kind = PART_CLEAN},
                          {.points = 20, .kind = PART_LIMIT},
                          {.points = 0, .kind = PART_LIMIT},
                          {.points = 40, .kind = PART_ANSWERS}};
    const Exercise exercise = {.name = "x", .parts = parts, .part_count = COUNT_OF(parts)};
    char course[64];
    int most[COUNT_OF(parts)];
    Message error = "";
    ck_assert_msg(course_is(rows[_i].text, error), "%s", error);
    course_named(course);
    ck_assert_str_eq(course, rows[_i].named);
    course_points(&exercise, most);
    for (unsigned p = 0; p < COUNT_OF(parts); p++) ck_assert_int_eq(most[p], rows[_i].most[p]);
}
END_TEST

START_TEST(a_line_of_points_that_is_wrong_is_refused) {
    static const char *const texts[] = {"points result 40\n", "points results\n", "A\npoints results 4O\n",
                                        "points results -4\n"};
    Message error = "";
    ck_assert(!course_is(texts[_i], error));
    ck_assert_ptr_nonnull(strstr(error, "course.txt: \"points result"));
}
END_TEST

START_TEST(a_secret_leaves_the_environment) {
    static char *arguments[] = {"grade", "batch", NULL};
    int count = 2;
    Message error;
    ck_assert_int_eq(setenv("GRADE_SECRET", "spoken", 1), 0);
    ck_assert(secret_take(&count, arguments, error));
    ck_assert(secret_known());
    ck_assert_ptr_null(getenv("GRADE_SECRET")); // programs of students inherit it
}
END_TEST

START_TEST(an_empty_secret_is_refused) {
    char folder[SCRATCH_BYTES], path[SCRATCH_BYTES + 16];
    char *arguments[] = {"grade", "--secret", path, NULL};
    int count = 3;
    Message error = "";
    scratch_folder(folder, "secret");
    snprintf(path, sizeof path, "%s/secret", folder);
    ck_assert(file_write(path, "\n", 1, error));
    ck_assert(!secret_take(&count, arguments, error));
    ck_assert_ptr_nonnull(strstr(error, "empty"));
}
END_TEST

// Whatever is no number means the first ones, with a name or without.
START_TEST(numbers_are_those_that_the_file_asks_for) {
    static const struct {
        const char *source;
        unsigned number;
    } rows[] = {{"", 1},
                {"//= numbers: 1\n", 1},
                {"//= numbers: ?\n", 1},
                {"//= numbers: 0\n", 1},
                {"//= numbers: -3\n", 1},
                {"//= numbers: 99999999999999999999\n", 1},
                {"//= numbers: 2\n//= student: ?\n", 2},
                {"//= student: Ada\n//= numbers: 31\n", 31}};
    static const Parameter own[] = {{"a", "1..1000000"}};
    static const Exercise exercise = {.name = "x", .parameters = own, .parameter_count = COUNT_OF(own)};
    Draw draw, first;
    unsigned length = (unsigned)strlen(rows[_i].source);
    draw_for(&exercise, rows[_i].source, length, "", &draw);
    draw_for_name(&exercise, draw.student, "", &first);
    ck_assert_uint_eq(draw_number(rows[_i].source, length), rows[_i].number);
    ck_assert_ptr_nonnull(draw.arguments[0]);
    ck_assert_int_eq(memcmp(draw.values, first.values, sizeof draw.values) == 0, rows[_i].number == 1);
}
END_TEST

START_TEST(values_of_a_parameter_are_listed) {
    static const Parameter parameter = {"a", "3,10..20/5,word"};
    static const char *const expected[] = {"3", "10", "15", "20", "word"};
    char value[48];
    for (unsigned i = 0; i < COUNT_OF(expected); i++) {
        ck_assert(parameter_value(&parameter, i, value));
        ck_assert_str_eq(value, expected[i]);
    }
    ck_assert(!parameter_value(&parameter, COUNT_OF(expected), value));
}
END_TEST

START_TEST(a_draw_that_does_not_suit_is_drawn_again) {
    static const Parameter own[] = {{"a", "1..3"}, {"b", "1..3"}};
    static const Exercise exercise = {
        .name = "x", .parameters = own, .parameter_count = COUNT_OF(own), .suits = "max(a - b, 0)"};
    for (int i = 0; i < 50; i++) {
        char name[32];
        Draw draw;
        snprintf(name, sizeof name, "student %d", i);
        draw_for_name(&exercise, name, "", &draw);
        ck_assert_str_ne(draw.values[0], draw.values[1]);
        ck_assert_int_gt(atoi(draw.values[0]), atoi(draw.values[1]));
    }
}
END_TEST

Suite *answers_suite(void) {
    Suite *suite = suite_create("answers");
    TCase *tests = tcase_create("answers");
    tcase_add_loop_test(tests, line_is_found_by_its_name, 0, 11);
    tcase_add_test(tests, hostile_lines_are_harmless);
    tcase_add_loop_test(tests, numbers_are_right_as_they_are_rounded, 0, COUNT_OF(rounded));
    tcase_add_loop_test(tests, digits_that_are_too_few_are_named, 0, 10);
    tcase_add_loop_test(tests, near_misses_are_explained_and_earn_nothing, 0, 31);
    tcase_add_loop_test(tests, sets_are_right_as_a_whole, 0, 11);
    tcase_add_test(tests, words_are_those_that_may_be_said);
    tcase_add_loop_test(tests, words_are_read_as_people_write_them, 0, 8);
    tcase_add_test(tests, not_answered_is_not_wrong);
    tcase_add_test(tests, common_slips_have_their_own_sentence);
    tcase_add_test(tests, key_is_told_of_right_answers_only);
    tcase_add_test(tests, a_name_has_the_same_numbers_everywhere);
    tcase_add_test(tests, numbers_of_a_class_depend_on_its_secret);
    tcase_add_loop_test(tests, a_course_has_its_own_points, 0, 6);
    tcase_add_loop_test(tests, a_line_of_points_that_is_wrong_is_refused, 0, 4);
    tcase_add_test(tests, a_secret_leaves_the_environment);
    tcase_add_test(tests, an_empty_secret_is_refused);
    tcase_add_loop_test(tests, numbers_are_those_that_the_file_asks_for, 0, 8);
    tcase_add_test(tests, values_of_a_parameter_are_listed);
    tcase_add_test(tests, a_draw_that_does_not_suit_is_drawn_again);
    suite_add_tcase(suite, tests);
    return suite;
}

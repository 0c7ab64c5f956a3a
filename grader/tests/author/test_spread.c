// test_spread.c - the questions of every exercise are fresh for every name, and questions that are not are found.
#include "author/author.h"
#include "jobs.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define MOST 16 // questions, parameters

// What spread_check prints, allocated.
static char *spread_of(const Exercise *exercise, unsigned *problems) {
    char folder[PATH_BYTES], error[200], *said = NULL;
    size_t length;
    Paths paths;
    FILE *out = open_memstream(&said, &length);
    need(paths_find(&paths, error) && paths_work_folder(&paths, folder, error), error);
    need(out != NULL, "out of memory");
    *problems = spread_check(&paths, exercise, folder, out);
    folder_remove(folder);
    fclose(out);
    return said;
}

START_TEST(answers_differ_and_are_told_nowhere) {
    unsigned problems;
    char *said = spread_of(exercises[_i], &problems);
    ck_assert_msg(problems == 0, "%s", said);
    free(said);
}
END_TEST

static void found(const Exercise *exercise, const char *question, const char *words) {
    unsigned problems;
    char line[200], *said = spread_of(exercise, &problems);
    snprintf(line, sizeof line, "the question %s %s", question, words);
    ck_assert_msg(problems > 0 && strstr(said, line), "%s", said);
    free(said);
}

// warp_map with another parameter or question in the place of its own.
static Exercise changed(Parameter parameters[MOST], Question questions[MOST]) {
    Exercise exercise = *exercise_named("warp_map");
    memcpy(parameters, exercise.parameters, exercise.parameter_count * sizeof *parameters);
    memcpy(questions, exercise.questions, exercise.question_count * sizeof *questions);
    exercise.parameters = parameters;
    exercise.questions = questions;
    return exercise;
}

static unsigned index_of(const Exercise *exercise, const char *question) {
    unsigned q = 0;
    while (strcmp(exercise->questions[q].name, question) != 0) q++;
    return q;
}

// Every answer of bank_quiz but the first is a small number times the warps.
START_TEST(answers_that_can_be_tried_are_said) {
    Question questions[MOST];
    Exercise exercise = *exercise_named("bank_quiz");
    unsigned problems;
    char *waiting = spread_of(&exercise, &problems);
    memcpy(questions, exercise.questions, exercise.question_count * sizeof *questions);
    for (unsigned q = 0; q < exercise.question_count; q++) questions[q].after = NULL;
    exercise.questions = questions;
    char *told = spread_of(&exercise, &problems);
    ck_assert_msg(!strstr(waiting, "can be tried one after another"), "%s", waiting);
    ck_assert_msg(strstr(told, "answers of 92 points have few values"), "%s", told);
    free(waiting);
    free(told);
}
END_TEST

START_TEST(narrow_parameter_is_found) {
    Parameter parameters[MOST];
    Question questions[MOST];
    Exercise exercise = changed(parameters, questions);
    for (unsigned i = 0; i < exercise.parameter_count; i++)
        if (!strcmp(parameters[i].name, "threads")) parameters[i].values = "130,131,132,133";
    found(&exercise, "warps", "has too few different answers");
    found(&exercise, "warps", "has answers that are right for too many other names");
}
END_TEST

START_TEST(text_that_tells_the_answer_is_found) {
    static const Slip slips[] = {{"7", "No: it is {ceil(threads / 32)}"}};
    Parameter parameters[MOST];
    Question questions[MOST];
    Exercise exercise = changed(parameters, questions);
    unsigned warps = index_of(&exercise, "warps");
    questions[warps].slips = slips, questions[warps].slip_count = 1;
    found(&exercise, "warps", "is answered by what a verdict says");
    questions[warps].slips = NULL, questions[warps].slip_count = 0;
    questions[warps].asks = "warps of {threads} threads, which are {ceil(threads / 32)}";
    found(&exercise, "warps", "is answered too often by a number of its own text");
}
END_TEST

START_TEST(answer_on_the_page_is_found) {
    Exercise exercise = *exercise_named("sum_atomic");
    static const Parameter few[] = {{"thousands", "16,20,24,28,32,36"},
                                    {"first", "200000..899999"},
                                    {"each", "4"},
                                    {"second", "200000..899999"},
                                    {"other_each", "5"},
                                    {"ones", "30"},
                                    {"calls", "2"}};
    exercise.parameters = few, exercise.parameter_count = COUNT_OF(few);
    exercise.hints[0] = "512, 640, 768, 896, 1,024 and 1152 requests";
    found(&exercise, "requests_by_elements", "is answered too often by a number in the skeleton");
}
END_TEST

Suite *spread_suite(void) {
    Suite *suite = suite_create("spread");
    TCase *tests = tcase_create("spread");
    tcase_set_timeout(tests, 120); // a key may have to be built
    tcase_add_loop_test(tests, answers_differ_and_are_told_nowhere, 0, (int)exercise_count);
    tcase_add_test(tests, narrow_parameter_is_found);
    tcase_add_test(tests, answers_that_can_be_tried_are_said);
    tcase_add_test(tests, text_that_tells_the_answer_is_found);
    tcase_add_test(tests, answer_on_the_page_is_found);
    suite_add_tcase(suite, tests);
    return suite;
}

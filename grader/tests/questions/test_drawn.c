// test_drawn.c - the questions of every exercise, as they are drawn for 200 names; and whose questions a class answers.
#include "batch/batch.h"
#include "questions/answers.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMES 200

// A key of 7 for every question: what matters is whether a formula can be read.
static bool any_key(const void *context, const char *name, double *value) {
    const Exercise *exercise = context;
    bool known = !strcmp(name, "key");
    for (unsigned i = 0; i < exercise->question_count; i++) known |= !strcmp(name, exercise->questions[i].name);
    *value = 7;
    return known;
}

// What is not known is filled in as "...", which a text may also have of itself.
static unsigned gaps(const char *text) {
    unsigned count = 0;
    while ((text = strstr(text, "..."))) count++, text += 3;
    return count;
}

static void filled_wholly(const DrawScope *scope, const char *text, const char *what) {
    char filled[512];
    if (!text) return;
    draw_fill(scope, text, filled, sizeof filled);
    ck_assert_msg(gaps(filled) == gaps(text), "%s of %s: %s", what, scope->draw->exercise->name, filled);
}

static void check_slips(const Question *question, const DrawScope *scope) {
    for (unsigned i = 0; i < question->slip_count; i++) {
        double value;
        filled_wholly(scope, question->slips[i].says, "a slip");
        ck_assert_ptr_null(strstr(question->slips[i].says, "{key")); // nor may it tell the answer
        // A value that is not finite is no answer, and no mistake of the text.
        if (question->kind == ANSWER_NUMBER && !draw_value(scope, question->slips[i].answer, &value))
            ck_assert_msg(strchr(question->slips[i].answer, '/'), "%s of %s: %s is no formula", question->name,
                          scope->draw->exercise->name, question->slips[i].answer);
    }
}

START_TEST(questions_are_whole_for_every_name) {
    const Exercise *exercise = exercises[_i];
    for (unsigned n = 0; n < NAMES && exercise->parameter_count; n++) {
        char name[32];
        Draw draw;
        snprintf(name, sizeof name, "Student %u", n);
        draw_for_name(exercise, name, "", &draw);
        const DrawScope without = {.draw = &draw}, scope = {.draw = &draw, .keys = any_key, .context = exercise};
        ck_assert_uint_le(exercise->parameter_count, MOST_PARAMETERS);
        for (unsigned q = 0; q < exercise->question_count; q++) {
            const Question *question = &exercise->questions[q];
            filled_wholly(&without, question->asks, question->name);
            filled_wholly(&without, question->words, question->name);
            filled_wholly(&without, question->kernel, question->name);
            filled_wholly(&without, question->why, question->name); // without keys: it must not tell them
            check_slips(question, &scope);
        }
    }
}
END_TEST

START_TEST(different_names_have_different_questions) {
    const Exercise *exercise = exercises[_i];
    unsigned same = 0;
    Draw first, other;
    draw_for_name(exercise, "Student", "", &first);
    for (unsigned n = 0; n < NAMES && exercise->parameter_count; n++) {
        char name[32];
        snprintf(name, sizeof name, "Student %u", n);
        draw_for_name(exercise, name, "", &other);
        same += !memcmp(first.values, other.values, sizeof first.values);
    }
    ck_assert_uint_le(same, NAMES / 20);
}
END_TEST

// ---- whose questions a class answers ----

static Verdict answered(const char *student, const char *id, const char *named) {
    Verdict verdict = {.exercise = exercise_named("bank_quiz")};
    snprintf(verdict.student, sizeof verdict.student, "%s", student);
    snprintf(verdict.student_id, sizeof verdict.student_id, "%s", id);
    snprintf(verdict.named, sizeof verdict.named, "%s", named);
    return verdict;
}

START_TEST(names_of_others_are_listed) {
    const Verdict class[] = {
        answered("Ada Lovelace", "1", "ada lovelace"), answered("Hopper, Grace", "2", "Grace H."),
        answered("Alan Turing", "at4711", "AT4711"),   answered("Barbara Liskov", "4", "Ada Lovelace"),
        answered("Edsger Dijkstra", "5", "Somebody"),  answered("Tony Hoare", "6", ""),
    };
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    class_names(class, COUNT_OF(class), out);
    fclose(out);
    ck_assert_ptr_nonnull(
        strstr(text, "Ada Lovelace: bank_quiz is answered for \"ada lovelace\", as it is by Barbara"));
    ck_assert_ptr_nonnull(strstr(text, "Barbara Liskov: bank_quiz is answered for \"Ada Lovelace\", as it is by Ada"));
    ck_assert_ptr_nonnull(strstr(text, "Edsger Dijkstra: bank_quiz is answered for \"Somebody\"\n"));
    ck_assert_ptr_null(strstr(text, "Hopper"));
    ck_assert_ptr_null(strstr(text, "Turing"));
    ck_assert_ptr_null(strstr(text, "Hoare"));
    free(text);
}
END_TEST

Suite *drawn_suite(void) {
    Suite *suite = suite_create("drawn");
    TCase *tests = tcase_create("drawn");
    tcase_add_loop_test(tests, questions_are_whole_for_every_name, 0, (int)exercise_count);
    tcase_add_loop_test(tests, different_names_have_different_questions, 0, (int)exercise_count);
    tcase_add_test(tests, names_of_others_are_listed);
    suite_add_tcase(suite, tests);
    return suite;
}

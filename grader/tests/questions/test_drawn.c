// test_drawn.c - the questions of every exercise, as they are drawn for 200 names; and whose questions a class answers.
#include "batch/batch.h"
#include "questions/answers.h"
#include "system/text.h"
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

static void check_slips(const Question *question, const DrawScope *without, const DrawScope *scope) {
    for (unsigned i = 0; i < question->slip_count; i++) {
        double value;
        filled_wholly(without, question->slips[i].says, "a slip"); // nor may it tell this answer or another one
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
            check_slips(question, &without, &scope);
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

// ---- the line with the name ----

static void draw_from(const char *source, Draw *draw) {
    draw_for(exercise_named("bank_quiz"), source, strlen(source), "", draw);
}

START_TEST(line_without_a_name_has_the_first_numbers) {
    static const char *const sources[] = {
        "",
        "//= student\n",
        "//= student:\n",
        "//= student: ?\n",
        "//= student:   \t \n",
        "//= student: --- !?\n",
        "//= student: // Ada Lovelace\n",
        "int i; //= student: Ada Lovelace\n",
        "//= students: Ada Lovelace\n",
        "//= student: Ada Lovelace\n//= student: ?\n",
    };
    Draw draw, first;
    draw_from(sources[_i], &draw);
    draw_from("//= numbers: 1\n", &first);
    ck_assert_msg(!draw.student[0] && !strcmp(draw.arguments[0], first.arguments[0]), "%s: %s", sources[_i],
                  draw.student);
}
END_TEST

START_TEST(lines_that_name_one_student_ask_the_same) {
    static const char *const sources[] = {
        "//= student: Ada Lovelace",
        "//=student:ada lovelace\r\n",
        "//= student: ADA-LOVELACE // that is me\n",
        "//= student: Grace Hopper\n//= student: Ada Lovelace\n",
        "\t //= student: Ada \x1b Lovelace \x01\n",
    };
    Draw first, draw;
    draw_from(sources[0], &first);
    draw_from(sources[_i], &draw);
    ck_assert_mem_eq(first.values, draw.values, sizeof first.values);
}
END_TEST

// Whatever the name is, what is drawn is one of the definition's values, and nothing of the name reaches the key
// program.
static void check_drawn(const Draw *draw) {
    ck_assert_uint_lt(strlen(draw->student), sizeof draw->student);
    for (unsigned i = 0; i < draw->exercise->parameter_count; i++) {
        char value[48], argument[112];
        bool known = false;
        for (unsigned v = 0; !known && parameter_value(&draw->exercise->parameters[i], v, value); v++)
            known = !strcmp(value, draw->values[i]);
        ck_assert_msg(known, "%s", draw->values[i]);
        snprintf(argument, sizeof argument, "%s=%s", draw->exercise->parameters[i].name, value);
        ck_assert_str_eq(draw->arguments[i], argument);
    }
    ck_assert_ptr_null(draw->arguments[draw->exercise->parameter_count]);
}

START_TEST(any_name_is_harmless) {
    static const char *const names[] = {
        "Zo\xC3\xAB \xC5\x81ukasiewicz",
        "\xE7\x8E\x8B\xE4\xBC\x9F",
        "\xFF\xFE\xC3",
        "../../etc/passwd 7",
        "warps=0 a=1",
        "$(reboot) `1`",
        "%n%n%s1",
        "\"; DROP TABLE students; -- 1",
        "<script>1</script>",
        "x",
        "{warps}",
        "key",
    };
    char source[128];
    Draw draw;
    snprintf(source, sizeof source, "//= student: %s\n", names[_i]);
    draw_from(source, &draw);
    check_drawn(&draw);
    for (const char *at = draw.student; *at; at++) ck_assert_uint_ge((unsigned char)*at, ' ');
}
END_TEST

START_TEST(name_of_ten_kilobytes_is_cut_between_characters) {
    char *source = malloc(10240), name[64];
    ck_assert_ptr_nonnull(source);
    size_t length = (size_t)snprintf(source, 10240, "//= student: a");
    while (length + 3 < 10240) source[length++] = '\xC3', source[length++] = '\xAB';
    source[length] = 0;
    Draw draw;
    draw_from(source, &draw);
    ck_assert_uint_eq(text_columns(draw.student), 32); // "a" and 31 characters of two bytes
    check_drawn(&draw);
    name_simplified(draw.student, name);
    ck_assert_str_eq(name, draw.student);
    free(source);
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
        answered("Ada Lovelace", "1", "ada lovelace"),
        answered("Hopper, Grace", "2", "Grace H."),
        answered("Alan Turing", "at4711", "AT4711"),
        answered("Barbara Liskov", "4", "Ada Lovelace"),
        answered("Edsger Dijkstra", "5", "Somebody"),
        answered("Tony Hoare", "6", ""),
        answered("Wu, Li", "7", "Li Wu"),
        answered("Lin Xu", "8", "Li X"),
        answered("Donald Knuth", "9", "\x1b[2J"),
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
    ck_assert_ptr_null(strstr(text, "Wu, Li"));
    ck_assert_ptr_nonnull(strstr(text, "Lin Xu: bank_quiz is answered for \"Li X\"\n"));
    ck_assert_ptr_nonnull(strstr(text, "Donald Knuth"));
    ck_assert_ptr_null(strchr(text, '\x1b'));
    free(text);
}
END_TEST

Suite *drawn_suite(void) {
    Suite *suite = suite_create("drawn");
    TCase *tests = tcase_create("drawn");
    tcase_add_loop_test(tests, questions_are_whole_for_every_name, 0, (int)exercise_count);
    tcase_add_loop_test(tests, different_names_have_different_questions, 0, (int)exercise_count);
    tcase_add_loop_test(tests, line_without_a_name_has_the_first_numbers, 0, 10);
    tcase_add_loop_test(tests, lines_that_name_one_student_ask_the_same, 0, 5);
    tcase_add_loop_test(tests, any_name_is_harmless, 0, 12);
    tcase_add_test(tests, name_of_ten_kilobytes_is_cut_between_characters);
    tcase_add_test(tests, names_of_others_are_listed);
    suite_add_tcase(suite, tests);
    return suite;
}

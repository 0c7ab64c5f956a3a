// test_message.c - sentences that are cut: never within a character, and never without a mark.
#include "system/message.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

static Message message;
static char text[400];

// `bytes` bytes of characters that take `size` bytes each.
static const char *of_size(size_t bytes, size_t size) {
    static const char *const characters[] = {"", "x", "é", "界", "🙂"};
    for (size_t at = 0; at < bytes; at += size) memcpy(text + at, characters[size], size);
    text[bytes] = 0;
    return text;
}

static bool is_whole(const char *made, size_t size) {
    size_t length = strlen(made);
    return length >= 3 && !strcmp(made + length - 3, "…") && (length - 3) % size == 0;
}

START_TEST(what_fits_is_as_printf_has_it) {
    ck_assert(!message_set(message, "%s%c%u of %d: %.3g, %zu%%, %.*s, %.6s", "é", ':', 4u, -5, 0.125, (size_t)7, 2,
                           "abc", "abcdef"));
    ck_assert_str_eq(message, "é:4 of -5: 0.125, 7%, ab, abcdef");
}
END_TEST

START_TEST(a_message_of_full_length_has_no_mark) {
    message_set(message, "%s", of_size(MESSAGE_BYTES - 1, 1));
    ck_assert_str_eq(message, text);
}
END_TEST

START_TEST(a_longer_one_is_cut_between_characters_and_marked) {
    size_t size = (size_t)_i;
    for (size_t bytes = MESSAGE_BYTES + 4 - MESSAGE_BYTES % size; bytes < 300; bytes += size) {
        message_set(message, "%s", of_size(bytes, size));
        ck_assert_uint_lt(strlen(message), MESSAGE_BYTES);
        ck_assert_uint_gt(strlen(message), MESSAGE_BYTES - 1 - 4);
        ck_assert_msg(is_whole(message, size), "%zu bytes: %s", bytes, message);
    }
}
END_TEST

START_TEST(the_end_of_the_template_is_cut_in_the_same_way) {
    message_set(message, "%s: no such file or directory", of_size(190, 1));
    ck_assert_uint_eq(strlen(message), MESSAGE_BYTES - 1);
    ck_assert_str_eq(message + 190, ": no s…");
}
END_TEST

START_TEST(nothing_follows_what_was_cut) {
    message_set(message, "%s%s", of_size(222, 3), "!"); // a byte is left, which the "!" could take
    ck_assert_uint_eq(strlen(message), MESSAGE_BYTES - 2);
    ck_assert(is_whole(message, 3));
}
END_TEST

static const struct {
    const char *argument, *written;
} precisions[] = {
    {"abcd", "abcd, x"}, {"abcde", "abcd…, x"}, {"éé", "éé, x"},
    {"ééé", "éé…, x"},   {"abcé", "abc…, x"},   {"界界", "界…, x"},
};

START_TEST(a_precision_cuts_between_characters_and_marks) {
    message_set(message, "%.4s, x", precisions[_i].argument);
    ck_assert_str_eq(message, precisions[_i].written);
}
END_TEST

START_TEST(a_piece_is_no_cut) {
    static const char piece[3] = {'a', 'b', 'c'}; // no byte follows it
    message_set(message, "%.*s.", 3, piece);
    ck_assert_str_eq(message, "abc.");
}
END_TEST

START_TEST(a_message_may_hold_what_it_held_before) {
    message_set(message, "no memory");
    message_set(message, "rules.yaml: %s", message);
    ck_assert_str_eq(message, "rules.yaml: no memory");
}
END_TEST

START_TEST(bytes_that_are_no_text_end_too) {
    memset(text, 0x80, 300);
    text[300] = 0;
    message_set(message, "%s", text);
    ck_assert_uint_lt(strlen(message), MESSAGE_BYTES);
    ck_assert_str_eq(message + strlen(message) - 3, "…");
}
END_TEST

Suite *message_suite(void) {
    Suite *suite = suite_create("message");
    TCase *group = tcase_create("message");
    tcase_add_test(group, what_fits_is_as_printf_has_it);
    tcase_add_test(group, a_message_of_full_length_has_no_mark);
    tcase_add_loop_test(group, a_longer_one_is_cut_between_characters_and_marked, 1, 5);
    tcase_add_test(group, the_end_of_the_template_is_cut_in_the_same_way);
    tcase_add_test(group, nothing_follows_what_was_cut);
    tcase_add_loop_test(group, a_precision_cuts_between_characters_and_marks, 0, COUNT(precisions));
    tcase_add_test(group, a_piece_is_no_cut);
    tcase_add_test(group, a_message_may_hold_what_it_held_before);
    tcase_add_test(group, bytes_that_are_no_text_end_too);
    suite_add_tcase(suite, group);
    return suite;
}

// test_tokens.c - words that stand for inputs: all different, odd, and close to what they were drawn as.
#include "grading/tokens.h"

#include "exercises/definition.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 16, FEW = 64 };
static uint32_t words[MOST], drawn[MOST], sorted[MOST];

static void assert_settles(uint64_t count) {
    memcpy(drawn, words, count * sizeof *words);
    ck_assert(tokens_settle(words, count));
    for (uint64_t i = 0; i < count; i++) {
        ck_assert_uint_eq(words[i] & 1, 1);
        ck_assert_uint_eq(words[i] >> 22, drawn[i] >> 22); // sign, exponent and the mantissa's first bit
        sorted[i] = words[i];
    }
    qsort(sorted, count, sizeof *sorted, by_word);
    for (uint64_t i = 1; i < count; i++) ck_assert_uint_ne(sorted[i], sorted[i - 1]);
}

START_TEST(floats_as_an_input_has_them) {
    Random random = random_seeded(1);
    float values[FEW];
    random_fill(&random, values, FEW);
    memcpy(words, values, sizeof values);
    assert_settles(FEW);
}
END_TEST

START_TEST(words_that_are_all_alike) {
    for (unsigned i = 0; i < MOST; i++) words[i] = 0x3F000000;
    assert_settles(MOST);
}
END_TEST

// Two words alike, and words where the first of the two numbers drawn for them leads to, and both: if each round drew
// the same numbers, one pair would part and make the next, round and round four values.
START_TEST(no_draw_of_words_goes_round_in_circles) {
    for (uint64_t seed = 0; seed < 64; seed++) {
        Random random = random_seeded(seed);
        uint32_t word = 0x3F000001, one = (uint32_t)random_next(&random) & 0x3FFFFE,
                 other = (uint32_t)random_next(&random) & 0x3FFFFE;
        memcpy(words, (uint32_t[]){word, word, word ^ one, word ^ one ^ other}, 4 * sizeof *words);
        assert_settles(4);
    }
}
END_TEST

Suite *tokens_suite(void) {
    Suite *suite = suite_create("tokens");
    TCase *tests = tcase_create("tokens");
    tcase_add_test(tests, floats_as_an_input_has_them);
    tcase_add_test(tests, words_that_are_all_alike);
    tcase_add_test(tests, no_draw_of_words_goes_round_in_circles);
    suite_add_tcase(suite, tests);
    return suite;
}

// test_halves.c - instructions on halves, 32 lanes at once: what a lane gets does not depend on the others.
//
// The handlers are loops that compilers make vectors of, with clamps and choices in each lane. A compiler that gets one
// of them wrong does so for some values beside others, or under a mask.
#include "one_warp.h"
#include <check.h>
#include <stdio.h>

static const struct {
    const char *name, *modifiers[5];
    unsigned operands;
} ROWS[] = {{"add", {"", ".ftz", ".sat", ".ftz.sat", NULL}, 3},
            {"sub", {"", ".ftz", ".sat", NULL}, 3},
            {"mul", {"", ".ftz", ".sat", ".ftz.sat", NULL}, 3},
            {"fma.rn", {"", ".ftz", ".sat", ".relu", NULL}, 4},
            {"neg", {"", NULL}, 2},
            {"abs", {"", NULL}, 2},
            {"min", {"", ".NaN", ".xorsign.abs", NULL}, 3},
            {"max", {"", ".NaN", ".xorsign.abs", NULL}, 3}};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS, ROUNDS = 40 };

static void check_words(const char *words, unsigned operands) {
    const uint32_t masks[] = {FULL_MASK, 0x5aa5f00f};
    static OneWarp one;
    for (unsigned m = 0; m < 2 * ROUNDS; m++) {
        one_warp_begin(&one, masks[m % 2]);
        for (unsigned n = 1; n < 4; n++)
            for (unsigned l = 0; l < WARP_LANES; l++) one.words[n][l] = (uint32_t)random_bits();
        one_warp_run(&one, words, operands);
        for (unsigned l = 0; l < WARP_LANES; l++) {
            Sources sources = {one.words[1][l], one.words[2][l], one.words[3][l], 0};
            uint32_t alone = masks[m % 2] >> l & 1 ? (uint32_t)one_warp_value(words, operands, sources) : 0;
            ck_assert_msg(one.words[0][l] == alone, "%s of %#x, %#x, %#x: %#x among others, %#x alone", words,
                          one.words[1][l], one.words[2][l], one.words[3][l], one.words[0][l], alone);
        }
    }
}

START_TEST(a_lane_gets_what_it_would_get_alone) {
    static const char *const TYPES[] = {".f16", ".f16x2", ".bf16", ".bf16x2"};
    unsigned found = 0;
    random_seed((uint64_t)_i + 1);
    for (const char *const *modifier = ROWS[_i].modifiers; *modifier; modifier++)
        for (unsigned t = 0; t < 4; t++) {
            char words[64], reason[160];
            Operation operation;
            snprintf(words, sizeof words, "%s%s%s", ROWS[_i].name, *modifier, TYPES[t]);
            if (!one_warp_find(words, ROWS[_i].operands, &operation, reason)) continue; // bf16 has fewer modifiers
            found++;
            check_words(words, ROWS[_i].operands);
        }
    ck_assert_uint_ge(found, 4);
}
END_TEST

Suite *halves_suite(void) {
    Suite *suite = suite_create("halves");
    TCase *tests = tcase_create("halves");
    tcase_add_loop_test(tests, a_lane_gets_what_it_would_get_alone, 0, ROW_COUNT);
    suite_add_tcase(suite, tests);
    return suite;
}

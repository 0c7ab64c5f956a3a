// test_arena.c - memory that is given out piece by piece, and what happens where it ends.
#include "emulator/base/arena.h"
#include <check.h>
#include <stdlib.h>

static Attempt trial;

static void lie_apart(void *context) {
    Arena *arena = context;
    uint32_t *first = arena_array(arena, 100, sizeof *first), *second = arena_array(arena, 100, sizeof *second);
    for (unsigned n = 0; n < 100; n++) first[n] = 1;
    for (unsigned n = 0; n < 100; n++) ck_assert_uint_eq(second[n], 0);
}

static void grow(void *context) {
    Arena *arena = context;
    uint32_t *elements = NULL, room = 0;
    for (uint32_t n = 0; n < 5000; n++) {
        if (n == room) elements = arena_grow(arena, elements, &room, sizeof *elements);
        elements[n] = n;
    }
    for (uint32_t n = 0; n < 5000; n++) ck_assert_uint_eq(elements[n], n);
}

// Whether the work returns.
static bool try_work(void (*work)(void *)) {
    Arena *arena = arena_new(1 << 20);
    arena_on_failure(arena, &trial);
    bool returned = attempt(&trial, work, arena);
    arena_free(arena);
    return returned;
}

START_TEST(arrays_are_zeroed_and_lie_apart) { ck_assert(try_work(lie_apart)); }
END_TEST

START_TEST(elements_stay_when_an_array_grows) { ck_assert(try_work(grow)); }
END_TEST

static const struct { size_t count, size; } TOO_LARGE[] = {{1, (1 << 20) + 1}, {SIZE_MAX / 2, 4}, {SIZE_MAX, 1}};
static size_t chosen;

static void take_too_much(void *arena) { arena_array(arena, TOO_LARGE[chosen].count, TOO_LARGE[chosen].size); }

START_TEST(where_memory_ends_the_attempt_is_given_up) {
    chosen = (size_t)_i;
    ck_assert(!try_work(take_too_much));
}
END_TEST

Suite *arena_suite(void) {
    Suite *suite = suite_create("arena");
    TCase *arrays = tcase_create("arrays");
    tcase_add_test(arrays, arrays_are_zeroed_and_lie_apart);
    tcase_add_test(arrays, elements_stay_when_an_array_grows);
    tcase_add_loop_test(arrays, where_memory_ends_the_attempt_is_given_up, 0, sizeof TOO_LARGE / sizeof *TOO_LARGE);
    suite_add_tcase(suite, arrays);
    return suite;
}

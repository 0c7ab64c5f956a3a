// test_arena.c - memory that is given out piece by piece, and what happens where it ends.
#include "emulator/base/arena.h"
#include <check.h>
#include <stdlib.h>

START_TEST(room_is_zeroed_and_lies_apart) {
    Arena *arena = arena_new(1 << 20);
    jmp_buf failed;
    ck_assert_int_eq(setjmp(failed), 0);
    arena_on_failure(arena, &failed);
    uint32_t *first = arena_array(arena, 100, sizeof *first), *second = arena_array(arena, 100, sizeof *second);
    for (unsigned n = 0; n < 100; n++) first[n] = 1;
    for (unsigned n = 0; n < 100; n++) ck_assert_uint_eq(second[n], 0);
    arena_free(arena);
}
END_TEST

START_TEST(elements_stay_when_room_grows) {
    Arena *arena = arena_new(1 << 20);
    jmp_buf failed;
    ck_assert_int_eq(setjmp(failed), 0);
    arena_on_failure(arena, &failed);
    uint32_t *elements = NULL, room = 0;
    for (uint32_t n = 0; n < 5000; n++) {
        if (n == room) elements = arena_grow(arena, elements, &room, sizeof *elements);
        elements[n] = n;
    }
    for (uint32_t n = 0; n < 5000; n++) ck_assert_uint_eq(elements[n], n);
    arena_free(arena);
}
END_TEST

static const struct { size_t count, size; } TOO_LARGE[] = {{1, (1 << 20) + 1}, {SIZE_MAX / 2, 4}, {SIZE_MAX, 1}};

START_TEST(where_memory_ends_one_place_hears_of_it) {
    Arena *arena = arena_new(1 << 20);
    jmp_buf failed;
    if (setjmp(failed) == 0) {
        arena_on_failure(arena, &failed);
        arena_array(arena, TOO_LARGE[_i].count, TOO_LARGE[_i].size);
        ck_abort_msg("an array that does not fit was given out");
    }
    arena_free(arena);
}
END_TEST

Suite *arena_suite(void) {
    Suite *suite = suite_create("arena");
    TCase *arrays = tcase_create("arrays");
    tcase_add_test(arrays, room_is_zeroed_and_lies_apart);
    tcase_add_test(arrays, elements_stay_when_room_grows);
    tcase_add_loop_test(arrays, where_memory_ends_one_place_hears_of_it, 0, sizeof TOO_LARGE / sizeof *TOO_LARGE);
    suite_add_tcase(suite, arrays);
    return suite;
}

// test_checked.c - sums and products that do not fit are refused.
#include "emulator/base/checked.h"
#include <check.h>

static const struct {
    uint64_t pitch, width, rows, bytes; // bytes 0: refused
} EXTENTS[] = {
    {128, 64, 1, 64},
    {0, 64, 1, 64}, // the pitch of a single row does not matter
    {UINT64_MAX, 64, 1, 64},
    {128, 64, 3, 320},
    {64, 64, 3, 192},
    {63, 64, 2, 0},
    {0, 1, 2, 0},
    {(uint64_t)-64, 32, 2, (uint64_t)-32},
    {(uint64_t)-64, 64, 2, 0}, // its end wraps
    {(uint64_t)-64, 32, 3, 0},
    {1ull << 63, 1, 3, 0},
    {1ull << 32, 1, 1ull << 32, (UINT32_MAX * (1ull << 32)) + 1},
    {1ull << 32, 1, (1ull << 32) + 1, 0},
    {64, 0, 1, 0},
    {64, 64, 0, 0},
};

START_TEST(extent_of_rows_fits_or_there_is_none) {
    uint64_t bytes = 0;
    bool fits = checked_extent(EXTENTS[_i].pitch, EXTENTS[_i].width, EXTENTS[_i].rows, &bytes);
    ck_assert_int_eq(fits, EXTENTS[_i].bytes != 0);
    if (fits) ck_assert_uint_eq(bytes, EXTENTS[_i].bytes);
}
END_TEST

static const struct {
    uint64_t end, align, size, most, offset;
    bool fits;
} PLACES[] = {
    {0, 1, 10, 10, 0, true},          {3, 8, 8, 16, 8, true},           {3, 8, 9, 16, 0, false},
    {3, 0, 1, 16, 3, true},           {3, UINT64_MAX, 1, 64, 0, false}, {UINT64_MAX, 2, 1, UINT64_MAX, 0, false},
    {0, 1, UINT64_MAX, 64, 0, false}, {16, 16, 0, 16, 16, true},
};

START_TEST(place_is_within_what_there_is) {
    uint64_t end = PLACES[_i].end, offset = UINT64_MAX;
    ck_assert_int_eq(checked_place(&end, PLACES[_i].align, PLACES[_i].size, PLACES[_i].most, &offset), PLACES[_i].fits);
    ck_assert_uint_eq(end, PLACES[_i].fits ? PLACES[_i].offset + PLACES[_i].size : PLACES[_i].end);
    if (PLACES[_i].fits) ck_assert_uint_eq(offset, PLACES[_i].offset);
}
END_TEST

START_TEST(part_is_inside_though_its_end_would_wrap) {
    ck_assert(checked_inside(0, 0, 0));
    ck_assert(checked_inside(10, 6, 16));
    ck_assert(!checked_inside(10, 7, 16));
    ck_assert(!checked_inside(17, 0, 16));
    ck_assert(!checked_inside(8, UINT64_MAX, 16));
    ck_assert(!checked_inside(UINT64_MAX, 8, 16));
}
END_TEST

Suite *checked_suite(void) {
    Suite *suite = suite_create("checked");
    TCase *sums = tcase_create("sums");
    tcase_add_loop_test(sums, extent_of_rows_fits_or_there_is_none, 0, sizeof EXTENTS / sizeof *EXTENTS);
    tcase_add_loop_test(sums, place_is_within_what_there_is, 0, sizeof PLACES / sizeof *PLACES);
    tcase_add_test(sums, part_is_inside_though_its_end_would_wrap);
    suite_add_tcase(suite, sums);
    return suite;
}

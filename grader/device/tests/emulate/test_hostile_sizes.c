// test_hostile_sizes.c - requests that the library would make, with sizes and pitches whose sums wrap.
//
// Each happens while an operation of a stream is in progress: then the device process also notes which bytes are used.
#include "session_client.h"
#include <check.h>
#include <string.h>

static void begin_operation(uint32_t stream, uint32_t number) {
    OrderClocks clocks = {.known = {0}};
    Request request = {CALL_ORDER, sizeof clocks, {stream, number, ORDER_COPY, 0}};
    request_with(client, request, &clocks);
}

static void begin(void) {
    set_up();
    begin_operation(1, 1);
}

// Rows from a high place downwards: each lies in the allocation, and the end of the last below the first.
START_TEST(pitch_below_zero_is_refused) {
    uint64_t first = allocate(4096), second = allocate(4096), down = (uint64_t)-256;
    REQUEST(CALL_SET, first, 4096, 4096, 1, 1, 1);
    REQUEST(CALL_COPY, second + 2048, first + 2048, down, 256, 64, 4, WITHIN_DEVICE);
    ck_assert_int_eq(answer.reply.error, 1);
    REQUEST(CALL_COPY, second + 2048, first + 2048, 256, down, 64, 4, WITHIN_DEVICE);
    ck_assert_int_eq(answer.reply.error, 1);
    REQUEST(CALL_SET, first + 2048, down, 64, 4, 1, 1);
    ck_assert_int_eq(answer.reply.error, 1);
    REQUEST(CALL_WRITE, first + 2048, down, 64, 4, 0, 1);
    ck_assert_int_eq(answer.reply.error, 1);
    assert_session_lives(client);
}
END_TEST

// Rows in the allocation, then in the one before it, which lies below.
START_TEST(pitch_to_the_allocation_before_is_refused) {
    uint64_t first = allocate(4096), second = allocate(4096);
    REQUEST(CALL_SET, second, first - second, 64, 2, 1, 1);
    ck_assert_int_eq(answer.reply.error, 1);
    REQUEST(CALL_COPY, second, second, first - second, first - second, 64, 2, WITHIN_DEVICE);
    ck_assert_int_eq(answer.reply.error, 1);
    assert_session_lives(client);
}
END_TEST

// 2^63 bytes up twice are no bytes at all.
START_TEST(pitch_that_comes_back_to_the_start_is_refused) {
    uint64_t first = allocate(4096);
    REQUEST(CALL_SET, first, 1ull << 63, 64, 3, 1, 1);
    ck_assert_int_eq(answer.reply.error, 1);
    REQUEST(CALL_READ, first, 1ull << 62, 64, 5, 0, 1);
    ck_assert_int_eq(answer.reply.error, 1);
    assert_session_lives(client);
}
END_TEST

START_TEST(rows_that_overlap_are_refused) {
    uint64_t first = allocate(4096);
    REQUEST(CALL_SET, first, 0, 64, 1000, 1, 1);
    ck_assert_int_eq(answer.reply.error, 1);
    REQUEST(CALL_SET, first, 63, 64, 2, 1, 1);
    ck_assert_int_eq(answer.reply.error, 1);
    assert_session_lives(client);
}
END_TEST

START_TEST(rows_with_gaps_are_still_copied) {
    uint64_t first = allocate(4096), second = allocate(4096);
    REQUEST(CALL_SET, first, 4096, 4096, 1, 7, 1);
    REQUEST(CALL_COPY, second, first, 256, 512, 64, 8, WITHIN_DEVICE);
    ck_assert_int_eq(answer.reply.error, 0);
    REQUEST(CALL_READ, second, 256, 64, 8, 0, 1);
    ck_assert_int_eq(answer.reply.error, 0);
    for (unsigned n = 0; n < 64 * 8; n++) ck_assert_uint_eq(window[n], 7);
}
END_TEST

Suite *hostile_sizes_suite(void) {
    Suite *suite = suite_create("hostile_sizes");
    TCase *rows = tcase_create("rows");
    tcase_add_checked_fixture(rows, begin, tear_down);
    tcase_add_test(rows, pitch_below_zero_is_refused);
    tcase_add_test(rows, pitch_to_the_allocation_before_is_refused);
    tcase_add_test(rows, pitch_that_comes_back_to_the_start_is_refused);
    tcase_add_test(rows, rows_that_overlap_are_refused);
    tcase_add_test(rows, rows_with_gaps_are_still_copied);
    suite_add_tcase(suite, rows);
    return suite;
}

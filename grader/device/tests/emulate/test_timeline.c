// test_timeline.c - how long copies and kernels take together, by hand: 55,000 bytes are a microsecond of a copy over
// the link, and 2,000,000 bytes one within this device, which reads and writes them at 4 TB/s.
#include "emulate/timeline.h"
#include <check.h>

static Timeline *timeline;

static void start(void) { timeline = timeline_create(4e6); }
static void stop(void) { timeline_free(timeline); }

static void copy(uint32_t stream, uint32_t number, OrderClocks clocks, Direction direction, double microseconds) {
    timeline_begin(timeline, stream, number, &clocks);
    timeline_copy(timeline, direction, (uint64_t)(55e3 * microseconds));
    timeline_end(timeline);
}
static void kernel(uint32_t stream, uint32_t number, OrderClocks clocks, double microseconds) {
    timeline_begin(timeline, stream, number, &clocks);
    timeline_launch(timeline, microseconds, 1);
    timeline_end(timeline);
}
static void small_kernel(uint32_t stream, uint32_t number, OrderClocks clocks, double microseconds, double share) {
    timeline_begin(timeline, stream, number, &clocks);
    timeline_launch(timeline, microseconds, share);
    timeline_end(timeline);
}

static void expect_reading(const OrderClocks *clocks, double microseconds) {
    ck_assert_double_eq_tol(timeline_reading(timeline, clocks), microseconds, 1e-9);
}
static void expect(double span, double busy) {
    ck_assert_double_eq_tol(timeline_span(timeline), span, 1e-9);
    ck_assert_double_eq_tol(timeline_busy(timeline), busy, 1e-9);
}

static void node(uint32_t number, uint32_t before, Direction direction, double microseconds) {
    timeline_node(timeline, number, &before, before ? 1 : 0);
    if (direction < WITHIN_DEVICE) timeline_copy(timeline, direction, (uint64_t)(55e3 * microseconds));
    else timeline_launch(timeline, microseconds, 1);
}

START_TEST(without_operations_there_is_no_time) {
    expect(0, 0);
    timeline_launch(timeline, 5, 1); // of no operation
    timeline_end(timeline);
    expect(0, 0);
}
END_TEST

START_TEST(operations_of_a_stream_take_the_sum) {
    copy(1, 1, (OrderClocks){.known = {0}}, TO_DEVICE, 10);
    kernel(1, 2, (OrderClocks){.known = {0, 1}}, 4);
    copy(1, 3, (OrderClocks){.known = {0, 2}}, TO_HOST, 6);
    expect(20, 20);
}
END_TEST

START_TEST(streams_copy_and_compute_at_once) {
    copy(1, 1, (OrderClocks){.known = {0}}, TO_DEVICE, 10);
    kernel(2, 1, (OrderClocks){.known = {0}}, 4);
    copy(3, 1, (OrderClocks){.known = {0}}, TO_HOST, 6);
    expect(10, 20);
}
END_TEST

START_TEST(copies_of_one_direction_come_one_after_another) {
    copy(1, 1, (OrderClocks){.known = {0}}, TO_DEVICE, 10);
    copy(2, 1, (OrderClocks){.known = {0}}, TO_DEVICE, 6);
    expect(16, 16);
}
END_TEST

// The copies back of stream 2 are asked for first, but are ready only at 10: that of stream 1 need not wait for them.
START_TEST(copy_that_is_ready_does_not_wait_for_one_that_was_asked_for_earlier) {
    copy(2, 1, (OrderClocks){.known = {0}}, TO_DEVICE, 10);
    copy(2, 2, (OrderClocks){.known = {0, 0, 1}}, TO_HOST, 6);
    copy(1, 1, (OrderClocks){.known = {0}}, TO_HOST, 10);
    expect(16, 26);
}
END_TEST

// The copy of stream 1 takes 11, and the one that is ready after 10 takes 6. The link is busy from 0 to 17, whichever
// was asked for first.
START_TEST(span_is_the_same_whichever_copy_was_asked_for_first) {
    if (_i) copy(1, 1, (OrderClocks){.known = {0}}, TO_HOST, 11);
    copy(2, 1, (OrderClocks){.known = {0}}, TO_DEVICE, 10);
    copy(2, 2, (OrderClocks){.known = {0, 0, 1}}, TO_HOST, 6);
    if (!_i) copy(1, 1, (OrderClocks){.known = {0}}, TO_HOST, 11);
    expect(17, 27);
}
END_TEST

// More copies than are remembered, each ready before the one that was asked for before it.
START_TEST(copies_asked_for_backwards_leave_the_link_no_gap) {
    enum { COPIES = 50 };
    for (uint32_t n = 1; n <= COPIES; n++) copy(1, n, (OrderClocks){.known = {0, n - 1}}, TO_DEVICE, 2);
    for (uint32_t n = COPIES; n > 0; n--) copy(2, COPIES + 1 - n, (OrderClocks){.known = {0, n}}, TO_HOST, 2);
    expect(2 * COPIES + 2, 4 * COPIES);
}
END_TEST

// The kernel of stream 2 waits for an event behind the copy of stream 1; the copy back does not.
START_TEST(event_makes_one_stream_wait_for_the_other) {
    copy(1, 1, (OrderClocks){.known = {0}}, TO_DEVICE, 10);
    kernel(2, 1, (OrderClocks){.known = {0, 1}}, 4);
    copy(3, 1, (OrderClocks){.known = {0}}, TO_HOST, 12);
    expect(14, 26);
}
END_TEST

START_TEST(program_that_waits_makes_all_wait) {
    copy(1, 1, (OrderClocks){.known = {0}}, TO_DEVICE, 10);
    kernel(2, 1, (OrderClocks){.host = {0, 1}}, 4);
    expect(14, 14);
}
END_TEST

// Two chunks: copied, computed and copied back. The second copy begins at 10, its kernel at 20, its copy back at 30.
START_TEST(pipeline_of_two_chunks_overlaps) {
    for (uint32_t stream = 1; stream <= 2; stream++) {
        OrderClocks clocks = {.known = {0}};
        copy(stream, 1, clocks, TO_DEVICE, 10);
        clocks.known[stream] = 1;
        kernel(stream, 2, clocks, 10);
        clocks.known[stream] = 2;
        copy(stream, 3, clocks, TO_HOST, 10);
    }
    expect(40, 60);
}
END_TEST

START_TEST(copies_within_the_device_take_its_memory_s_time) {
    timeline_begin(timeline, 1, 1, &(OrderClocks){.known = {0}});
    timeline_copy(timeline, WITHIN_DEVICE, 6000000);
    timeline_set(timeline, 4000000);
    timeline_end(timeline);
    expect(4, 4);
}
END_TEST

// Three kernels, each on two fifths of the GPU: the third one waits for the first.
START_TEST(small_kernels_run_together_while_there_is_space) {
    small_kernel(1, 1, (OrderClocks){.known = {0}}, 10, 0.4);
    small_kernel(2, 1, (OrderClocks){.known = {0}}, 12, 0.4);
    small_kernel(3, 1, (OrderClocks){.known = {0}}, 5, 0.4);
    expect(15, 27);
}
END_TEST

START_TEST(kernels_that_fill_the_gpu_come_one_after_another) {
    kernel(1, 1, (OrderClocks){.known = {0}}, 10);
    kernel(2, 1, (OrderClocks){.known = {0}}, 12);
    small_kernel(3, 1, (OrderClocks){.known = {0}}, 5, 0.01);
    expect(27, 27);
}
END_TEST

START_TEST(more_kernels_than_are_remembered_still_take_the_sum) {
    for (uint32_t number = 1; number <= 100; number++)
        kernel(1 + number % 50, 1 + number / 50, (OrderClocks){.known = {0}}, 1);
    expect(100, 100);
}
END_TEST

// An event of stream 2 has nothing to do with stream 1, which takes longer.
START_TEST(events_read_when_their_stream_s_work_ends) {
    small_kernel(1, 1, (OrderClocks){.known = {0}}, 10, 0.1);
    small_kernel(2, 1, (OrderClocks){.known = {0}}, 4, 0.1);
    expect_reading(&(OrderClocks){.known = {0}}, 0);
    expect_reading(&(OrderClocks){.known = {0, 1}}, 10);
    expect_reading(&(OrderClocks){.known = {0, 0, 1}}, 4);
    expect_reading(&(OrderClocks){.known = {0, 1, 1}}, 10);
    expect_reading(&(OrderClocks){.known = {0}, .host = {0, 1}}, 10);
    expect_reading(&(OrderClocks){.known = {0, 77}}, 10);
    expect_reading(NULL, 10);
}
END_TEST

// A program makes streams after it has worked without.
START_TEST(operations_begin_after_work_of_no_stream) {
    timeline_launch(timeline, 5, 1);
    timeline_copy(timeline, TO_HOST, 110000);
    expect_reading(NULL, 7);
    kernel(1, 1, (OrderClocks){.known = {0}}, 3);
    expect_reading(&(OrderClocks){.known = {0, 1}}, 10);
    expect(3, 3);
}
END_TEST

START_TEST(reading_within_an_operation_is_of_what_came_before) {
    kernel(1, 1, (OrderClocks){.known = {0}}, 10);
    OrderClocks clocks = {.known = {0}};
    timeline_begin(timeline, 2, 1, &clocks);
    node(1, 0, TO_DEVICE, 4);
    expect_reading(NULL, 4);
    timeline_end(timeline);
    expect_reading(NULL, 10);
}
END_TEST

START_TEST(without_memory_there_are_no_times) {
    timeline_copy(NULL, TO_HOST, 5);
    timeline_set(NULL, 5);
    timeline_launch(NULL, 5, 1);
    timeline_begin(NULL, 1, 1, &(OrderClocks){.known = {0}});
    timeline_node(NULL, 1, NULL, 0);
    timeline_end(NULL);
    ck_assert_double_eq(timeline_reading(NULL, NULL), 0);
}
END_TEST

// Two branches of a graph: copied, computed and copied back. The second copy begins at 10, its kernel at 20, its copy
// back at 30.
START_TEST(branches_of_a_graph_overlap) {
    OrderClocks clocks = {.known = {0}};
    timeline_begin(timeline, 1, 1, &clocks);
    node(1, 0, TO_DEVICE, 10);
    node(2, 0, TO_DEVICE, 10);
    node(3, 1, WITHIN_DEVICE, 10);
    node(4, 2, WITHIN_DEVICE, 10);
    node(5, 3, TO_HOST, 10);
    node(6, 4, TO_HOST, 10);
    timeline_end(timeline);
    expect(40, 60);
}
END_TEST

START_TEST(chain_of_a_graph_takes_the_sum) {
    kernel(1, 1, (OrderClocks){.known = {0}}, 5);
    OrderClocks clocks = {.known = {0, 1}};
    timeline_begin(timeline, 1, 2, &clocks);
    node(1, 0, TO_DEVICE, 10);
    node(2, 1, WITHIN_DEVICE, 4);
    node(3, 2, TO_HOST, 6);
    timeline_end(timeline);
    expect(25, 25);
}
END_TEST

// What comes after the graph in its stream waits for all branches, not for the last node that was begun.
START_TEST(graph_ends_with_its_last_branch) {
    OrderClocks clocks = {.known = {0}};
    timeline_begin(timeline, 1, 1, &clocks);
    node(1, 0, TO_DEVICE, 10);
    node(2, 0, WITHIN_DEVICE, 4);
    timeline_end(timeline);
    kernel(1, 2, (OrderClocks){.known = {0, 1}}, 5);
    expect(15, 19);
}
END_TEST

START_TEST(nodes_that_make_no_sense_are_ignored) {
    OrderClocks clocks = {.known = {0}};
    uint32_t later[2] = {7, 2};
    timeline_node(timeline, 1, later, 2); // of no operation
    timeline_begin(timeline, 1, 1, &clocks);
    timeline_node(timeline, 5, later, 2);
    timeline_node(timeline, 1, later, 2);
    timeline_launch(timeline, 3, 1);
    timeline_end(timeline);
    expect(3, 3);
}
END_TEST

Suite *timeline_suite(void) {
    Suite *suite = suite_create("timeline");
    TCase *tests = tcase_create("timeline");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_test(tests, without_operations_there_is_no_time);
    tcase_add_test(tests, operations_of_a_stream_take_the_sum);
    tcase_add_test(tests, streams_copy_and_compute_at_once);
    tcase_add_test(tests, copies_of_one_direction_come_one_after_another);
    tcase_add_test(tests, copy_that_is_ready_does_not_wait_for_one_that_was_asked_for_earlier);
    tcase_add_loop_test(tests, span_is_the_same_whichever_copy_was_asked_for_first, 0, 2);
    tcase_add_test(tests, copies_asked_for_backwards_leave_the_link_no_gap);
    tcase_add_test(tests, event_makes_one_stream_wait_for_the_other);
    tcase_add_test(tests, program_that_waits_makes_all_wait);
    tcase_add_test(tests, pipeline_of_two_chunks_overlaps);
    tcase_add_test(tests, copies_within_the_device_take_its_memory_s_time);
    tcase_add_test(tests, small_kernels_run_together_while_there_is_space);
    tcase_add_test(tests, kernels_that_fill_the_gpu_come_one_after_another);
    tcase_add_test(tests, more_kernels_than_are_remembered_still_take_the_sum);
    tcase_add_test(tests, events_read_when_their_stream_s_work_ends);
    tcase_add_test(tests, operations_begin_after_work_of_no_stream);
    tcase_add_test(tests, reading_within_an_operation_is_of_what_came_before);
    tcase_add_test(tests, without_memory_there_are_no_times);
    tcase_add_test(tests, branches_of_a_graph_overlap);
    tcase_add_test(tests, chain_of_a_graph_takes_the_sum);
    tcase_add_test(tests, graph_ends_with_its_last_branch);
    tcase_add_test(tests, nodes_that_make_no_sense_are_ignored);
    suite_add_tcase(suite, tests);
    return suite;
}

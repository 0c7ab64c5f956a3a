// test_order.c - lines of the program by number, and operations that are compared only if nothing orders them.
#include "emulate/order.h"
#include <check.h>

static Device *device;
static Order *order;
static uint64_t memory;

enum { BYTES = 4096 };

static void start(void) {
    device = device_create(&(DeviceOptions){.gpu = gpu_named("h200")});
    ck_assert_int_eq(device_malloc(device, BYTES, &memory), 0);
    order = NULL;
}
static void stop(void) {
    order_free(order);
    device_destroy(device);
}

static void copy(uint32_t stream, uint32_t number, uint32_t site, const OrderClocks *clocks, uint64_t bytes) {
    order_begin(&order, device, stream, number, ORDER_COPY, site, clocks);
    order_uses(order, device, true, memory, 0, bytes, 1);
    order_end(order, device);
}

static const Fault *only_fault(void) {
    size_t count;
    const Fault *faults = device_faults(device, &count);
    ck_assert_uint_le(count, 1);
    return count ? faults : NULL;
}

START_TEST(fault_names_the_lines_of_both_operations) {
    order_site(&order, 1, 10, (const uint8_t *)"program.cu, and more", 10);
    order_site(&order, 2, 20, (const uint8_t *)"program.cu", 10);
    copy(1, 1, 1, &(OrderClocks){.known = {0}}, BYTES);
    copy(2, 1, 2, &(OrderClocks){.known = {0}}, BYTES);
    const Fault *fault = only_fault();
    ck_assert_ptr_nonnull(fault);
    ck_assert_int_eq(fault->kind, FAULT_STREAM_ORDER);
    ck_assert_uint_eq(fault->module, ORDER_SITES);
    ck_assert_uint_eq(order_place(order, fault->location).line, 20);
    ck_assert_uint_eq(order_place(order, fault->other_location).line, 10);
    ck_assert_str_eq(order_place(order, fault->other_location).file, "program.cu");
}
END_TEST

START_TEST(operation_that_knows_the_other_comes_after_it) {
    copy(1, 1, 0, &(OrderClocks){.known = {0}}, BYTES);
    copy(2, 1, 0, &(OrderClocks){.known = {0, 1}}, BYTES);
    ck_assert_ptr_null(only_fault());
}
END_TEST

START_TEST(what_the_program_has_waited_for_is_over) {
    copy(1, 1, 0, &(OrderClocks){.known = {0}}, BYTES);
    copy(2, 1, 0, &(OrderClocks){.host = {0, 1}}, BYTES);
    ck_assert_ptr_null(only_fault());
}
END_TEST

// What a stranger sends: a number twice, one left out, none.
START_TEST(numbers_of_lines_come_one_after_another) {
    order_site(&order, 2, 20, (const uint8_t *)"second.cu", 9);
    order_site(&order, 1, 10, (const uint8_t *)"first.cu", 8);
    order_site(&order, 1, 11, (const uint8_t *)"again.cu", 8);
    order_site(&order, 0, 12, (const uint8_t *)"none.cu", 7);
    ck_assert_uint_eq(order_place(order, 1).line, 10);
    ck_assert_ptr_null(order_place(order, 2).file);
    ck_assert_ptr_null(order_place(order, 0).file);
    ck_assert_ptr_null(order_place(order, UINT32_MAX).file);
    ck_assert_ptr_null(order_place(NULL, 1).file);
}
END_TEST

START_TEST(touch_is_a_fault_where_the_operation_writes) {
    order_site(&order, 1, 10, (const uint8_t *)"program.cu", 10);
    copy(1, 1, 1, &(OrderClocks){.known = {0}}, BYTES / 2);
    order_touched(order, device, memory + BYTES / 2, false, 1, 1, 0);
    ck_assert_ptr_null(only_fault());
    order_touched(order, device, memory + BYTES / 2 - 1, false, 1, 1, 0);
    const Fault *fault = only_fault();
    ck_assert_ptr_nonnull(fault);
    ck_assert_int_eq(fault->kind, FAULT_HOST_ORDER);
    ck_assert_uint_eq(fault->location, 0);
    ck_assert_uint_eq(fault->other_location, 1);
}
END_TEST

Suite *order_suite(void) {
    Suite *suite = suite_create("order");
    TCase *tests = tcase_create("order");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_test(tests, fault_names_the_lines_of_both_operations);
    tcase_add_test(tests, operation_that_knows_the_other_comes_after_it);
    tcase_add_test(tests, what_the_program_has_waited_for_is_over);
    tcase_add_test(tests, numbers_of_lines_come_one_after_another);
    tcase_add_test(tests, touch_is_a_fault_where_the_operation_writes);
    suite_add_tcase(suite, tests);
    return suite;
}

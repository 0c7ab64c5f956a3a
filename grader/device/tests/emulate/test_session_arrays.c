// test_session_arrays.c - arrays of a case that programs load and store through the channel.
#define _GNU_SOURCE
#include "session_client.h"
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static CaseFile given, taken;

static void set_up_case(void) {
    set_up();
    uint8_t *in = case_file_add(&given, "in", CASE_FLOAT32, CASE_IN, 25);
    memset(in, 'i', 100);
    memset(case_file_add_structs(&given, "both", 20, CASE_IN_OUT, 5), 'b', 100);
    case_file_announce(&given, "out", CASE_FLOAT64, 8, CASE_OUT, 13);
    case_file_announce(&given, "endless", CASE_UINT8, 1, CASE_OUT, INT64_MAX);
    case_file_set(&given, "size", 5);
    case_file_announce(&given, "host", CASE_INT32, 4, CASE_HOST_OUT, 25);
    service.given = &given;
    service.taken = &taken;
}

static void tear_down_case(void) {
    tear_down();
    case_file_free(&given);
    case_file_free(&taken);
}

static int array_call(Call call, const char *name, uint64_t address, uint64_t bytes) {
    request_with(client, (Request){call, (uint32_t)strlen(name), {address, bytes}}, name);
    ck_assert_int_ge(answer.length, (ssize_t)sizeof(Reply));
    return answer.reply.error;
}

static void assert_bytes(uint64_t address, const char *bytes, uint64_t count) {
    REQUEST(CALL_READ, address, count, count, 1, 0, 0);
    ck_assert_int_eq(answer.reply.error, 0);
    ck_assert_mem_eq(window, bytes, count);
}

START_TEST(arrays_are_loaded_and_stored_without_transfers) {
    uint64_t address = allocate(200);
    ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, "in", address + 4, 100), 0);
    ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, "both", address + 104, 100), 1); // past the end
    ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, "both", address, 100), 0);
    ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "both", address, 100), 0);
    ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "out", address, 104), 0);
    ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, "in", address, 100), 0);
    ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "both", address, 100), 0); // again
    for (int i = 0; i < DIRECTION_COUNT; i++) ck_assert_uint_eq(service.transfers[i].count, 0);
    assert_bytes(address, "iiii", 4);
    assert_bytes(address + 100, "iiii", 4); // of the first load
    ck_assert_uint_eq(taken.count, 2);
    ck_assert_mem_eq(case_file_find(&taken, "both")->data, case_file_find(&given, "in")->data, 100);
    ck_assert_mem_eq(case_file_find(&taken, "out")->data, case_file_find(&given, "both")->data, 100);
    ck_assert_uint_eq(case_file_find(&taken, "out")->count, 104);
    ck_assert_int_eq(case_file_find(&taken, "out")->type, CASE_BYTES);
}
END_TEST

// Parts of whole pages and others. The array's end is inside a part.
static const uint64_t part_bytes[] = {4096, 100, 20000};
START_TEST(first_part_of_an_input_is_repeated_to_its_end) {
    const uint64_t bytes = 10001, period = part_bytes[_i] < bytes ? part_bytes[_i] : bytes;
    char expected[64];
    ck_assert(case_file_announce(&given, "long", CASE_UINT8, 1, CASE_IN, bytes));
    ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, "long", allocate(bytes), bytes), 1); // it has no contents
    uint8_t *part = case_file_add(&given, CASE_PART "long", CASE_UINT8, CASE_HOST, period);
    for (uint64_t n = 0; n < period; n++) part[n] = (uint8_t)(n * 7 % 251);
    uint64_t address = allocate(bytes + 64);
    REQUEST(CALL_SET, address, bytes + 64, bytes + 64, 1, 'z', 1);
    ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, "long", address, bytes), 0);
    for (uint64_t at = 0; at + sizeof expected <= bytes; at += sizeof expected - 1) {
        for (uint64_t n = 0; n < sizeof expected; n++) expected[n] = (char)part[(at + n) % period];
        assert_bytes(address + at, expected, sizeof expected);
    }
    assert_bytes(address + bytes, "zzzz", 4);
    ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, CASE_PART "long", address, period), 1); // nobody else's
}
END_TEST

static size_t uninitialised_copies(void) {
    size_t count, found = 0;
    const Fault *faults = device_faults(service.contexts[0]->device, &count);
    for (size_t i = 0; i < count; i++) found += faults[i].kind == FAULT_UNINITIALISED_COPY ? faults[i].count : 0;
    return found;
}

START_TEST(loaded_output_counts_as_written_by_nobody) {
    uint64_t address = allocate(104);
    REQUEST(CALL_SET, address, 104, 104, 1, 0xFF, 1);
    ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, "out", address, 104), 0);
    assert_bytes(address, "\xFF\xFF\xFF\xFF", 4);
    ck_assert_uint_eq(uninitialised_copies(), 1); // of the reading above
    ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "out", address, 104), 0);
    ck_assert_uint_eq(uninitialised_copies(), 1); // to store it is none
}
END_TEST

// What a mistaken program may ask for. Every array but `endless` fits at the address.
static const struct {
    Call call;
    const char *name;
    uint64_t bytes;
} refused_arrays[] = {
    {CALL_ARRAY_LOAD, "none", 100},
    {CALL_ARRAY_LOAD, "i", 100},
    {CALL_ARRAY_LOAD, "in ", 100},
    {CALL_ARRAY_LOAD, "a name of 23 characters", 100},
    {CALL_ARRAY_LOAD, "a name of 24 characters.", 100},
    {CALL_ARRAY_LOAD, "a name that is much longer than any array of a case can have", 100},
    {CALL_ARRAY_LOAD, "out", 103},
    {CALL_ARRAY_LOAD, "host", 100},
    {CALL_ARRAY_LOAD, "size", 8},
    {CALL_ARRAY_LOAD, "in", 0},
    {CALL_ARRAY_LOAD, "in", 99},
    {CALL_ARRAY_LOAD, "in", 101},
    {CALL_ARRAY_LOAD, "in", 25},
    {CALL_ARRAY_LOAD, "in", 100 + (1ull << 32)},
    {CALL_ARRAY_LOAD, "in", UINT64_MAX},
    {CALL_ARRAY_LOAD, "both", 99},
    {CALL_ARRAY_STORE, "in", 100},
    {CALL_ARRAY_STORE, "host", 100},
    {CALL_ARRAY_STORE, "size", 8},
    {CALL_ARRAY_STORE, "none", 100},
    {CALL_ARRAY_STORE, "out", 0},
    {CALL_ARRAY_STORE, "out", 103},
    {CALL_ARRAY_STORE, "out", 112},
    {CALL_ARRAY_STORE, "out", UINT64_MAX},
    {CALL_ARRAY_STORE, "both", 96},
    {CALL_ARRAY_STORE, "endless", INT64_MAX},
};
START_TEST(array_that_the_case_has_not_is_an_error_and_no_more) {
    uint64_t address = allocate(1000);
    ck_assert_int_eq(array_call(refused_arrays[_i].call, refused_arrays[_i].name, address, refused_arrays[_i].bytes),
                     1);
    assert_session_lives(client);
    ck_assert_uint_eq(taken.count, 0);
}
END_TEST

static const uint64_t wild_addresses[] = {0, 1, GLOBAL_BASE + GLOBAL_SPAN, UINT64_MAX, UINT64_MAX - 99, SHARED_WINDOW};
START_TEST(array_at_a_wild_address_is_an_error_and_no_more) {
    ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, "in", wild_addresses[_i], 100), 1);
    ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "out", wild_addresses[_i], 104), 1);
    assert_session_lives(client);
    ck_assert_uint_eq(taken.count, 0);
}
END_TEST

START_TEST(array_does_not_leave_its_allocation) {
    uint64_t address = allocate(103);
    ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, "in", address + 4, 100), 1);
    ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, "in", address - 1, 100), 1);
    ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "out", address, 104), 1);
    ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, "in", address + 3, 100), 0);
}
END_TEST

START_TEST(arrays_do_not_go_through_memory_that_the_host_sees) {
    for (uint64_t managed = 0; managed < 2; managed++) {
        REQUEST(CALL_MALLOC_SHARED, 4096, managed);
        uint64_t address = answer.reply.value[0];
        close(answer.fd);
        ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, "in", address, 100), 1);
        ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "out", address, 104), 1);
    }
    ck_assert_uint_eq(taken.count, 0);
}
END_TEST

START_TEST(array_whose_name_holds_a_zero_byte_ends_the_session) {
    uint64_t address = allocate(100);
    request_with(client, (Request){CALL_ARRAY_LOAD, 3, {address, 100}}, "in");
    ck_assert_int_eq(answer.length, 0);
}
END_TEST

START_TEST(array_whose_name_is_longer_than_names_are_ends_the_session) {
    static uint8_t name[NAME_BYTES + 1];
    memset(name, 'n', sizeof name);
    uint64_t address = allocate(100);
    request_with(client, (Request){CALL_ARRAY_STORE, NAME_BYTES, {address, 100}}, name);
    ck_assert_int_eq(answer.reply.error, 1);
    request_with(client, (Request){CALL_ARRAY_STORE, NAME_BYTES + 1, {address, 100}}, name);
    ck_assert_int_eq(answer.length, 0);
}
END_TEST

START_TEST(without_a_case_there_are_no_arrays) {
    uint64_t address = allocate(104);
    service.taken = NULL;
    ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "out", address, 104), 801);
    ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, "in", address, 100), 0);
    service.given = NULL;
    ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, "in", address, 100), 801);
    ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, "none", address, 100), 801);
    ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "out", address, 104), 801);
}
END_TEST

// ---- what one side can have learnt from the other ---------------------------------------------------------------

static void set_up_origins(void) {
    set_up_case();
    memory_keep_origins(device_memory(service.contexts[0]->device));
}

static uint64_t uncomputed(const char *name) { return service.uncomputed[case_file_find(&given, name) - given.arrays]; }

// As a kernel's store.
static void compute(uint64_t address, uint64_t bytes) {
    Allocation *allocation = memory_find(device_memory(service.contexts[0]->device), address);
    memory_mark_computed(allocation, address - allocation->base, bytes);
}

START_TEST(element_that_no_kernel_has_stored_is_told_of) {
    uint64_t address = allocate(208);
    memset(window, 7, 104);
    REQUEST(CALL_WRITE, address, 104, 104, 1, 0, 1);
    ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "out", address, 104), 0);
    ck_assert_uint_eq(uncomputed("out"), 13);
    compute(address, 60); // seven elements, and half of the eighth
    ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "out", address, 104), 0);
    ck_assert_uint_eq(uncomputed("out"), 6);
    REQUEST(CALL_COPY, address + 104, address, 104, 104, 104, 1, WITHIN_DEVICE);
    ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "out", address + 104, 104), 0);
    ck_assert_uint_eq(uncomputed("out"), 6); // a copy of what kernels stored is theirs, too
    REQUEST(CALL_SET, address, 104, 8, 1, 1, 1);
    ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "out", address, 104), 0);
    ck_assert_uint_eq(uncomputed("out"), 7);
}
END_TEST

START_TEST(zeros_of_a_memset_are_no_results_of_the_host) {
    uint64_t address = allocate(104);
    REQUEST(CALL_SET, address, 104, 104, 1, 0, 1);
    ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "out", address, 104), 0);
    ck_assert_uint_eq(uncomputed("out"), 0);
}
END_TEST

START_TEST(what_is_changed_in_place_may_stay_as_it_was) {
    uint64_t address = allocate(100);
    ck_assert_int_eq(array_call(CALL_ARRAY_LOAD, "both", address, 100), 0);
    memset(window, 7, 40);
    REQUEST(CALL_WRITE, address, 40, 40, 1, 0, 1);
    ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "both", address, 100), 0);
    ck_assert_uint_eq(uncomputed("both"), 2);
}
END_TEST

START_TEST(overlapping_copy_makes_nothing_computed) {
    uint64_t address = allocate(105);
    memset(window, 7, 105);
    REQUEST(CALL_WRITE, address, 105, 105, 1, 0, 1);
    compute(address, 1);
    REQUEST(CALL_COPY, address + 1, address, 104, 104, 104, 1, WITHIN_DEVICE);
    ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "out", address + 1, 104), 0);
    ck_assert_uint_eq(uncomputed("out"), 13);
}
END_TEST

START_TEST(copy_from_memory_that_the_host_sees_is_the_hosts) {
    uint64_t address = allocate(104);
    REQUEST(CALL_MALLOC_SHARED, 104, 1);
    uint64_t managed = answer.reply.value[0];
    memset(memory_find(device_memory(service.contexts[0]->device), managed)->data, 7, 104);
    close(answer.fd);
    compute(managed, 104);
    REQUEST(CALL_COPY, address, managed, 104, 104, 104, 1, WITHIN_DEVICE);
    ck_assert_int_eq(array_call(CALL_ARRAY_STORE, "out", address, 104), 0);
    ck_assert_uint_eq(uncomputed("out"), 13);
}
END_TEST

static uint64_t to_host(void) { return service.border.told_host + border_to_host(service.contexts[0]->device); }
static uint64_t to_device(void) { return service.border.told_device + border_to_device(service.contexts[0]->device); }

// Each row of a copy is counted where it lies: the first one on the device, the others in pinned memory.
START_TEST(rows_are_counted_where_they_lie) {
    uint64_t from = allocate(4096), to = allocate(64);
    memset(window, 7, 4096);
    REQUEST(CALL_WRITE, from, 4096, 4096, 1, 0, 1);
    REQUEST(CALL_MALLOC_SHARED, 4096, 0);
    uint64_t pinned = answer.reply.value[0];
    close(answer.fd);
    uint64_t before = to_host();
    for (uint64_t claimed = 0; claimed < DIRECTION_COUNT; claimed++) {
        REQUEST(CALL_COPY, to, from, pinned - to, 64, 64, 2, claimed);
        ck_assert_int_eq(answer.reply.error, 0);
    }
    ck_assert_uint_eq(to_host() - before, 3 * 64);
    ck_assert_uint_eq(service.transfers[TO_HOST].bytes, 3 * 64);
    ck_assert_uint_eq(service.transfers[WITHIN_DEVICE].bytes, 3 * 64);
}
END_TEST

START_TEST(answers_and_requests_count_what_they_tell) {
    uint64_t host = to_host(), device = to_device();
    for (int n = 0; n < 200; n++) REQUEST(CALL_CLOCK, 0);
    ck_assert_uint_eq(to_host() - host, 0); // a reading stays with the device
    REQUEST(CALL_ELAPSED, 0, 1);            // 2 microseconds
    ck_assert_uint_eq(to_host() - host, 1);
    REQUEST(CALL_ELAPSED, 0, 199); // 398 microseconds
    ck_assert_uint_eq(to_host() - host, 3);
    OrderClocks clocks = {.known = {0}}; // nothing has been asked for in a stream: 0 nanoseconds
    request_with(client, (Request){CALL_ENDS, sizeof clocks, {0}}, &clocks);
    ck_assert_uint_eq(answer.reply.value[0], 0);
    ck_assert_uint_eq(to_host() - host, 4);
    REQUEST(CALL_CONDITION, 0);
    ck_assert_uint_eq(to_host() - host, 4);
    REQUEST(CALL_CONDITION, answer.reply.value[0]);
    ck_assert_uint_eq(to_host() - host, 4 + CONDITION_TELLS);
    uint64_t address = allocate(64);
    for (uint64_t at = 0; at < 64; at += 4) REQUEST(CALL_SET, address + at, 4, 4, 1, at, 4);
    ck_assert_uint_eq(to_device() - device, 16 * COPY_TELLS);
}
END_TEST

START_TEST(launches_tell_what_differs_from_the_one_before) {
    Border border = {0};
    Told told = {0};
    uint8_t parameters[16] = {1, 2, 3};
    Request request = {.payload_bytes = sizeof parameters, .argument = {0, 0, 5, 1ull << 32}};
    border_launch(&border, &told, &request, parameters);
    ck_assert_uint_eq(border.told_device, LAUNCH_TELLS + 3 + 2);
    border_launch(&border, &told, &request, parameters);
    ck_assert_uint_eq(border.told_device, 2 * LAUNCH_TELLS + 3 + 2);
    parameters[9] = 77;
    request.argument[2] = 0x106;
    border_launch(&border, &told, &request, parameters);
    ck_assert_uint_eq(border.told_device, 3 * LAUNCH_TELLS + 3 + 2 + 1 + 2);
    free(told.parameters);
}
END_TEST

START_TEST(only_code_of_another_file_is_told) {
    static const uint8_t other[] = "no part of this program's file, because it is made as the test runs: ";
    uint8_t made[sizeof other + 8];
    Border border = {.own_code = "/proc/self/exe"};
    border_image(&border, other, sizeof other);
    ck_assert_uint_eq(border.told_device, 0);
    for (size_t i = 0; i < sizeof made; i++) made[i] = (uint8_t)(i * 37 + 11);
    border_image(&border, made, sizeof made);
    ck_assert_uint_eq(border.told_device, sizeof made);
}
END_TEST

Suite *session_arrays_suite(void) {
    Suite *suite = suite_create("session_arrays");
    TCase *arrays = tcase_create("arrays");
    tcase_add_checked_fixture(arrays, set_up_case, tear_down_case);
    tcase_add_test(arrays, arrays_are_loaded_and_stored_without_transfers);
    tcase_add_loop_test(arrays, first_part_of_an_input_is_repeated_to_its_end, 0, 3);
    tcase_add_test(arrays, loaded_output_counts_as_written_by_nobody);
    tcase_add_loop_test(arrays, array_that_the_case_has_not_is_an_error_and_no_more, 0, COUNT(refused_arrays));
    tcase_add_loop_test(arrays, array_at_a_wild_address_is_an_error_and_no_more, 0, COUNT(wild_addresses));
    tcase_add_test(arrays, array_does_not_leave_its_allocation);
    tcase_add_test(arrays, arrays_do_not_go_through_memory_that_the_host_sees);
    tcase_add_test(arrays, array_whose_name_holds_a_zero_byte_ends_the_session);
    tcase_add_test(arrays, array_whose_name_is_longer_than_names_are_ends_the_session);
    tcase_add_test(arrays, without_a_case_there_are_no_arrays);
    suite_add_tcase(suite, arrays);
    TCase *origins = tcase_create("origins");
    tcase_add_checked_fixture(origins, set_up_origins, tear_down_case);
    tcase_add_test(origins, element_that_no_kernel_has_stored_is_told_of);
    tcase_add_test(origins, zeros_of_a_memset_are_no_results_of_the_host);
    tcase_add_test(origins, what_is_changed_in_place_may_stay_as_it_was);
    tcase_add_test(origins, overlapping_copy_makes_nothing_computed);
    tcase_add_test(origins, copy_from_memory_that_the_host_sees_is_the_hosts);
    suite_add_tcase(suite, origins);
    TCase *border = tcase_create("border");
    tcase_add_checked_fixture(border, set_up_case, tear_down_case);
    tcase_add_test(border, rows_are_counted_where_they_lie);
    tcase_add_test(border, answers_and_requests_count_what_they_tell);
    tcase_add_test(border, launches_tell_what_differs_from_the_one_before);
    tcase_add_test(border, only_code_of_another_file_is_told);
    suite_add_tcase(suite, border);
    return suite;
}

// test_lending.c - managed memory that a session lends its program, page by page, and what that counts as.
#define _GNU_SOURCE
#include "emulator/image/wrapped_ptx.h"
#include "session_client.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BYTES = 200000, PAGE_BYTES = 65536 }; // two addresses PAGE_BYTES apart are never on one page

static uint64_t managed; // the memory's address
static uint8_t *program; // what the program maps of it

static void lend_set_up(void) {
    set_up();
    service.options.lends = service.options.origins = true;
    REQUEST(CALL_RESET, 0); // the next context lends
    REQUEST(CALL_MALLOC_SHARED, BYTES, 1);
    ck_assert_int_eq(answer.reply.error, 0);
    managed = answer.reply.value[0];
    program = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, answer.fd, 0);
    ck_assert_ptr_ne(program, MAP_FAILED);
    close(answer.fd);
}

static void lend_tear_down(void) {
    munmap(program, BYTES);
    tear_down();
}

static Device *device(void) { return service.sessions[0].context->device; }

static void set(uint64_t address, uint8_t value, uint64_t bytes) {
    REQUEST(CALL_SET, address, bytes, bytes, 1, value, 1);
    ck_assert_int_eq(answer.reply.error, 0);
}

static void lend(uint64_t address) {
    REQUEST(CALL_LEND, address);
    ck_assert_int_eq(answer.reply.error, 0);
}

static void copy(uint64_t to, uint64_t from, uint64_t bytes) {
    REQUEST(CALL_COPY, to, from, bytes, bytes, bytes, 1, WITHIN_DEVICE);
    ck_assert_int_eq(answer.reply.error, 0);
}

START_TEST(what_the_program_does_not_touch_it_does_not_see) {
    set(managed, 3, BYTES);
    ck_assert_uint_eq(program[0], 0);
    ck_assert_uint_eq(device_passage(device()).to_host, 0);
}
END_TEST

START_TEST(a_page_that_is_touched_is_seen_and_counted) {
    set(managed + 10, 3, 20);
    set(managed + PAGE_BYTES, 4, 100);
    lend(managed + 1);
    ck_assert_uint_eq(program[10], 3);
    ck_assert_uint_eq(program[PAGE_BYTES], 0);
    ck_assert_uint_eq(device_passage(device()).to_host, 20);
    lend(managed + 1);
    ck_assert_uint_eq(device_passage(device()).to_host, 20);
}
END_TEST

START_TEST(pages_are_taken_back_before_the_device_is_used) {
    uint64_t elsewhere = allocate(64);
    lend(managed);
    program[7] = 9;
    copy(elsewhere, managed, 64);
    ck_assert_uint_eq(memory_find(device_memory(device()), elsewhere)->data[7], 9);
    ck_assert_uint_eq(device_passage(device()).from_host, 32); // the sector that the program wrote to
    program[8] = 9;                                            // it has the page no more
    copy(elsewhere, managed, 64);
    ck_assert_uint_eq(memory_find(device_memory(device()), elsewhere)->data[8], 0);
}
END_TEST

// Input bytes that come by a copy within the device are as much news as those that a kernel stores.
START_TEST(copies_to_managed_memory_are_counted_when_they_are_seen) {
    uint64_t elsewhere = allocate(64);
    set(elsewhere, 5, 64);
    copy(managed, elsewhere, 64);
    ck_assert_uint_eq(device_passage(device()).to_host, 0);
    lend(managed);
    ck_assert_uint_eq(program[63], 5);
    ck_assert_uint_eq(device_passage(device()).to_host, 64);
}
END_TEST

START_TEST(copies_from_it_to_the_host_are_counted_at_once) {
    set(managed, 5, 100);
    REQUEST(CALL_READ, managed, 50, 50, 1, 0, 1);
    ck_assert_uint_eq(device_passage(device()).to_host, 50);
}
END_TEST

START_TEST(other_memory_is_not_lent) {
    uint64_t elsewhere = allocate(64);
    static const uint64_t nowhere[] = {0, UINT64_MAX, GLOBAL_BASE + GLOBAL_SPAN};
    REQUEST(CALL_LEND, elsewhere);
    ck_assert_int_ne(answer.reply.error, 0);
    REQUEST(CALL_LEND, managed + BYTES);
    ck_assert_int_ne(answer.reply.error, 0);
    for (int n = 0; n < COUNT(nowhere); n++) {
        REQUEST(CALL_LEND, nowhere[n]);
        ck_assert_int_ne(answer.reply.error, 0);
    }
    REQUEST(CALL_FREE, managed);
    REQUEST(CALL_LEND, managed);
    ck_assert_int_ne(answer.reply.error, 0);
    assert_session_lives(client);
}
END_TEST

// ---- variables and kernels ------------------------------------------------------------------------------------------

static const char TEXT[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
                           ".visible .global .attribute(.managed) .align 4 .u32 shared_one[4] = {1, 2, 3, 4};\n"
                           ".visible .global .align 4 .u32 own[4] = {5, 6, 7, 8};\n"
                           ".visible .entry waits() {\n"
                           "  .reg .b32 %r<2>;\n"
                           "  ld.volatile.global.u32 %r0, [shared_one];\n"
                           "  ret;\n}\n";

static uint64_t load_module(void) {
    size_t size;
    uint8_t *image = wrapped_ptx(TEXT, &size);
    REQUEST(CALL_IMAGE_BEGIN, size);
    memcpy(window, image, size);
    free(image);
    REQUEST(CALL_IMAGE_PART, 0, size);
    REQUEST(CALL_IMAGE_LOAD, 0);
    ck_assert_msg(answer.reply.error == 0, "%.200s", (const char *)answer.payload);
    return answer.reply.value[0];
}

static void ask_for(uint32_t call, uint64_t module, const char *name) {
    request_with(client, (Request){call, (uint32_t)strlen(name), {module}}, name);
}

START_TEST(only_managed_variables_are_shared) {
    uint64_t module = load_module();
    ask_for(CALL_VARIABLE_SHARE, module, "own");
    ck_assert_int_ne(answer.reply.error, 0);
    ask_for(CALL_VARIABLE_SHARE, module, "shared_one");
    ck_assert_int_eq(answer.reply.error, 0);
    close(answer.fd);
    ask_for(CALL_VARIABLE_SHARE, module, "shared_one"); // once
    ck_assert_int_ne(answer.reply.error, 0);
    assert_session_lives(client);
}
END_TEST

// What a variable begins with is in the program's file. What it holds by the time it is shared is not.
START_TEST(a_variable_shows_its_beginning_and_no_more) {
    uint64_t module = load_module();
    ask_for(CALL_VARIABLE, module, "shared_one");
    uint64_t address = answer.reply.value[0];
    set(address, 9, 4);
    ask_for(CALL_VARIABLE_SHARE, module, "shared_one");
    const uint32_t *seen = mmap(NULL, 16, PROT_READ, MAP_SHARED, answer.fd, 0);
    ck_assert_ptr_ne(seen, MAP_FAILED);
    close(answer.fd);
    ck_assert_uint_eq(seen[0], 1);
    ck_assert_uint_eq(seen[3], 4);
    lend(address);
    ck_assert_uint_eq(seen[0], 0x09090909);
    ck_assert_uint_eq(device_passage(device()).to_host, 4);
    munmap((void *)(uintptr_t)seen, 16);
}
END_TEST

START_TEST(a_kernel_that_may_wait_for_the_program_ends_lending) {
    uint64_t module = load_module();
    set(managed, 3, 50);
    ask_for(CALL_KERNEL, module, "waits");
    uint64_t kernel = answer.reply.value[0];
    REQUEST(CALL_LAUNCH, module, kernel, 1ull | 1ull << 32, 1ull | 1ull << 32, 1ull | 1ull << 32);
    ck_assert_int_eq(answer.reply.error, 0);
    ck_assert_uint_eq(answer.reply.value[0], 1);
    ck_assert_uint_eq(program[49], 3);
    ck_assert_uint_eq(device_passage(device()).to_host, 50);
    program[1] = 8;
    ck_assert_uint_eq(memory_find(device_memory(device()), managed)->data[1], 8);
    REQUEST(CALL_LEND, managed);
    ck_assert_int_ne(answer.reply.error, 0);
}
END_TEST

Suite *lending_suite(void);
Suite *lending_suite(void) {
    Suite *suite = suite_create("lending");
    TCase *tests = tcase_create("lending");
    tcase_add_checked_fixture(tests, lend_set_up, lend_tear_down);
    tcase_add_test(tests, what_the_program_does_not_touch_it_does_not_see);
    tcase_add_test(tests, a_page_that_is_touched_is_seen_and_counted);
    tcase_add_test(tests, pages_are_taken_back_before_the_device_is_used);
    tcase_add_test(tests, copies_to_managed_memory_are_counted_when_they_are_seen);
    tcase_add_test(tests, copies_from_it_to_the_host_are_counted_at_once);
    tcase_add_test(tests, other_memory_is_not_lent);
    tcase_add_test(tests, only_managed_variables_are_shared);
    tcase_add_test(tests, a_variable_shows_its_beginning_and_no_more);
    tcase_add_test(tests, a_kernel_that_may_wait_for_the_program_ends_lending);
    suite_add_tcase(suite, tests);
    return suite;
}

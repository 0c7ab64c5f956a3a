// test_sass_memory.c - global memory of machine code that runs beside the emulation: pages that are copied when
// written.
#include "emulator/sass/memory.h"
#include <check.h>
#include <string.h>

enum { BASE = 1 << 20, BYTES = 3 * 4096 };

static uint8_t device[BYTES];
static SassMemory *memory;

static bool find(void *context, uint64_t address, uint64_t *base, uint64_t *size, const uint8_t **bytes) {
    (void)context;
    *base = BASE;
    *size = BYTES;
    *bytes = device;
    return address - BASE < BYTES;
}

static void start(void) {
    memset(device, 7, sizeof device);
    memory = sass_memory_create(find, NULL);
    ck_assert_ptr_nonnull(memory);
}
static void stop(void) { sass_memory_free(memory); }

START_TEST(what_is_stored_is_read_and_the_device_keeps_its_own) {
    uint32_t value = 5, got = 0;
    sass_memory_write(memory, BASE + 4096, &value, sizeof value);
    sass_memory_read(memory, BASE + 4096, &got, sizeof got);
    ck_assert_uint_eq(got, 5);
    ck_assert_uint_eq(device[4096], 7);
}
END_TEST

// The page behind it is another piece of this machine's memory.
START_TEST(an_access_that_is_not_aligned_stays_in_its_page) {
    uint8_t value[16], got[16];
    memset(value, 1, sizeof value);
    sass_memory_write(memory, BASE + 8, value, 8); // so that the page is a copy
    sass_memory_write(memory, BASE + 4096 - 4, value, sizeof value);
    sass_memory_read(memory, BASE + 4096 - 4, got, sizeof got);
    for (unsigned n = 0; n < sizeof got; n++) ck_assert_uint_eq(got[n], 0);
}
END_TEST

Suite *sass_memory_suite(void) {
    Suite *suite = suite_create("sass_memory");
    TCase *pages = tcase_create("pages");
    tcase_add_checked_fixture(pages, start, stop);
    tcase_add_test(pages, what_is_stored_is_read_and_the_device_keeps_its_own);
    tcase_add_test(pages, an_access_that_is_not_aligned_stays_in_its_page);
    suite_add_tcase(suite, pages);
    return suite;
}

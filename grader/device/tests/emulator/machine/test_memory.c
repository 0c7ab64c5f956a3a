// test_memory.c - addresses, limits, poison and marks of global memory.
#define _GNU_SOURCE
#include "emulator/machine/allocations.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MB (1ull << 20)
#define GB (1ull << 30)

static Memory *memory;

static void setup(void) { memory = memory_create(4 * GB, NULL); }
static void teardown(void) { memory_destroy(memory); }
static uint64_t allocate(uint64_t size) { return memory_allocate(memory, size, ALLOCATION_DEVICE, -1, "test"); }

START_TEST(addresses_are_the_same_in_every_run) {
    Memory *other = memory_create(GB, NULL);
    for (uint64_t size = 1; size < 10 * MB; size *= 7)
        ck_assert_uint_eq(allocate(size), memory_allocate(other, size, ALLOCATION_DEVICE, -1, ""));
    memory_destroy(other);
}
END_TEST

START_TEST(allocations_lie_a_slot_apart) {
    uint64_t end = GLOBAL_BASE;
    for (uint64_t size = 1; size < 10 * MB; size *= 3) {
        uint64_t base = allocate(size);
        ck_assert_uint_eq(base % SLOT_BYTES, 0);
        ck_assert_uint_ge(base, end + SLOT_BYTES);
        end = base + size;
    }
}
END_TEST

START_TEST(an_address_past_the_end_finds_its_allocation) {
    uint64_t base = allocate(MB);
    ck_assert_uint_eq(memory_find(memory, base + MB + 4)->base, base);
    ck_assert_ptr_null(memory_find(memory, base - 1));
    ck_assert_ptr_null(memory_find(memory, 0));
    ck_assert_ptr_null(memory_find(memory, UINT64_MAX));
}
END_TEST

START_TEST(a_range_must_lie_inside_one_live_allocation) {
    uint64_t base = allocate(1000);
    ck_assert_ptr_nonnull(memory_range(memory, base, 1000));
    ck_assert_ptr_nonnull(memory_range(memory, base + 1000, 0));
    ck_assert_ptr_null(memory_range(memory, base + 1, 1000));
    ck_assert_ptr_null(memory_range(memory, base + 8, UINT64_MAX - 4));
    memory_free(memory, base);
    ck_assert_ptr_null(memory_range(memory, base, 1));
}
END_TEST

START_TEST(freed_addresses_are_never_used_again) {
    uint64_t base = allocate(100);
    ck_assert(memory_free(memory, base));
    ck_assert(!memory_free(memory, base));
    ck_assert(memory_find(memory, base)->freed);
    ck_assert_uint_ne(allocate(100), base);
}
END_TEST

START_TEST(only_the_start_of_an_allocation_can_be_freed) {
    uint64_t base = allocate(100);
    ck_assert(!memory_free(memory, base + 4));
    ck_assert(!memory_free(memory, 0));
    ck_assert_uint_eq(memory_in_use(memory), 100);
}
END_TEST

START_TEST(memories_may_have_one_limit_together) {
    _Atomic uint64_t together = 0;
    Memory *first = memory_create(10 * MB, &together), *second = memory_create(10 * MB, &together);
    uint64_t base = memory_allocate(first, 6 * MB, ALLOCATION_DEVICE, -1, "");
    ck_assert_uint_ne(base, 0);
    ck_assert_uint_eq(memory_allocate(second, 6 * MB, ALLOCATION_DEVICE, -1, ""), 0);
    ck_assert_uint_ne(memory_allocate(second, 4 * MB, ALLOCATION_DEVICE, -1, ""), 0);
    ck_assert(memory_free(first, base));
    ck_assert_uint_ne(memory_allocate(second, 6 * MB, ALLOCATION_DEVICE, -1, ""), 0);
    memory_destroy(second);
    ck_assert_uint_eq(together, 0);
    memory_destroy(first);
}
END_TEST

START_TEST(the_limit_is_of_bytes_in_use) {
    uint64_t base = allocate(3 * GB);
    ck_assert_uint_ne(base, 0);
    ck_assert_uint_eq(allocate(GB + 1), 0);
    ck_assert_uint_eq(allocate(UINT64_MAX), 0);
    memory_free(memory, base);
    ck_assert_uint_ne(allocate(GB + 1), 0);
    ck_assert_uint_eq(memory_peak(memory), 3 * GB);
}
END_TEST

START_TEST(nothing_is_one_byte) {
    uint64_t base = allocate(0);
    ck_assert_uint_eq(memory_find(memory, base)->size, 1);
}
END_TEST

static const uint64_t poison_sizes[] = {4, 4096, 65536, 65540, 40 * MB};
START_TEST(fresh_memory_reads_as_nan) {
    uint64_t size = poison_sizes[_i];
    const Allocation *allocation = memory_find(memory, allocate(size));
    float first, last;
    memcpy(&first, allocation->data, sizeof first);
    memcpy(&last, allocation->data + size - sizeof last, sizeof last);
    ck_assert(isnan(first) && isnan(last));
    allocation->data[0] = 1; // the pages of one allocation are its own
    const Allocation *other = memory_find(memory, allocate(size));
    ck_assert_uint_eq(other->data[0], 0xff);
}
END_TEST

static uint64_t resident_bytes(void) {
    unsigned long total = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    ck_assert_int_eq(fscanf(file, "%lu %lu", &total, &resident), 2);
    fclose(file);
    return resident * 4096;
}

START_TEST(a_sparsely_touched_gigabyte_costs_little) {
    uint64_t warm = allocate(MB); // makes the poison
    ck_assert_uint_ne(warm, 0);
    uint64_t before = resident_bytes();
    Allocation *allocation = memory_find(memory, allocate(GB));
    for (uint64_t offset = 0; offset < GB; offset += 64 * MB) {
        allocation->data[offset] = 1;
        memory_mark(allocation, offset, 1);
        memory_touch(allocation, true, offset / SECTOR_BYTES, 1);
    }
    ck_assert_uint_eq(memory_footprint(memory).stored, 16);
    ck_assert_uint_lt(resident_bytes() - before, 4 * MB);
}
END_TEST

START_TEST(marks_agree_with_a_byte_array) {
    enum { SIZE = 1000 };
    static uint8_t written[SIZE];
    Allocation *allocation = memory_find(memory, allocate(SIZE));
    for (unsigned step = 0; step < 200; step++) {
        uint64_t offset = (uint64_t)rand() % SIZE, size = (uint64_t)rand() % 20;
        if (offset + size > SIZE) continue;
        memory_mark(allocation, offset, size);
        memset(written + offset, 1, size);
        uint64_t from = (uint64_t)rand() % SIZE, length = (uint64_t)rand() % (SIZE - from) + 1, first = 0;
        const uint8_t *gap = memchr(written + from, 0, length);
        ck_assert_int_eq(memory_initialised(allocation, from, length, &first), gap == NULL);
        if (gap != NULL) ck_assert_uint_eq(first, (uint64_t)(gap - written));
    }
}
END_TEST

START_TEST(copied_marks_agree_with_a_byte_array) {
    enum { SIZE = 500 };
    Allocation *from = memory_find(memory, allocate(SIZE)), *to = memory_find(memory, allocate(SIZE));
    uint8_t source[SIZE] = {0}, target[SIZE];
    memset(target, 1, SIZE);
    memory_mark(to, 0, SIZE); // all written: then copies take marks back
    for (unsigned i = 0; i < SIZE; i += 3 + i % 5) {
        memory_mark(from, i, 1);
        source[i] = 1;
    }
    for (unsigned step = 0; step < 50; step++) {
        uint64_t a = (uint64_t)rand() % SIZE, b = (uint64_t)rand() % SIZE, size = (uint64_t)rand() % 300;
        if (a + size > SIZE || b + size > SIZE) continue;
        memory_mark_copy(to, a, from, b, size);
        memcpy(target + a, source + b, size);
        for (unsigned i = 0; i < SIZE; i++) ck_assert_int_eq(memory_initialised(to, i, 1, NULL), target[i]);
    }
}
END_TEST

START_TEST(writing_all_of_it_makes_an_allocation_initialised) {
    Allocation *allocation = memory_find(memory, allocate(100));
    memory_mark(allocation, 0, 99);
    ck_assert(!allocation->all_initialised);
    memory_mark(allocation, 0, 100);
    ck_assert(allocation->all_initialised);
}
END_TEST

START_TEST(the_footprint_counts_distinct_sectors_once) {
    Allocation *allocation = memory_find(memory, allocate(4 * MB));
    memory_touch(allocation, false, 60, 0xff); // sectors 60 to 67
    memory_touch(allocation, false, 62, 0xf);
    memory_touch(allocation, true, 4 * MB / 32 - 1, 1);
    Footprint first = memory_footprint(memory), again = memory_footprint(memory);
    ck_assert_uint_eq(first.loaded, 8);
    ck_assert_uint_eq(first.stored, 1);
    ck_assert_uint_eq(again.loaded + again.stored, 0);
}
END_TEST

START_TEST(managed_memory_is_the_files) {
    int file = memfd_create("managed", MFD_ALLOW_SEALING);
    ck_assert_int_eq(ftruncate(file, 5000), 0);
    uint8_t *mine = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    uint64_t base = memory_allocate(memory, 5000, ALLOCATION_MANAGED, file, "managed");
    close(file);
    Allocation *allocation = memory_find(memory, base);
    mine[4999] = 42;
    ck_assert_uint_eq(allocation->data[4999], 42);
    ck_assert(memory_initialised(allocation, 0, 5000, NULL));
    munmap(mine, 5000);
    ck_assert(memory_free(memory, base));
    ck_assert_uint_eq(memory_in_use(memory), 0);
}
END_TEST

START_TEST(freed_block_that_can_be_filled_again_counts_on) {
    int file = memfd_create("managed", MFD_ALLOW_SEALING);
    ck_assert_int_eq(ftruncate(file, 5000), 0);
    uint8_t *mine = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    uint64_t base = memory_allocate(memory, 5000, ALLOCATION_MANAGED, file, "managed");
    ck_assert(memory_free(memory, base));
    mine[4999] = 42;
    ck_assert_uint_eq(memory_in_use(memory), 5000);
    munmap(mine, 5000);
    close(file);
}
END_TEST

START_TEST(freed_block_cannot_be_written_through_its_descriptor) {
    int file = memfd_create("managed", MFD_ALLOW_SEALING);
    ck_assert_int_eq(ftruncate(file, 5000), 0);
    uint64_t base = memory_allocate(memory, 5000, ALLOCATION_MANAGED, file, "managed");
    ck_assert(memory_free(memory, base));
    ck_assert_int_eq(pwrite(file, "again", 5, 0), -1);
    ck_assert_ptr_eq(mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), MAP_FAILED);
    ck_assert_uint_eq(memory_in_use(memory), 0);
    close(file);
}
END_TEST

static void collect(Allocation *allocation, void *context) {
    uint64_t **next = context;
    *(*next)++ = allocation->base;
}

START_TEST(each_visits_live_allocations_in_order) {
    uint64_t a = allocate(10), b = allocate(10), c = allocate(10), seen[3] = {0}, *next = seen;
    memory_free(memory, b);
    memory_each(memory, collect, &next);
    ck_assert_ptr_eq(next, seen + 2);
    ck_assert(seen[0] == a && seen[1] == c);
}
END_TEST

Suite *memory_suite(void) {
    Suite *suite = suite_create("memory");
    TCase *tests = tcase_create("memory");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, addresses_are_the_same_in_every_run);
    tcase_add_test(tests, allocations_lie_a_slot_apart);
    tcase_add_test(tests, an_address_past_the_end_finds_its_allocation);
    tcase_add_test(tests, a_range_must_lie_inside_one_live_allocation);
    tcase_add_test(tests, freed_addresses_are_never_used_again);
    tcase_add_test(tests, only_the_start_of_an_allocation_can_be_freed);
    tcase_add_test(tests, the_limit_is_of_bytes_in_use);
    tcase_add_test(tests, memories_may_have_one_limit_together);
    tcase_add_test(tests, nothing_is_one_byte);
    tcase_add_loop_test(tests, fresh_memory_reads_as_nan, 0, sizeof poison_sizes / sizeof *poison_sizes);
    tcase_add_test(tests, a_sparsely_touched_gigabyte_costs_little);
    tcase_add_test(tests, marks_agree_with_a_byte_array);
    tcase_add_test(tests, copied_marks_agree_with_a_byte_array);
    tcase_add_test(tests, writing_all_of_it_makes_an_allocation_initialised);
    tcase_add_test(tests, the_footprint_counts_distinct_sectors_once);
    tcase_add_test(tests, managed_memory_is_the_files);
    tcase_add_test(tests, freed_block_that_can_be_filled_again_counts_on);
    tcase_add_test(tests, freed_block_cannot_be_written_through_its_descriptor);
    tcase_add_test(tests, each_visits_live_allocations_in_order);
    suite_add_tcase(suite, tests);
    return suite;
}

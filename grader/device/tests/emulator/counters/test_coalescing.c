// test_coalescing.c - requests, sectors, atomics and the footprint of global accesses.
#include "access_patterns.h"
#include "one_block.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define BYTES (1u << 20)

static OneBlock one;
static uint64_t base;

static void setup(void) {
    one_block_begin(&one, 0);
    base = memory_allocate(one.launch.memory, BYTES, ALLOCATION_DEVICE, -1, "test");
    memory_mark(memory_find(one.launch.memory, base), 0, BYTES);
}
static void teardown(void) { one_block_free(&one); }

// What one access at base + offset[lane] counts.
static SiteCounts counts_of(AccessKind kind, unsigned bytes, uint32_t mask, const uint64_t offset[32]) {
    static const uint8_t values[32 * 32];
    uint64_t address[32];
    for (unsigned lane = 0; lane < 32; lane++) address[lane] = base + offset[lane];
    memset(&one.counts, 0, sizeof one.counts);
    one_block_access(&one, 0, SPACE_GLOBAL, kind, bytes, mask, address, values);
    return one.counts;
}

START_TEST(counts_equal_what_hardware_counted) {
    static AccessPattern patterns[1000];
    size_t count = access_patterns_read(patterns, 1000), global = 0;
    for (size_t i = 0; i < count; i++) {
        const AccessPattern *p = &patterns[i];
        if (strcmp(p->space, "global") != 0) continue;
        AccessKind kind = strcmp(p->op, "ld") == 0    ? ACCESS_LOAD
                          : strcmp(p->op, "st") == 0  ? ACCESS_STORE
                          : strcmp(p->op, "red") == 0 ? ACCESS_REDUCTION
                                                      : ACCESS_ATOMIC;
        SiteCounts counts = counts_of(kind, p->bytes, p->mask, p->offset);
        ck_assert_msg(counts.requests == p->first && counts.sectors == p->second, "pattern %zu: %s of %u bytes", i + 2,
                      p->op, p->bytes);
        global++;
    }
    ck_assert_uint_ge(global, 160);
}
END_TEST

// Sectors of a stride of s floats: until each lane has its own, s times as many as the four of s = 1.
START_TEST(a_stride_costs_as_many_times_the_sectors) {
    for (unsigned stride = 1; stride <= 64; stride *= 2) {
        uint64_t offset[32];
        for (unsigned lane = 0; lane < 32; lane++) offset[lane] = lane * stride * 4;
        unsigned expected = 4 * stride < 32 ? 4 * stride : 32;
        ck_assert_uint_eq(counts_of(ACCESS_LOAD, 4, FULL_MASK, offset).sectors, expected);
    }
}
END_TEST

// 128 bytes are asked for; what the sectors hold beyond them is wasted, and sharing a word makes up for nothing.
START_TEST(waste_is_what_nobody_asked_for) {
    uint64_t strided[32], together[32] = {0}, first[32] = {0};
    for (unsigned lane = 0; lane < 32; lane++) strided[lane] = lane * 8 * 4;
    ck_assert_uint_eq(counts_of(ACCESS_LOAD, 4, FULL_MASK, strided).wasted, 32 * 32 - 128);
    ck_assert_uint_eq(counts_of(ACCESS_REDUCTION, 4, FULL_MASK, strided).wasted, 32 * 32 - 128);
    ck_assert_uint_eq(counts_of(ACCESS_STORE, 16, FULL_MASK, strided).wasted, 32 * 32 - 512);
    ck_assert_uint_eq(counts_of(ACCESS_LOAD, 4, FULL_MASK, together).wasted, 0);
    ck_assert_uint_eq(counts_of(ACCESS_LOAD, 4, 1, first).wasted, 28);
}
END_TEST

START_TEST(misalignment_costs_one_sector) {
    for (unsigned shift = 0; shift < 32; shift++) {
        uint64_t offset[32];
        for (unsigned lane = 0; lane < 32; lane++) offset[lane] = (lane + shift) * 4;
        ck_assert_uint_eq(counts_of(ACCESS_STORE, 4, FULL_MASK, offset).sectors, shift % 8 == 0 ? 4 : 5);
    }
}
END_TEST

static unsigned distinct_sectors(uint32_t mask, const uint64_t offset[32]) {
    unsigned count = 0;
    for (unsigned a = 0; a < 32; a++) {
        bool first = mask >> a & 1;
        for (unsigned b = 0; b < a; b++)
            if (mask >> b & 1 && offset[a] / 32 == offset[b] / 32) first = false;
        count += first;
    }
    return count;
}

static uint32_t random_bits(void) { return (uint32_t)rand() << 16 ^ (uint32_t)rand(); }

START_TEST(any_pattern_has_its_distinct_sectors) {
    for (unsigned trial = 0; trial < 20000; trial++) {
        unsigned bytes = 1u << rand() % 6, region = 64u << rand() % 14;
        uint32_t mask = trial % 3 == 0 ? FULL_MASK : random_bits() | 1u << rand() % 32;
        uint64_t offset[32], permuted[32];
        for (unsigned lane = 0; lane < 32; lane++) offset[lane] = random_bits() % (region / bytes) * bytes;
        SiteCounts counts = counts_of(ACCESS_LOAD, bytes, mask, offset);
        ck_assert_uint_eq(counts.sectors, distinct_sectors(mask, offset));
        ck_assert_uint_eq(counts.requests, 1);
        ck_assert_uint_eq(counts.bytes, (uint64_t)__builtin_popcount(mask) * bytes);
        unsigned turn = (unsigned)rand() % 32; // lanes in another order touch the same sectors
        for (unsigned lane = 0; lane < 32; lane++) permuted[lane] = offset[(lane + turn) % 32];
        uint32_t turned = turn == 0 ? mask : mask >> turn | mask << (32 - turn);
        ck_assert_uint_eq(counts_of(ACCESS_LOAD, bytes, turned, permuted).sectors, counts.sectors);
    }
}
END_TEST

START_TEST(lanes_at_one_word_are_atomics_in_turn) {
    uint64_t offset[32] = {0};
    SiteCounts counts = counts_of(ACCESS_REDUCTION, 4, FULL_MASK, offset);
    ck_assert(counts.sectors == 32 && counts.turns == 32);
    counts = counts_of(ACCESS_ATOMIC, 8, 0xff, offset);
    ck_assert(counts.sectors == 8 && counts.turns == 8);
    for (unsigned lane = 0; lane < 32; lane++) offset[lane] = lane % 4 * 32 + lane / 16 * 4; // 4 sectors, 2 words each
    counts = counts_of(ACCESS_ATOMIC, 4, FULL_MASK, offset);
    ck_assert(counts.sectors == 4 * 4 && counts.turns == 4);
}
END_TEST

START_TEST(lanes_at_words_of_their_own_take_one_turn) {
    uint64_t offset[32];
    for (unsigned stride = 4; stride <= 128; stride *= 2) {
        for (unsigned lane = 0; lane < 32; lane++) offset[lane] = lane * stride;
        ck_assert_uint_eq(counts_of(ACCESS_REDUCTION, 4, FULL_MASK, offset).turns, 1);
    }
    offset[31] = offset[7];
    ck_assert_uint_eq(counts_of(ACCESS_REDUCTION, 4, FULL_MASK, offset).turns, 2);
    ck_assert_uint_eq(counts_of(ACCESS_STORE, 4, FULL_MASK, offset).turns, 0);
}
END_TEST

START_TEST(an_access_to_two_allocations_is_one_request) {
    uint64_t other = memory_allocate(one.launch.memory, 4096, ALLOCATION_DEVICE, -1, "other"), offset[32];
    for (unsigned lane = 0; lane < 32; lane++) offset[lane] = lane * 4 + (lane >= 16 ? other - base : 0);
    SiteCounts counts = counts_of(ACCESS_STORE, 4, FULL_MASK, offset);
    ck_assert_uint_eq(counts.requests, 1);
    ck_assert_uint_eq(counts.sectors, 4);
    ck_assert_uint_eq(memory_footprint(one.launch.memory).stored, 4);
}
END_TEST

START_TEST(the_footprint_is_the_union_of_what_accesses_touch) {
    static bool touched[BYTES / 32];
    for (unsigned trial = 0; trial < 300; trial++) {
        uint64_t offset[32];
        unsigned region = 256u << rand() % 12, start = random_bits() % (BYTES - region) & ~3u;
        for (unsigned lane = 0; lane < 32; lane++) {
            offset[lane] = trial % 2 ? start + lane * 4ull % region : start + random_bits() % region / 4 * 4ull;
            touched[offset[lane] / 32] = true;
        }
        counts_of(ACCESS_LOAD, 4, FULL_MASK, offset);
    }
    uint64_t expected = 0;
    for (unsigned i = 0; i < BYTES / 32; i++) expected += touched[i];
    Footprint footprint = memory_footprint(one.launch.memory);
    ck_assert_uint_eq(footprint.loaded, expected);
    ck_assert_uint_eq(footprint.stored, 0);
}
END_TEST

START_TEST(an_atomic_loads_and_stores_its_sectors) {
    uint64_t offset[32] = {0};
    counts_of(ACCESS_ATOMIC, 4, FULL_MASK, offset);
    Footprint footprint = memory_footprint(one.launch.memory);
    ck_assert(footprint.loaded == 1 && footprint.stored == 1);
}
END_TEST

START_TEST(local_counts_equal_what_hardware_counted) {
    static AccessPattern patterns[1000];
    static const uint8_t values[32 * 16];
    size_t count = access_patterns_read(patterns, 1000), local = 0;
    for (size_t i = 0; i < count; i++) {
        const AccessPattern *p = &patterns[i];
        if (strcmp(p->space, "local") != 0) continue;
        memset(&one.counts, 0, sizeof one.counts);
        AccessKind kind = strcmp(p->op, "ld") == 0 ? ACCESS_LOAD : ACCESS_STORE;
        one_block_access(&one, 0, SPACE_LOCAL, kind, p->bytes, p->mask, p->offset, values);
        ck_assert_msg(one.counts.requests == p->first && one.counts.sectors == p->second, "pattern %zu: %s of %u bytes",
                      i + 2, p->op, p->bytes);
        ck_assert_uint_eq(one.counts.bytes, (uint64_t)__builtin_popcount(p->mask) * p->bytes);
        local++;
    }
    ck_assert_uint_ge(local, 100);
}
END_TEST

START_TEST(arrays_in_registers_are_no_local_memory) {
    one.launch.local_in_registers = true;
    one_block_strided(&one, 0, SPACE_LOCAL, ACCESS_STORE, 0, 0);
    ck_assert_uint_eq(one.counts.requests, 0);
    ck_assert_uint_eq(one.counts.bytes, 0);
}
END_TEST

Suite *coalescing_suite(void) {
    Suite *suite = suite_create("coalescing");
    TCase *tests = tcase_create("coalescing");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, counts_equal_what_hardware_counted);
    tcase_add_test(tests, a_stride_costs_as_many_times_the_sectors);
    tcase_add_test(tests, misalignment_costs_one_sector);
    tcase_add_test(tests, waste_is_what_nobody_asked_for);
    tcase_add_test(tests, any_pattern_has_its_distinct_sectors);
    tcase_add_test(tests, lanes_at_one_word_are_atomics_in_turn);
    tcase_add_test(tests, lanes_at_words_of_their_own_take_one_turn);
    tcase_add_test(tests, an_access_to_two_allocations_is_one_request);
    tcase_add_test(tests, the_footprint_is_the_union_of_what_accesses_touch);
    tcase_add_test(tests, an_atomic_loads_and_stores_its_sectors);
    tcase_add_test(tests, local_counts_equal_what_hardware_counted);
    tcase_add_test(tests, arrays_in_registers_are_no_local_memory);
    suite_add_tcase(suite, tests);
    return suite;
}

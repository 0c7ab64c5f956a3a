// test_banks.c - wavefronts and conflicts of shared accesses.
#include "access_patterns.h"
#include "one_block.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static OneBlock one;

static void setup(void) {
    one_block_begin(&one, 16384);
    one.launch.checks = false;
}
static void teardown(void) { one_block_free(&one); }

static SiteCounts counts_of(AccessKind kind, unsigned bytes, uint32_t mask, const uint64_t offset[32]) {
    static const uint8_t values[32 * 16];
    memset(&one.counts, 0, sizeof one.counts);
    one_block_access(&one, 0, SPACE_SHARED, kind, bytes, mask, offset, values);
    return one.counts;
}

static SiteCounts strided(AccessKind kind, unsigned bytes, unsigned stride) {
    uint64_t offset[32];
    for (unsigned lane = 0; lane < 32; lane++) offset[lane] = lane * stride;
    return counts_of(kind, bytes, FULL_MASK, offset);
}

START_TEST(counts_equal_what_hardware_counted) {
    static AccessPattern patterns[1000];
    size_t count = access_patterns_read(patterns, 1000), shared = 0;
    for (size_t i = 0; i < count; i++) {
        const AccessPattern *p = &patterns[i];
        if (strcmp(p->space, "shared") != 0) continue;
        AccessKind kind = strcmp(p->op, "ld") == 0 ? ACCESS_LOAD : ACCESS_STORE;
        SiteCounts counts = counts_of(kind, p->bytes, p->mask, p->offset);
        ck_assert_msg(counts.wavefronts == p->first && counts.conflicts == p->second, "pattern %zu: %s of %u bytes",
                      i + 2, p->op, p->bytes);
        shared++;
    }
    ck_assert_uint_ge(shared, 490);
}
END_TEST

START_TEST(broadcast_is_one_bank_access) {
    ck_assert_uint_eq(strided(ACCESS_LOAD, 4, 0).wavefronts, 1);
    ck_assert_uint_eq(strided(ACCESS_LOAD, 4, 0).conflicts, 0);
}
END_TEST

// Lanes a stride of s words apart meet in a bank gcd(s, 32) at a time.
static const struct {
    unsigned words, degree;
} strides[] = {{1, 1},   {2, 2},  {3, 1},   {4, 4},  {5, 1},   {8, 8},
               {16, 16}, {31, 1}, {32, 32}, {33, 1}, {48, 16}, {64, 32}};
START_TEST(a_stride_conflicts_by_its_power_of_two) {
    SiteCounts counts = strided(ACCESS_STORE, 4, strides[_i].words * 4);
    ck_assert_uint_eq(counts.wavefronts, strides[_i].degree);
    ck_assert_uint_eq(counts.conflicts, strides[_i].degree - 1);
}
END_TEST

START_TEST(a_padded_tile_has_no_conflicting_column) {
    ck_assert_uint_eq(strided(ACCESS_LOAD, 4, 32 * 4).conflicts, 31);
    ck_assert_uint_eq(strided(ACCESS_LOAD, 4, 33 * 4).conflicts, 0);
}
END_TEST

START_TEST(corner_turning_with_16_conflicts_seven_times) {
    uint64_t offset[32]; // Ns[tx][ty] of a warp with two rows of threads
    for (unsigned lane = 0; lane < 32; lane++) offset[lane] = (lane % 16 * 16 + lane / 16) * 4;
    ck_assert_uint_eq(counts_of(ACCESS_STORE, 4, FULL_MASK, offset).conflicts, 7);
}
END_TEST

START_TEST(wide_accesses_take_a_pass_for_each_128_bytes) {
    ck_assert_uint_eq(strided(ACCESS_STORE, 8, 8).wavefronts, 2);
    ck_assert_uint_eq(strided(ACCESS_LOAD, 16, 16).wavefronts, 4);
    ck_assert_uint_eq(strided(ACCESS_LOAD, 16, 16).conflicts, 0);
    ck_assert_uint_eq(strided(ACCESS_LOAD, 16, 0).wavefronts, 2); // as the assembler's merged broadcasts do
    ck_assert_uint_eq(strided(ACCESS_LOAD, 16, 0).conflicts, 0);
}
END_TEST

START_TEST(half_a_warp_of_doubles_is_one_pass) {
    uint64_t offset[32];
    for (unsigned lane = 0; lane < 32; lane++) offset[lane] = lane * 8;
    ck_assert_uint_eq(counts_of(ACCESS_STORE, 8, 0xffff, offset).wavefronts, 1);
    ck_assert_uint_eq(counts_of(ACCESS_STORE, 8, 1, offset).wavefronts, 1);
}
END_TEST

static unsigned fullest_bank(uint32_t mask, const uint64_t offset[32]) {
    unsigned most = 0;
    for (unsigned bank = 0; bank < 32; bank++) {
        bool word[4096] = {false};
        unsigned count = 0;
        for (unsigned lane = 0; lane < 32; lane++) {
            uint64_t index = offset[lane] / 4;
            if (!(mask >> lane & 1) || index % 32 != bank || word[index]) continue;
            word[index] = true;
            count++;
        }
        most = count > most ? count : most;
    }
    return most;
}

START_TEST(words_take_as_many_passes_as_their_fullest_bank) {
    for (unsigned trial = 0; trial < 2000; trial++) {
        unsigned bytes = 1u << rand() % 3, region = 64u << rand() % 9;
        uint32_t mask = trial % 2 ? FULL_MASK : ((uint32_t)rand() << 8 ^ (uint32_t)rand()) | 1;
        uint64_t offset[32];
        for (unsigned lane = 0; lane < 32; lane++) offset[lane] = (unsigned)rand() % (region / bytes) * bytes;
        SiteCounts counts = counts_of(rand() % 2 ? ACCESS_LOAD : ACCESS_STORE, bytes, mask, offset);
        unsigned most = fullest_bank(mask, offset);
        ck_assert_uint_eq(counts.wavefronts, most);
        ck_assert_uint_eq(counts.conflicts, most - 1);
    }
}
END_TEST

Suite *banks_suite(void) {
    Suite *suite = suite_create("banks");
    TCase *tests = tcase_create("banks");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, counts_equal_what_hardware_counted);
    tcase_add_test(tests, broadcast_is_one_bank_access);
    tcase_add_loop_test(tests, a_stride_conflicts_by_its_power_of_two, 0, sizeof strides / sizeof *strides);
    tcase_add_test(tests, a_padded_tile_has_no_conflicting_column);
    tcase_add_test(tests, corner_turning_with_16_conflicts_seven_times);
    tcase_add_test(tests, wide_accesses_take_a_pass_for_each_128_bytes);
    tcase_add_test(tests, half_a_warp_of_doubles_is_one_pass);
    tcase_add_test(tests, words_take_as_many_passes_as_their_fullest_bank);
    suite_add_tcase(suite, tests);
    return suite;
}

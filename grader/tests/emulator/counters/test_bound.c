// test_bound.c - bounds never exceed what an H200 needed, and what counters mean.
#include "emulator/counters/bound.h"
#include "emulator/counters/counters.h"
#include "emulator/machine/instruction.h"
#include "jobs.h"
#include <check.h>
#include <stdio.h>
#include <string.h>

// What a kernel does with n x n matrices of floats, worked out from its source. Units: transposes and sums per
// element (n^2), products per multiplication (n^3); sectors of distinct memory per element.
typedef struct {
    const char *name;
    uint32_t n;
    Dim3 block;
    double load_sectors, store_sectors;       // global, of requests
    double load_wavefronts, store_wavefronts; // shared
    double fmas, adds;
    double microseconds;         // median on an H200
    unsigned threads_per_matrix; // 0: one per element; 1: one per row; 256: a block per row; others: per thread
} Row;

// Transposes: a warp of 32 elements loads 4 sectors (1/8 an element) and stores 4, the naive one 32 (1). In shared
// memory it needs one pass each way (1/32), the unpadded tile 32 passes to load (1).
// Products: a warp adds 32 products of one k. Plain: one sector of M and 4 of N (5/32), scattered 32 and 1 (33/32).
// Tiles of T: a phase of T loads 8 sectors (8/32/T) and stores 2 words (2/32/T), 33 passes with T = 32 if the turned
// tile is not padded, and loads 2 words for each k; the assembler merges four of the broadcast ones into one access
// of two passes: 1.5 passes a k (1.5/32), as hardware counts. Coarsened by 4: M's tile is loaded once for four.
#define TILE(T, stores) 8 / 32.0 / (T), 0, 1.5 / 32.0, (stores) / 32.0 / (T), 1, 0
#define COARSE 5 / 32.0 / 32, 0, 1.5 / 32.0, 1.25 / 32 / 32, 1, 0
static const Row rows[] = {
    {"tr_copy", 8192, {32, 32, 1}, 1 / 8., 1 / 8., 0, 0, 0, 0, 268.9, 0},
    {"tr_copy_shared", 8192, {32, 32, 1}, 1 / 8., 1 / 8., 1 / 32., 1 / 32., 0, 0, 290.2, 0},
    {"tr_naive", 8192, {32, 32, 1}, 1 / 8., 1, 0, 0, 0, 0, 978.6, 0},
    {"tr_tiled", 8192, {32, 32, 1}, 1 / 8., 1 / 8., 1, 1 / 32., 0, 0, 527.4, 0},
    {"tr_padded", 8192, {32, 32, 1}, 1 / 8., 1 / 8., 1 / 32., 1 / 32., 0, 0, 303.0, 0},
    {"tr_padded_four", 8192, {32, 8, 1}, 1 / 8., 1 / 8., 1 / 32., 1 / 32., 0, 0, 152.3, 0},
    {"row_sums", 8192, {256, 1, 1}, 1, 0, 0, 0, 0, 1, 1081.9, 1},
    {"column_sums", 8192, {256, 1, 1}, 1 / 8., 0, 0, 0, 0, 1, 927.4, 1},
    {"row_sums_shared", 8192, {256, 1, 1}, 1 / 8., 0, 0, 1 / 32., 0, 1, 120.0, 256},
    {"tr_copy", 16384, {32, 32, 1}, 1 / 8., 1 / 8., 0, 0, 0, 0, 1074.3, 0},
    {"tr_copy_shared", 16384, {32, 32, 1}, 1 / 8., 1 / 8., 1 / 32., 1 / 32., 0, 0, 1154.4, 0},
    {"tr_naive", 16384, {32, 32, 1}, 1 / 8., 1, 0, 0, 0, 0, 3940.9, 0},
    {"tr_tiled", 16384, {32, 32, 1}, 1 / 8., 1 / 8., 1, 1 / 32., 0, 0, 2091.5, 0},
    {"tr_padded", 16384, {32, 32, 1}, 1 / 8., 1 / 8., 1 / 32., 1 / 32., 0, 0, 1206.3, 0},
    {"tr_padded_four", 16384, {32, 8, 1}, 1 / 8., 1 / 8., 1 / 32., 1 / 32., 0, 0, 600.5, 0},
    {"row_sums", 16384, {256, 1, 1}, 1, 0, 0, 0, 0, 1, 2145.5, 1},
    {"column_sums", 16384, {256, 1, 1}, 1 / 8., 0, 0, 0, 0, 1, 1849.9, 1},
    {"row_sums_shared", 16384, {256, 1, 1}, 1 / 8., 0, 0, 1 / 32., 0, 1, 441.4, 256},
    {"mm_xgemm_uncoalesced", 1024, {32, 32, 1}, 33 / 32., 0, 0, 0, 1, 0, 4438.0, 0},
    {"mm_colmajor", 1024, {32, 32, 1}, 33 / 32., 0, 0, 0, 1, 0, 4434.1, 0},
    {"mm_row", 1024, {32, 32, 1}, 5 / 32., 0, 0, 0, 1, 0, 352.6, 0},
    {"mm_tiled16", 1024, {16, 16, 1}, TILE(16, 2), 281.9, 0},
    {"mm_tiled32", 1024, {32, 32, 1}, TILE(32, 2), 241.2, 0},
    {"mm_corner32", 1024, {32, 32, 1}, TILE(32, 33), 369.9, 0},
    {"mm_corner_padded", 1024, {32, 32, 1}, TILE(32, 2), 241.1, 0},
    {"mm_coarse4", 1024, {32, 32, 1}, COARSE, 242.0, 4},
    {"mm_xgemm_uncoalesced", 4096, {32, 32, 1}, 33 / 32., 0, 0, 0, 1, 0, 275864.9, 0},
    {"mm_colmajor", 4096, {32, 32, 1}, 33 / 32., 0, 0, 0, 1, 0, 275862.5, 0},
    {"mm_row", 4096, {32, 32, 1}, 5 / 32., 0, 0, 0, 1, 0, 22668.9, 0},
    {"mm_tiled16", 4096, {16, 16, 1}, TILE(16, 2), 16906.9, 0},
    {"mm_tiled32", 4096, {32, 32, 1}, TILE(32, 2), 15163.6, 0},
    {"mm_corner32", 4096, {32, 32, 1}, TILE(32, 33), 22729.5, 0},
    {"mm_corner_padded", 4096, {32, 32, 1}, TILE(32, 2), 15349.5, 0},
    {"mm_coarse4", 4096, {32, 32, 1}, COARSE, 15155.5, 4},
};
enum { ROWS = sizeof rows / sizeof *rows };

static Bound bound_of_row(const Row *row) {
    Counters counters = {{0}};
    uint64_t *value = counters.value;
    bool product = row->fmas != 0;
    double elements = (double)row->n * row->n, units = product ? elements * row->n : elements;
    value[COUNTER_global_load_sectors] = (uint64_t)(row->load_sectors * units);
    value[COUNTER_global_store_sectors] = (uint64_t)(product ? elements / 8 : row->store_sectors * units);
    value[COUNTER_shared_load_wavefronts] = (uint64_t)(row->load_wavefronts * units);
    value[COUNTER_shared_load_bytes] = row->load_wavefronts == 0 ? 0 : (uint64_t)(product ? 8 * units : 4 * units);
    value[COUNTER_shared_store_wavefronts] = (uint64_t)(row->store_wavefronts * units);
    value[COUNTER_ffma] = (uint64_t)(row->fmas * units);
    value[COUNTER_fadd] = (uint64_t)(row->adds * units);
    value[COUNTER_dram_read_sectors] = (uint64_t)(elements / 8 * (product ? 2 : 1));
    value[COUNTER_dram_write_sectors] = (uint64_t)(row->adds == 0 ? elements / 8 : row->n / 8.);
    uint32_t threads = row->block.x * row->block.y;
    double blocks = row->threads_per_matrix == 1     ? row->n / (double)threads
                    : row->threads_per_matrix == 256 ? row->n
                    : row->threads_per_matrix == 4   ? elements / threads / 4
                                                     : elements / threads;
    return bound_of(gpu_named("h200"), &counters, (Dim3){(uint32_t)blocks, 1, 1}, row->block);
}

// The comparison as a table, for people: build/bound.txt.
static void write_table(void) {
    char path[JOB_PATH];
    FILE *file = fopen(build_path(path, "bound.txt"), "w");
    if (!file) return;
    fprintf(file, "%-22s %6s %12s %12s %6s  %s\n", "kernel", "n", "measured us", "bound us", "share", "resource");
    for (unsigned i = 0; i < ROWS; i++) {
        Bound bound = bound_of_row(&rows[i]);
        fprintf(file, "%-22s %6u %12.1f %12.1f %5.0f%%  %s\n", rows[i].name, rows[i].n, rows[i].microseconds,
                bound.microseconds, 100 * bound.microseconds / rows[i].microseconds, bound.resource);
    }
    fclose(file);
}

START_TEST(no_bound_is_above_the_measured_time) {
    Bound bound = bound_of_row(&rows[_i]);
    ck_assert_msg(bound.microseconds <= rows[_i].microseconds, "%s %u: bound %.1f us (%s), measured %.1f us",
                  rows[_i].name, rows[_i].n, bound.microseconds, bound.resource, rows[_i].microseconds);
    ck_assert_double_gt(bound.microseconds, 0.5);
}
END_TEST

static bool same_ladder(const Row *a, const Row *b) {
    return a->n == b->n && (a->adds != 0) == (b->adds != 0) && (a->fmas != 0) == (b->fmas != 0);
}

START_TEST(a_kernel_half_as_slow_again_is_never_put_ahead) {
    for (unsigned i = 0; i < ROWS; i++)
        for (unsigned k = 0; k < ROWS; k++) {
            const Row *slow = &rows[i], *fast = &rows[k];
            if (!same_ladder(slow, fast) || slow->microseconds < 1.5 * fast->microseconds) continue;
            Bound first = bound_of_row(slow), second = bound_of_row(fast);
            ck_assert_msg(first.microseconds >= second.microseconds, "%s %u: %.1f us (%s), before %s: %.1f us (%s)",
                          slow->name, slow->n, first.microseconds, first.resource, fast->name, second.microseconds,
                          second.resource);
        }
}
END_TEST

START_TEST(the_bound_names_what_binds) {
    const char *expected[][2] = {{"tr_copy", "DRAM bandwidth"},
                                 {"tr_naive", "L2 store bandwidth"},
                                 {"row_sums", "L1 sectors"},
                                 {"mm_row", "L1 sectors"},
                                 {"mm_tiled32", "shared memory wavefronts"}};
    for (unsigned e = 0; e < sizeof expected / sizeof *expected; e++)
        for (unsigned i = 0; i < ROWS; i++)
            if (strcmp(rows[i].name, expected[e][0]) == 0)
                ck_assert_str_eq(bound_of_row(&rows[i]).resource, expected[e][1]);
}
END_TEST

START_TEST(an_empty_launch_takes_its_overhead) {
    Counters none = {{0}};
    Bound bound = bound_of(gpu_default(), &none, (Dim3){1, 1, 1}, (Dim3){32, 1, 1});
    ck_assert_str_eq(bound.resource, "launch overhead");
    ck_assert_double_eq_tol(bound.microseconds, 0.5, 1e-9);
}
END_TEST

START_TEST(a_few_blocks_use_a_few_multiprocessors) {
    Counters counters = {{0}};
    counters.value[COUNTER_ffma] = 1ull << 40;
    double one = bound_of(gpu_default(), &counters, (Dim3){1, 1, 1}, (Dim3){1024, 1, 1}).microseconds;
    double all = bound_of(gpu_default(), &counters, (Dim3){4096, 1, 1}, (Dim3){1024, 1, 1}).microseconds;
    ck_assert_double_eq_tol(one / all, 132, 1e-6);
}
END_TEST

// ---- counters ---------------------------------------------------------------------------------------------

START_TEST(a_site_feeds_the_counters_of_its_class_and_space) {
    Counters counters = {{0}};
    SiteCounts counts = {
        .warps = 3, .threads = 90, .requests = 2, .sectors = 7, .wavefronts = 5, .conflicts = 4, .bytes = 360};
    counters_add_site(&counters, &counts, CLASS_LOAD, SITE_GLOBAL);
    counters_add_site(&counters, &counts, CLASS_STORE, SITE_SHARED);
    counters_add_site(&counters, &counts, CLASS_REDUCTION, SITE_GLOBAL);
    ck_assert_uint_eq(counters.value[COUNTER_global_load_requests], 2);
    ck_assert_uint_eq(counters.value[COUNTER_global_load_sectors], 7);
    ck_assert_uint_eq(counters.value[COUNTER_shared_store_instructions], 3);
    ck_assert_uint_eq(counters.value[COUNTER_shared_store_wavefronts], 5);
    ck_assert_uint_eq(counters.value[COUNTER_shared_store_bank_conflicts], 4);
    ck_assert_uint_eq(counters.value[COUNTER_global_red_sectors], 7);
    ck_assert_uint_eq(counters.value[COUNTER_global_atom_sectors], 0);
    ck_assert_uint_eq(counters.value[COUNTER_warp_instructions], 9);
    ck_assert_uint_eq(counters.value[COUNTER_thread_instructions], 270);
}
END_TEST

START_TEST(a_pair_of_halves_is_two_operations) {
    Counters counters = {{0}};
    SiteCounts counts = {.warps = 1, .threads = 32};
    counters_add_site(&counters, &counts, CLASS_HFMA2, SITE_GLOBAL);
    counters_add_site(&counters, &counts, CLASS_FFMA, SITE_GLOBAL);
    ck_assert_uint_eq(counters.value[COUNTER_hfma], 64);
    ck_assert_uint_eq(counters.value[COUNTER_ffma], 32);
}
END_TEST

START_TEST(every_counter_has_a_name_a_unit_and_a_description) {
    for (Counter counter = 0; counter < COUNTER_COUNT; counter++)
        ck_assert(*counter_name(counter) && *counter_unit(counter) && *counter_description(counter));
    ck_assert_str_eq(counter_name(COUNTER_global_load_sectors), "global_load_sectors");
}
END_TEST

Suite *bound_suite(void) {
    Suite *suite = suite_create("bound");
    TCase *tests = tcase_create("bound");
    tcase_add_unchecked_fixture(tests, write_table, NULL);
    tcase_add_loop_test(tests, no_bound_is_above_the_measured_time, 0, ROWS);
    tcase_add_test(tests, a_kernel_half_as_slow_again_is_never_put_ahead);
    tcase_add_test(tests, the_bound_names_what_binds);
    tcase_add_test(tests, an_empty_launch_takes_its_overhead);
    tcase_add_test(tests, a_few_blocks_use_a_few_multiprocessors);
    tcase_add_test(tests, a_site_feeds_the_counters_of_its_class_and_space);
    tcase_add_test(tests, a_pair_of_halves_is_two_operations);
    tcase_add_test(tests, every_counter_has_a_name_a_unit_and_a_description);
    suite_add_tcase(suite, tests);
    return suite;
}

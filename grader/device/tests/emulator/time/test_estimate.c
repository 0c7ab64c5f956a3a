// test_estimate.c - estimates of kernels whose time can be worked out by hand, and machine code that gives what PTX
// does.
#include "jobs.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLOCKS_PER_MICROSECOND 1980.0
#define MOST_LAUNCHES 400
#define COPIES 6

typedef struct {
    char kernel[128], reason[160];
    double microseconds, low, high;
    long long differing;
} Row;

typedef struct {
    Row rows[MOST_LAUNCHES];
    size_t count;
} Table;

static Table timed, compared, tuned, coded;

// Field number n of a line of CSV without quotes inside of fields.
static void field_read(const char *line, unsigned n, char *out, size_t size) {
    bool quoted = false;
    size_t length = 0;
    for (; *line && *line != '\n'; line++) {
        if (*line == '"') quoted = !quoted;
        else if (*line == ',' && !quoted) {
            if (!n--) break;
            length = 0;
        } else if (!n && length + 1 < size) out[length++] = *line;
    }
    out[length] = 0;
}

static unsigned column_of(const char *header, const char *name) {
    char field[80];
    for (unsigned n = 0; n < 400; n++) {
        field_read(header, n, field, sizeof field);
        if (!strcmp(field, name)) return n;
    }
    ck_abort_msg("there is no column %s", name);
    return 0;
}

static double number_in(const char *line, unsigned column) {
    char text[160];
    field_read(line, column, text, sizeof text);
    return atof(text);
}

static void table_read(const char *path, bool estimates, Table *table) {
    char *text = text_read(path);
    for (char *line = strchr(text, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        Row *row = &table->rows[table->count++];
        field_read(line, 0, row->kernel, sizeof row->kernel);
        if (estimates) {
            unsigned first = column_of(text, "estimate_us");
            row->microseconds = number_in(line, first);
            row->low = number_in(line, first + 1);
            row->high = number_in(line, first + 2);
            field_read(line, first + 3, row->reason, sizeof row->reason);
        } else row->differing = (long long)number_in(line, column_of(text, "differing_bytes"));
        ck_assert_uint_lt(table->count, MOST_LAUNCHES);
    }
    free(text);
}

static void table_make(const char *program, const char *option, bool estimates, Table *table) {
    char emulate[JOB_PATH], path[JOB_PATH], name[JOB_PATH / 2], csv[JOB_PATH];
    snprintf(name, sizeof name, "programs/%s", program);
    build_path(path, name);
    snprintf(name, sizeof name, "test_estimate.%s.csv", program);
    Job job = {.arguments = {build_path(emulate, "emulate"), option, "--quiet", "--in-order", "--counters",
                             build_path(csv, name), path}};
    snprintf(name, sizeof name, "test_estimate.%s.txt", program);
    build_path(job.output, name);
    jobs_run(&job, 1);
    ck_assert_int_eq(job.status, 0);
    table_read(csv, estimates, table);
}

static void make_tables(void) {
    table_make("timed_kernels", "--estimate", true, &timed);
    table_make("seed_kernels", "--compare-code", false, &compared);
    table_make("tuned_kernels", "--compare-code", false, &tuned);
    table_make("coded_kernels", "--compare-code", false, &coded);
}

// The nth launch of the kernel.
static const Row *launch(const char *kernel, unsigned n) {
    for (size_t i = 0; i < timed.count; i++)
        if (!strcmp(timed.rows[i].kernel, kernel) && !n--) return &timed.rows[i];
    ck_abort_msg("%s was not launched so often", kernel);
    return NULL;
}

// Clocks by which the second launch of a pair is longer.
static double clocks_more(const char *kernel, unsigned pair) {
    return (launch(kernel, 2 * pair + 1)->microseconds - launch(kernel, 2 * pair)->microseconds) *
           CLOCKS_PER_MICROSECOND;
}

static void close_to(double found, double expected, double share) {
    ck_assert_msg(fabs(found / expected - 1) < share, "%.1f clocks, and not %.1f", found, expected);
}

START_TEST(a_dependent_product_takes_four_clocks) { close_to(clocks_more("chain", 0), 4 * 256 * 4, 0.05); }
END_TEST

// 8 turns more of 16 loads of 32 warps. Up to two passes, other instructions take as long.
START_TEST(a_load_takes_a_pass_for_each_lane_of_a_bank) {
    unsigned ways = 1u << _i;
    close_to(clocks_more("strided", (unsigned)_i), 8.0 * 16 * 32 * ways, 0.1);
}
END_TEST

// 8 turns more of 16 loads of 32 warps, each of which takes a pass though no lane loads.
START_TEST(a_load_of_no_lane_takes_a_pass) { close_to(clocks_more("guarded", 0), 8.0 * 16 * 32, 0.1); }
END_TEST

// 4 turns more of 128 products of 16 warps, on four schedulers.
START_TEST(a_full_multiprocessor_issues_four_products_a_clock) {
    close_to(clocks_more("products", 0), 4 * 128 * 16 / 4, 0.1);
}
END_TEST

START_TEST(more_warps_are_not_slower) {
    for (unsigned n = 1; n < COPIES; n++)
        ck_assert_double_lt(launch("copy", n)->microseconds, 1.02 * launch("copy", n - 1)->microseconds);
    ck_assert_double_gt(launch("copy", 0)->microseconds, 4 * launch("copy", COPIES - 1)->microseconds);
}
END_TEST

// 64 turns more, each of a line from DRAM, which takes 709 clocks (latency.dram_single): with three copies left under
// way, four turns take as long as one.
START_TEST(copies_are_waited_for) {
    double one = clocks_more("awaited<0>", 0), four = clocks_more("awaited<3>", 0);
    close_to(one, 64 * 709, 0.25);
    close_to(four, one / 4, 0.25);
}
END_TEST

// The same at a barrier object, whose phase is seen 23 clocks later (latency.shared_load).
START_TEST(barrier_objects_wait_for_copies) {
    close_to(clocks_more("awaited_at_object<false>", 0), 64 * (709 + 23), 0.25);
    close_to(clocks_more("awaited_at_object<true>", 0), 64 * (709 + 23), 0.25);
}
END_TEST

// 64 turns more: 32 lanes on one word take 1.45 clocks each, 46 a turn; on words of their own they go together, and a
// turn takes as long as its other instructions do, about 37.
START_TEST(atomics_on_one_word_wait_for_each_other) {
    close_to(clocks_more("add", 0), 64 * 32 * 1.45, 0.15);
    ck_assert_double_lt(clocks_more("add", 1), 64 * 40);
}
END_TEST

// 65,536 warps, each with sixteen sums on a word, spread evenly over 80 slices of the L2: 9.6 microseconds if no sum
// waits for the one before, which takes 1.45 clocks, and 23 if each does, which takes 2.4 times as long. Some
// multiprocessors are modelled, and the others' words are in other slices.
START_TEST(atomics_of_blocks_on_words_of_their_own_use_all_slices) {
    double least = 65536 * 16 * 1.45 / 80 / CLOCKS_PER_MICROSECOND;
    ck_assert_double_gt(launch("add_rows", 0)->microseconds, least);
    ck_assert_double_lt(launch("add_rows", 0)->microseconds, 2.4 * least);
}
END_TEST

// An H200 takes 545 ns for each of 2,112 sums of one thread to a cell, whichever multiprocessors are modelled.
START_TEST(compares_and_swaps_fail_by_all_multiprocessors) {
    close_to(launch("swap_add", 0)->microseconds, 2112 * 0.545, 0.25);
}
END_TEST

START_TEST(work_from_a_queue_takes_as_long_as_work_that_is_given) {
    close_to(launch("queued", 0)->microseconds, launch("given", 0)->microseconds, 0.25);
}
END_TEST

// An H200 takes 331 us to write 4 MiB of managed memory that nobody has used, and 12 to read them once they are there.
START_TEST(pages_of_managed_memory_arrive_once) {
    close_to(launch("copy", COPIES)->microseconds, 331, 0.4);
    ck_assert_double_lt(launch("copy", COPIES + 1)->microseconds, 20);
}
END_TEST

// An instruction that is not known costs nothing, and the launch takes at least as long as its other instructions.
START_TEST(what_is_not_known_costs_nothing) {
    double more = (launch("chain_of_texels", 1)->low - launch("chain_of_texels", 0)->low) * CLOCKS_PER_MICROSECOND;
    for (unsigned n = 0; n < 2; n++) {
        ck_assert_double_eq(launch("chain_of_texels", n)->microseconds, 0);
        ck_assert_double_lt(launch("chain_of_texels", n)->low, launch("chain", n)->microseconds);
    }
    ck_assert_double_gt(more, 0.8 * 4 * 256 * 4);
    ck_assert_double_lt(more, 4 * 256 * 4);
}
END_TEST

START_TEST(an_estimate_is_in_its_range) {
    for (size_t i = 0; i < timed.count; i++) {
        if (!strcmp(timed.rows[i].kernel, "chain_of_texels")) continue;
        ck_assert_double_lt(timed.rows[i].low, timed.rows[i].microseconds);
        ck_assert_double_gt(timed.rows[i].high, timed.rows[i].microseconds);
        ck_assert_double_gt(timed.rows[i].low, 0);
    }
}
END_TEST

// What machine code is not executed for, and is said not to be; -1 stands for that.
static bool is_not_executed(const char *kernel) {
    static const char *const KERNELS[] = {"pointers",         "virtual_calls",      "prints",     "grid_of_blocks",
                                          "tensors_of_bytes", "tensors_of_doubles", "by_pointer", "grid_sync"};
    for (size_t n = 0; n < sizeof KERNELS / sizeof *KERNELS; n++)
        if (!strcmp(kernel, KERNELS[n])) return true;
    return false;
}

static void all_are_equal(const Table *table) {
    for (size_t i = 0; i < table->count; i++)
        ck_assert_msg(table->rows[i].differing == (is_not_executed(table->rows[i].kernel) ? -1 : 0),
                      "%s differs in %lld bytes", table->rows[i].kernel, table->rows[i].differing);
}

START_TEST(machine_code_writes_what_ptx_writes) {
    all_are_equal(&compared);
    all_are_equal(&tuned);
    ck_assert_uint_gt(compared.count, 50);
    ck_assert_uint_gt(tuned.count, 38);
}
END_TEST

// Of every part of the instruction set. Tensor cores leave no results.
START_TEST(machine_code_of_all_kinds_writes_what_ptx_writes) {
    for (size_t i = 0; i < coded.count; i++) {
        const Row *row = &coded.rows[i];
        long long expected = is_not_executed(row->kernel) ? -1 : 0;
        if (expected == 0 && (!strncmp(row->kernel, "tensors_", 8) || !strncmp(row->kernel, "matrices_", 9))) continue;
        ck_assert_msg(row->differing == expected, "%s differs in %lld bytes", row->kernel, row->differing);
    }
    ck_assert_uint_gt(coded.count, 39);
}
END_TEST

Suite *estimate_suite(void) {
    Suite *suite = suite_create("estimate");
    TCase *group = tcase_create("estimate");
    tcase_add_unchecked_fixture(group, make_tables, NULL);
    tcase_set_timeout(group, 120);
    tcase_add_test(group, a_dependent_product_takes_four_clocks);
    tcase_add_loop_test(group, a_load_takes_a_pass_for_each_lane_of_a_bank, 1, 6);
    tcase_add_test(group, a_load_of_no_lane_takes_a_pass);
    tcase_add_test(group, a_full_multiprocessor_issues_four_products_a_clock);
    tcase_add_test(group, more_warps_are_not_slower);
    tcase_add_test(group, copies_are_waited_for);
    tcase_add_test(group, barrier_objects_wait_for_copies);
    tcase_add_test(group, atomics_on_one_word_wait_for_each_other);
    tcase_add_test(group, atomics_of_blocks_on_words_of_their_own_use_all_slices);
    tcase_add_test(group, compares_and_swaps_fail_by_all_multiprocessors);
    tcase_add_test(group, work_from_a_queue_takes_as_long_as_work_that_is_given);
    tcase_add_test(group, pages_of_managed_memory_arrive_once);
    tcase_add_test(group, what_is_not_known_costs_nothing);
    tcase_add_test(group, an_estimate_is_in_its_range);
    tcase_add_test(group, machine_code_writes_what_ptx_writes);
    tcase_add_test(group, machine_code_of_all_kinds_writes_what_ptx_writes);
    suite_add_tcase(suite, group);
    return suite;
}

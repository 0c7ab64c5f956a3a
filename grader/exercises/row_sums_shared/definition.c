// definition.c - chapter 04, row_sums_shared: a block a row, partial sums in shared memory, a tree.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS, COLUMNS, THREADS }; // CaseSpec.size
enum { WARP = 32 };

#define ROWS_CASE(rows, columns, threads, ...)                                                                         \
    { .label = #rows " x " #columns ", " #threads " threads", .size = {rows, columns, threads}, __VA_ARGS__ }

static const CaseSpec cases[] = {
    ROWS_CASE(1, 1, 1),
    ROWS_CASE(20, 100, 32),
    ROWS_CASE(10, 37, 256),
    ROWS_CASE(30, 500, 100),
    ROWS_CASE(40, 1024, 256, .measured = true),
    ROWS_CASE(40, 960, 96),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[ROWS] = random_between(&random, 5, 60);
    spec->size[COLUMNS] = spec->measured ? 32 * random_between(&random, 20, 40) : random_odd_size(&random, 20, 1500);
    spec->size[THREADS] = spec->measured ? random_odd_size(&random, 400, 1000) : random_between(&random, 1, 1024);
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " x %" PRId64 ", %" PRId64 " threads", spec->size[ROWS],
             spec->size[COLUMNS], spec->size[THREADS]);
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    return input_size(input, "rows", spec->size[ROWS]) && input_size(input, "columns", spec->size[COLUMNS]) &&
           input_size(input, "threads", spec->size[THREADS]) &&
           input_floats(input, "A", &random, (uint64_t)(spec->size[ROWS] * spec->size[COLUMNS])) &&
           output_announce(input, "sums", CASE_FLOAT32, (uint64_t)spec->size[ROWS]);
}

// What a tree makes of a row that halves an odd number of partial sums rounding down: the last one is lost.
static double halved_down(const float *row, int64_t columns, int64_t threads) {
    double partial[1024] = {0};
    for (int64_t i = 0; i < columns; i++) partial[i % threads] += row[i];
    for (int64_t left = threads; left > 1; left /= 2)
        for (int64_t t = 0; t < left / 2; t++) partial[t] += partial[t + left / 2];
    return partial[0];
}

static void name_halving(const Outcome *outcome, const Expected *sums, CaseResult *result) {
    int64_t rows = outcome->spec->size[ROWS], columns = outcome->spec->size[COLUMNS];
    const float *a = case_file_find(outcome->input, "A")->data;
    double *mistaken = calloc((size_t)rows, sizeof *mistaken);
    if (!mistaken) abort(); // some kilobytes: the grader itself cannot work
    for (int64_t i = 0; i < rows; i++)
        mistaken[i] = halved_down(a + i * columns, columns, outcome->spec->size[THREADS]);
    name_cause(outcome, sums, mistaken,
               "a partial sum is lost where their number is odd: half of it must be rounded up", result);
    free(mistaken);
}

static void check(const Outcome *outcome, CaseResult *result) {
    int64_t rows = outcome->spec->size[ROWS], columns = outcome->spec->size[COLUMNS];
    const float *a = case_file_find(outcome->input, "A")->data;
    double *expected = calloc((size_t)rows, sizeof *expected);
    if (!expected) abort(); // some kilobytes: the grader itself cannot work
    for (int64_t i = 0; i < rows * columns; i++) expected[i / columns] += a[i];
    Expected sums = {.name = "sums",
                     .type = CASE_FLOAT32,
                     .rank = 1,
                     .dims = {(uint64_t)rows},
                     .terms = (uint64_t)columns,
                     .expected = expected};
    compare_output(outcome, &sums, result);
    if (!result->passed) name_halving(outcome, &sums, result);
    free(expected);
}

// ---- limits ----

static double rows_of(const CaseSpec *spec) { return (double)spec->size[ROWS]; }
static double warps_of(const CaseSpec *spec) { return ceil((double)spec->size[THREADS] / WARP); }

static double threads_of_a_row(const DeviceReport *report, const CaseSpec *spec) {
    return (double)report_threads(report) / (rows_of(spec) * (double)spec->size[THREADS]);
}

// Sectors of a row: in each trip every warp touches those of its lanes, and one more where it does not begin at a
// sector's beginning, which is so if the block is no multiple of 8 threads.
static double sectors_of_a_row(const CaseSpec *spec) {
    double sectors = 0;
    int64_t threads = spec->size[THREADS];
    for (int64_t first = 0; first < spec->size[COLUMNS]; first += threads)
        for (int64_t lane = 0; lane < threads; lane += WARP) {
            int64_t begin = first + lane, end = first + (lane + WARP < threads ? lane + WARP : threads);
            if (end > spec->size[COLUMNS]) end = spec->size[COLUMNS];
            if (begin < end) sectors += (double)((end - 1) / 8 - begin / 8 + 1);
        }
    return sectors;
}
static double sectors_of_rows(const CaseSpec *spec) { return rows_of(spec) * sectors_of_a_row(spec); }

// A warp loads once per iteration. A warp that does the work of others loads more often.
static void trip_bounds(const CaseSpec *spec, Bounds *bounds) { bounds->plain = fmax(2, warps_of(spec)); }
static double trips_of_a_warp(const DeviceReport *report, const CaseSpec *spec) {
    return report_launch_most(report, NULL, REPORT_BUSIEST_WARP_LOADS) /
           ceil((double)spec->size[COLUMNS] / (double)spec->size[THREADS]);
}

// A partial sum for each warp at the very least; the lesson's tree at most. One thread that adds up all partial sums
// reads each of them in a pass of its own.
static void pass_bounds(const CaseSpec *spec, Bounds *bounds) {
    bounds->least = warps_of(spec);
    bounds->most = 4 * warps_of(spec) + 3 * ceil(log2((double)spec->size[THREADS])) + 1;
    bounds->plain = warps_of(spec) + (double)spec->size[THREADS];
}

static double blocks(const CaseSpec *spec) { return (double)spec->size[ROWS]; }

static const CaseSpec timed = ROWS_CASE(8192, 8192, 256);
static double work(const CaseSpec *spec) { return (double)(spec->size[ROWS] * spec->size[COLUMNS]); }

#include "row_sums_shared.text.h"

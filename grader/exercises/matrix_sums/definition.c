// definition.c - chapter 02, matrix_sums: sums of rows and of columns, both coalesced.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS, COLUMNS }; // CaseSpec.size

#define MATRIX(rows, columns, ...)                                                                                     \
    { .label = #rows " x " #columns, .size = {rows, columns}, __VA_ARGS__ }

static const CaseSpec cases[] = {
    MATRIX(1, 1),
    MATRIX(64, 64),
    MATRIX(300, 7),
    MATRIX(7, 1000),
    MATRIX(160, 192, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// A measured matrix has whole warps in both directions, and a thread for each row or column fills several blocks.
static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[ROWS] = spec->measured ? 32 * random_between(&random, 24, 32) : random_odd_size(&random, 30, 400);
    spec->size[COLUMNS] = spec->measured ? 32 * random_between(&random, 48, 64) : random_odd_size(&random, 30, 400);
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " x %" PRId64, spec->size[ROWS], spec->size[COLUMNS]);
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    uint64_t rows = (uint64_t)spec->size[ROWS], columns = (uint64_t)spec->size[COLUMNS];
    Random random = random_seeded(seed);
    return input_size(input, "rows", spec->size[ROWS]) && input_size(input, "columns", spec->size[COLUMNS]) &&
           input_floats(input, "A", &random, rows * columns) &&
           output_announce(input, "row_sums", CASE_FLOAT32, rows) &&
           output_announce(input, "column_sums", CASE_FLOAT32, columns);
}

// Sums that a warp adds up lose terms in two common ways.
static void name_lost_terms(const Outcome *outcome, const Expected *sums, int64_t sum_step, int64_t term_step,
                            CaseResult *result) {
    const float *a = case_file_find(outcome->input, "A")->data;
    int64_t count = (int64_t)sums->dims[0], terms = (int64_t)sums->terms;
    double *of_lane_0 = calloc((size_t)(2 * count), sizeof *of_lane_0), *of_whole_warps = of_lane_0 + count;
    if (!of_lane_0) abort(); // some kilobytes: the grader itself cannot work
    for (int64_t i = 0; i < count; i++)
        for (int64_t t = 0; t < terms; t++) {
            double term = a[i * sum_step + t * term_step];
            if (t % 32 == 0) of_lane_0[i] += term;
            if (t < terms / 32 * 32) of_whole_warps[i] += term;
        }
    name_cause(outcome, sums, of_lane_0, "what lane 0 added is stored alone: the sums of a warp's lanes must be added",
               result);
    name_cause(outcome, sums, of_whole_warps,
               "the rest behind the last whole 32 elements is not added: some lanes have one more to add", result);
    free(of_lane_0);
}

// One of the two outputs: `count` sums of `terms` elements each.
static void check_sums(const Outcome *outcome, const char *name, int64_t count, int64_t sum_step, int64_t terms,
                       int64_t term_step, CaseResult *result) {
    const float *a = case_file_find(outcome->input, "A")->data;
    double *expected = calloc((size_t)count, sizeof *expected);
    if (!expected) abort(); // some kilobytes: the grader itself cannot work
    for (int64_t i = 0; i < count; i++)
        for (int64_t t = 0; t < terms; t++) expected[i] += a[i * sum_step + t * term_step];
    Expected sums = {.name = name,
                     .type = CASE_FLOAT32,
                     .rank = 1,
                     .dims = {(uint64_t)count},
                     .terms = (uint64_t)terms,
                     .expected = expected};
    compare_output(outcome, &sums, result);
    if (!result->passed) name_lost_terms(outcome, &sums, sum_step, term_step, result);
    free(expected);
}

static void check(const Outcome *outcome, CaseResult *result) {
    int64_t rows = outcome->spec->size[ROWS], columns = outcome->spec->size[COLUMNS];
    check_sums(outcome, "row_sums", rows, columns, columns, 1, result);
    if (result->passed) check_sums(outcome, "column_sums", columns, 1, rows, columns, result);
}

// 32 elements for their row's sum and 32 for their column's, the mean of both.
static double twice_32_elements(const CaseSpec *spec) {
    return 2 * (double)spec->size[ROWS] * (double)spec->size[COLUMNS] / 32;
}

#define HELD 8448 // warps by an H200

static bool percent_filled(const KeyRun *run, char answer[64]) {
    return snprintf(answer, 64, "%.12g", 100 * key_counter(run, "many_columns", "global_store_requests") / HELD) > 0;
}

// What is out of the ordinary in the numbers that `cause` draws: 32 sectors per request, 31 conflicts per request, or
// fewer warps than an H200 holds.
static bool why_slow(const KeyRun *run, char answer[64]) {
    static const char *const causes[] = {"strided", "conflicts", "few_warps"};
    return snprintf(answer, 64, "%s", causes[(int)key_drawn(run, "cause") % 3]) > 0;
}

// No counter tells: an experiment varies what is suspected, and nothing else.
static bool experiment(const KeyRun *run, char answer[64]) {
    const char *suspect = key_word(run, "suspect");
    bool use = strstr(suspect, "use") != NULL, pattern = strstr(suspect, "pattern") != NULL;
    snprintf(answer, 64, "%s", use ? "second_run" : pattern ? "transposed" : "other_block");
    return true;
}

static const CaseSpec timed = MATRIX(8192, 8192);
static double work(const CaseSpec *spec) { return (double)(spec->size[ROWS] * spec->size[COLUMNS]); }

#include "matrix_sums.text.h"

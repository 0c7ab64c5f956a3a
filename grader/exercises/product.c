// product.c - inputs and oracle of the matrix products.
#include "product.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// The factors but for infinities.
static bool make_finite(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    int64_t m = spec->size[PRODUCT_M], n = spec->size[PRODUCT_N], k = spec->size[PRODUCT_K];
    Random random = random_seeded(seed);
    return input_size(input, "m", m) && input_size(input, "n", n) && input_size(input, "k", k) &&
           input_floats(input, "A", &random, (uint64_t)(m * k)) &&
           input_floats(input, "B", &random, (uint64_t)(k * n)) &&
           output_announce(input, "C", CASE_FLOAT32, (uint64_t)(m * n));
}

// The first element of a row or column that follows others of k elements.
static void put_infinity(CaseFile *input, const char *factor, const CaseSpec *spec) {
    int64_t line = spec->size[PRODUCT_INFINITE];
    if (line) ((float *)case_file_find(input, factor)->data)[line * spec->size[PRODUCT_K]] = INFINITY;
}

bool product_make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    if (!make_finite(spec, seed, input)) return false;
    put_infinity(input, "A", spec);
    return true;
}

bool product_make_columns(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    if (!product_make(spec, seed, input)) return false;
    put_infinity(input, "B", spec);
    return true;
}

void product_size(CaseSpec *spec, int64_t m, int64_t n, int64_t k) {
    spec->size[PRODUCT_M] = m;
    spec->size[PRODUCT_N] = n;
    spec->size[PRODUCT_K] = k;
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " x %" PRId64 " x %" PRId64, m, n, k);
}

void product_draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    int64_t size[3];
    for (int i = 0; i < 3; i++)
        size[i] = !spec->measured  ? random_odd_size(&random, 5, 150)
                  : i == PRODUCT_K ? 32 * random_between(&random, 1, 2)
                                   : 32 * random_between(&random, 12, 13);
    product_size(spec, size[0], size[1], size[2]);
}

// A row of C, from a row of A and a B that is stored by rows.
static void add_rows(double *sums, const float *a, const float *b, int64_t n, int64_t k) {
    for (int64_t p = 0; p < k; p++)
        for (int64_t column = 0; column < n; column++) sums[column] += (double)a[p] * b[p * n + column];
}

// Whose infinity was multiplied by 0: elements of the row or column before it are NaN.
static void name_infinity(const CaseSpec *spec, CaseResult *result) {
    uint64_t before = (uint64_t)spec->size[PRODUCT_INFINITE] - 1;
    const char *next = result->index[0] == before ? "row of A" : result->index[1] == before ? "column of B" : NULL;
    if (!spec->size[PRODUCT_INFINITE] || !result->has_element || !result->not_numbers || !next) return;
    result_cause(result,
                 "past the end of k a thread reads the next %s and multiplies it by 0, and 0 * infinity is no "
                 "number: compare p with k, not an index with the size of the whole matrix",
                 next);
}

// B[p][column] is at b[p * b_row_step + column * b_column_step].
static void product_check(const Outcome *outcome, int64_t b_row_step, int64_t b_column_step, CaseResult *result) {
    const int64_t *size = outcome->spec->size;
    int64_t m = size[PRODUCT_M], n = size[PRODUCT_N], k = size[PRODUCT_K];
    const float *a = case_file_find(outcome->input, "A")->data, *b = case_file_find(outcome->input, "B")->data;
    double *expected = calloc((size_t)(m * n), sizeof *expected);
    if (!expected) abort(); // a few hundred kilobytes: the grader itself cannot work
    // Either way a sum is added up in the order of p; this way neighbours of a large B are read one after another.
    for (int64_t row = 0; row < m; row++)
        if (b_column_step == 1) add_rows(expected + row * n, a + row * k, b, n, k);
        else
            for (int64_t column = 0; column < n; column++)
                for (int64_t p = 0; p < k; p++)
                    expected[row * n + column] += (double)a[row * k + p] * b[p * b_row_step + column * b_column_step];
    compare_output(outcome,
                   &(Expected){.name = "C",
                               .type = CASE_FLOAT32,
                               .rank = 2,
                               .dims = {(uint64_t)m, (uint64_t)n},
                               .terms = (uint64_t)k,
                               .expected = expected},
                   result);
    if (result->has_element) product_name_mistake(outcome, b_row_step, b_column_step, result);
    if (!result->cause[0]) name_infinity(outcome->spec, result);
    free(expected);
}

static double product_element(const Outcome *outcome, const char *output, uint64_t i, int64_t b_row_step,
                              int64_t b_column_step, Expected *like) {
    const int64_t *size = outcome->spec->size;
    int64_t m = size[PRODUCT_M], n = size[PRODUCT_N], k = size[PRODUCT_K];
    const float *a = (const float *)input_of(outcome, "A") + (int64_t)i / n * k;
    const float *b = (const float *)input_of(outcome, "B") + (int64_t)i % n * b_column_step;
    double sum = 0;
    for (int64_t p = 0; p < k; p++) sum += (double)a[p] * b[p * b_row_step];
    *like = (Expected){
        .name = output, .type = CASE_FLOAT32, .rank = 2, .dims = {(uint64_t)m, (uint64_t)n}, .terms = (uint64_t)k};
    return sum;
}

double product_element_rows(const Outcome *outcome, const char *output, uint64_t i, Expected *like) {
    return product_element(outcome, output, i, outcome->spec->size[PRODUCT_N], 1, like);
}

double product_element_columns(const Outcome *outcome, const char *output, uint64_t i, Expected *like) {
    return product_element(outcome, output, i, 1, outcome->spec->size[PRODUCT_K], like);
}

void product_check_rows(const Outcome *outcome, CaseResult *result) {
    product_check(outcome, outcome->spec->size[PRODUCT_N], 1, result);
}

void product_check_columns(const Outcome *outcome, CaseResult *result) {
    product_check(outcome, 1, outcome->spec->size[PRODUCT_K], result);
}

double product_loads_once(const CaseSpec *spec) {
    return 1 / (double)spec->size[PRODUCT_M] + 1 / (double)spec->size[PRODUCT_N];
}

// Loads of one float by a whole warp waste little beside those of 32.
const char *product_scattered(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return report_counter(report, "global_load_wasted_bytes") > report_counter(report, "global_load_bytes")
               ? "No lane asks for most of the bytes that are loaded: let neighbouring threads load "
                 "neighbouring floats"
               : NULL;
}

// A load or store of local memory for each product.
const char *product_in_local_memory(const DeviceReport *report, const CaseSpec *spec) {
    return report_counter(report, "local_load_requests+local_store_requests") > product_warps(spec)
               ? "The sums are in local memory, not in registers: the compiler must know the bounds of each loop over "
                 "them, so make these constants or template parameters"
               : NULL;
}

double product_products(const CaseSpec *spec) {
    return (double)spec->size[PRODUCT_M] * (double)spec->size[PRODUCT_N] * (double)spec->size[PRODUCT_K];
}
double product_warps(const CaseSpec *spec) { return product_products(spec) / 32; }
double product_element_warps(const CaseSpec *spec) {
    return (double)spec->size[PRODUCT_M] * (double)spec->size[PRODUCT_N] / 32;
}

// product.c - inputs and oracle of the matrix products.
#include "product.h"

#include <stdlib.h>

bool product_make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    static const char *const names[] = {[PRODUCT_M] = "m", [PRODUCT_N] = "n", [PRODUCT_K] = "k"};
    for (unsigned i = 0; i < COUNT_OF(names); i++) {
        int64_t *size = case_file_add(input, names[i], CASE_INT64, 1);
        if (!size) return false;
        *size = spec->size[i];
    }
    uint64_t a_count = (uint64_t)(spec->size[PRODUCT_M] * spec->size[PRODUCT_K]);
    uint64_t b_count = (uint64_t)(spec->size[PRODUCT_K] * spec->size[PRODUCT_N]);
    float *a = case_file_add(input, "A", CASE_FLOAT32, a_count);
    float *b = case_file_add(input, "B", CASE_FLOAT32, b_count);
    if (!a || !b) return false;
    Random random = random_seeded(seed);
    random_fill(&random, a, a_count);
    random_fill(&random, b, b_count);
    return true;
}

// B[p][column] is at b[p * b_row_step + column * b_column_step].
static void product_check(const CaseSpec *spec, const CaseFile *input, const CaseFile *output, int64_t b_row_step,
                          int64_t b_column_step, CaseResult *result) {
    int64_t m = spec->size[PRODUCT_M], n = spec->size[PRODUCT_N], k = spec->size[PRODUCT_K];
    const float *got = output_floats(output, "C", (uint64_t)(m * n), result);
    if (!got) return;
    const float *a = case_file_find(input, "A")->data, *b = case_file_find(input, "B")->data;
    double *expected = calloc((size_t)(m * n), sizeof *expected);
    if (!expected) abort(); // a few hundred kilobytes: the grader itself cannot work
    for (int64_t row = 0; row < m; row++)
        for (int64_t column = 0; column < n; column++)
            for (int64_t p = 0; p < k; p++)
                expected[row * n + column] += (double)a[row * k + p] * b[p * b_row_step + column * b_column_step];
    compare_matrix("C", got, expected, (uint64_t)m, (uint64_t)n, (uint64_t)k, result);
    free(expected);
}

void product_check_rows(const CaseSpec *spec, const CaseFile *input, const CaseFile *output, const char *text,
                        const DeviceReport *report, CaseResult *result) {
    (void)text, (void)report;
    product_check(spec, input, output, spec->size[PRODUCT_N], 1, result);
}

void product_check_columns(const CaseSpec *spec, const CaseFile *input, const CaseFile *output, const char *text,
                           const DeviceReport *report, CaseResult *result) {
    (void)text, (void)report;
    product_check(spec, input, output, 1, spec->size[PRODUCT_K], result);
}

double product_share_on_device(const DeviceReport *report, const CaseSpec *spec) {
    double done = report_counter(report, "ffma") + report_counter(report, "fmul") + report_counter(report, "dfma") +
                  report_counter(report, "dmul");
    double needed = (double)spec->size[PRODUCT_M] * (double)spec->size[PRODUCT_N] * (double)spec->size[PRODUCT_K];
    return done / needed;
}

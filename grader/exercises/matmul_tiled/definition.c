// definition.c - chapter 04, matmul_tiled: a product by tiles, phase by phase, for matrices of any shape.
#include "../product.h"

#include <stdio.h>
#include <stdlib.h>

// A case may have one infinite factor, first in a row of A. A thread that reads past the end of the row before it reads
// this infinity; multiplied by a zero it becomes NaN.
enum { INFINITE_ROW = PRODUCT_K + 1, TILE = 16 };

#define INFINITE_CASE(m, n, k, row)                                                                                    \
    {                                                                                                                  \
        .label = #m " x " #n " x " #k ", row " #row " of A infinite", .size = { m, n, k, row }                         \
    }

static const CaseSpec cases[] = {
    PRODUCT_CASE(32, 48, 16),
    PRODUCT_CASE(96, 160, 64, .measured = true),
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(33, 65, 17),
    INFINITE_CASE(20, 35, 21, 7),
    PRODUCT_CASE(100, 70, 90),
    PRODUCT_CASE(70, 40, 200), // k is the longest: phases that end with m or n miss some of it
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    int64_t size[3];
    for (int i = 0; i < 3; i++)
        size[i] = !spec->measured  ? random_odd_size(&random, 3, 140)
                  : i == PRODUCT_K ? random_odd_size(&random, 40, 64)
                                   : random_odd_size(&random, 384, 400);
    product_size(spec, size[0], size[1], size[2]);
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    if (!product_make(spec, seed, input)) return false;
    int64_t row = spec->size[INFINITE_ROW];
    if (row) ((float *)case_file_find(input, "A")->data)[row * spec->size[PRODUCT_K]] = INFINITY;
    return true;
}

// What an infinity in row `row` of A makes of that row of C: infinities of the signs of B's first row.
static bool row_is_infinite(const Outcome *outcome, const float *got, int64_t row, CaseResult *result) {
    int64_t n = outcome->spec->size[PRODUCT_N];
    const float *b = case_file_find(outcome->input, "B")->data;
    for (int64_t column = 0; column < n; column++) {
        float value = got[row * n + column];
        if (isinf(value) && (value > 0) == (b[column] > 0)) continue;
        result_wrong(result, "C[%lld][%lld] is %g, expected an infinity, since A[%lld][0] is one", (long long)row,
                     (long long)column, value, (long long)row);
        return false;
    }
    return true;
}

// Compares all rows but the infinite one: in copies of A and C that row is 0.
static void check_finite_rows(const Outcome *outcome, int64_t row, CaseResult *result) {
    const CaseArray *a = case_file_find(outcome->input, "A"), *b = case_file_find(outcome->input, "B");
    const CaseArray *c = case_file_find(outcome->output, "C");
    CaseArray inputs[] = {*a, *b}, outputs[] = {*c};
    float *a_copy = malloc(a->count * sizeof *a_copy), *c_copy = malloc(c->count * sizeof *c_copy);
    if (!a_copy || !c_copy) abort(); // some kilobytes: the grader itself cannot work
    for (uint64_t i = 0; i < a->count; i++)
        a_copy[i] = (int64_t)i / outcome->spec->size[PRODUCT_K] == row ? 0 : ((const float *)a->data)[i];
    for (uint64_t i = 0; i < c->count; i++)
        c_copy[i] = (int64_t)i / outcome->spec->size[PRODUCT_N] == row ? 0 : ((const float *)c->data)[i];
    inputs[0].data = a_copy;
    outputs[0].data = c_copy;
    CaseFile input = {inputs, COUNT_OF(inputs)}, output = {outputs, COUNT_OF(outputs)};
    Outcome finite = *outcome;
    finite.input = &input;
    finite.output = &output;
    product_check_rows(&finite, result);
    if (result->has_element && result->not_numbers)
        result_cause(
            result,
            "an element of another row is read and multiplied by 0, and 0 * infinity is no number: test each index");
    free(a_copy);
    free(c_copy);
}

static void check(const Outcome *outcome, CaseResult *result) {
    const int64_t *size = outcome->spec->size;
    if (!size[INFINITE_ROW]) {
        product_check_rows(outcome, result);
        return;
    }
    uint64_t count = (uint64_t)(size[PRODUCT_M] * size[PRODUCT_N]);
    const float *got = output_array(outcome, "C", CASE_FLOAT32, count, result);
    if (!got || !row_is_infinite(outcome, got, size[INFINITE_ROW], result)) return;
    check_finite_rows(outcome, size[INFINITE_ROW], result);
}

// Tiles of 16 x 16 that cover everything: a phase of a block is 8 warps with 2 requests each, 16. A program that copies
// or turns a matrix first needs some more: the slack; tiles of 8 x 8 need at least 27, and the plain product 256.
static double phases_of_blocks(const CaseSpec *spec) {
    double phases = 1;
    for (int i = PRODUCT_M; i <= PRODUCT_K; i++) phases *= ceil((double)spec->size[i] / TILE);
    return phases;
}

// A warp brings two rows of 16 floats, which lie in 2 sectors each, or in 3 where rows do not begin at a sector's
// beginning. One that brings columns touches 16 rows.
static void sectors_allowed(const CaseSpec *spec, Bounds *bounds) {
    bool aligned = spec->size[PRODUCT_N] % 8 == 0 && spec->size[PRODUCT_K] % 8 == 0;
    double each = aligned ? 4 : 6;
    bounds->most = 16 * each;
    bounds->plain = 8 * each + 8 * 16;
}

static bool intensity(const KeyRun *run, char answer[64]) {
    double bytes = key_counter(run, "tiles_of_side", "global_load_bytes");
    if (bytes <= 0) return false;
    snprintf(answer, 64, "%.12g", 2 * key_counter(run, "tiles_of_side", "ffma") / bytes);
    return true;
}

static const CaseSpec timed = PRODUCT_CASE(1024, 1024, 1024);
static const CaseSpec estimated = PRODUCT_CASE(2048, 2048, 2048);

#include "matmul_tiled.text.h"

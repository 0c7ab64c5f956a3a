// product_mistakes.c - products as they come out of common mistakes, so that a wrong one can be told its cause.
#include "product.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int64_t m, n, k;
    const float *a, *b;
    int64_t b_row_step, b_column_step;
} Factors;

// The index that stands where `at` stands if each tile is turned on its diagonal; *other is its partner's.
static void turn(int64_t tile, int64_t *at, int64_t *other) {
    int64_t inner = *at % tile, other_inner = *other % tile;
    *at += other_inner - inner;
    *other += inner - other_inner;
}

typedef enum {
    WHOLE,
    OTHER_STORAGE,
    LAST_TILE_MISSING,
    LAST_PHASE_MISSING,
    LAST_TILE_ONLY,
    B_NOT_TURNED,
    A_TURNED
} Mistake;

static double a_of(const Factors *f, int64_t row, int64_t p, Mistake mistake, int64_t tile) {
    if (mistake == A_TURNED) turn(tile, &row, &p);
    return row < f->m && p < f->k ? f->a[row * f->k + p] : 0;
}

static double b_of(const Factors *f, int64_t p, int64_t column, Mistake mistake, int64_t tile) {
    if (mistake == B_NOT_TURNED) turn(tile, &p, &column);
    if (p >= f->k || column >= f->n) return 0;
    if (mistake != OTHER_STORAGE) return f->b[p * f->b_row_step + column * f->b_column_step];
    return f->b_column_step == 1 ? f->b[column * f->k + p] : f->b[p * f->n + column];
}

static void multiply(const Factors *f, Mistake mistake, int64_t tile, double *c) {
    int64_t tiles = (f->k + tile - 1) / tile;
    int64_t begin = mistake == LAST_TILE_ONLY ? (tiles - 1) * tile : 0;
    int64_t end = mistake == LAST_TILE_MISSING ? f->k / tile * tile : f->k;
    if (mistake == LAST_PHASE_MISSING) end = (tiles - 1) * tile;
    if (mistake == B_NOT_TURNED || mistake == A_TURNED) end = tiles * tile;
    for (int64_t row = 0; row < f->m; row++)
        for (int64_t column = 0; column < f->n; column++) {
            double sum = 0;
            for (int64_t p = begin; p < end; p++)
                sum += a_of(f, row, p, mistake, tile) * b_of(f, p, column, mistake, tile);
            c[row * f->n + column] = sum;
        }
}

static bool comes_out(const Outcome *outcome, const Factors *f, const double *c) {
    Expected expected = {.name = "C", .type = CASE_FLOAT32, .rank = 2, .terms = (uint64_t)f->k, .expected = c};
    expected.dims[0] = (uint64_t)f->m;
    expected.dims[1] = (uint64_t)f->n;
    return output_equals(outcome, &expected);
}

// C stored as if it lay by columns.
static void transposed(const Factors *f, const double *c, double *out) {
    for (int64_t row = 0; row < f->m; row++)
        for (int64_t column = 0; column < f->n; column++) out[column * f->m + row] = c[row * f->n + column];
}

// The elements of a thread, `tile` columns apart, have one sum.
static void summed(const Factors *f, const double *c, int64_t tile, double *out) {
    for (int64_t row = 0; row < f->m; row++)
        for (int64_t column = 0; column < f->n; column++) {
            int64_t first = column / (4 * tile) * 4 * tile + column % tile;
            double sum = 0;
            for (int64_t at = first; at < first + 4 * tile && at < f->n; at += tile) sum += c[row * f->n + at];
            out[row * f->n + column] = sum;
        }
}

static const char *find(const Outcome *outcome, const Factors *f, double *c, double *changed) {
    static const struct {
        Mistake mistake;
        const char *says;
    } mistakes[] = {
        {LAST_TILE_MISSING, "the rest of k behind the last whole tile is missing: the phases must cover k, rounded up"},
        {LAST_PHASE_MISSING, "the last phase of k is missing: there are as many phases as tiles in k"},
        {LAST_TILE_ONLY, "only the last phase of k is in C: does the sum begin anew in every phase"},
        {B_NOT_TURNED, "every tile of B is transposed when it is used: B_tile is stored one way and read the other"},
        {A_TURNED, "every tile of A is transposed when it is used: A_tile is stored one way and read the other"},
    };
    multiply(f, OTHER_STORAGE, 1, c);
    if (comes_out(outcome, f, c))
        return f->b_column_step == 1 ? "B is read as if it lay by columns: B[p][column] is B[p * n + column]"
                                     : "B is read as if it lay by rows: B[p][column] is B[column * k + p]";
    for (unsigned i = 0; i < COUNT_OF(mistakes); i++)
        for (int64_t tile = 8; tile <= 32 && tile <= f->k; tile *= 2) { // else there is no phase, and C is just 0
            if (mistakes[i].mistake == LAST_PHASE_MISSING && tile == f->k) break;
            multiply(f, mistakes[i].mistake, tile, c);
            if (comes_out(outcome, f, c)) return mistakes[i].says;
        }
    multiply(f, WHOLE, 1, c);
    transposed(f, c, changed);
    if (comes_out(outcome, f, changed))
        return "C is stored as its transpose, rows and columns swapped: C[row][column] is C[row * n + column]";
    for (int64_t tile = 8; tile <= 32; tile *= 2) {
        summed(f, c, tile, changed);
        if (comes_out(outcome, f, changed))
            return "elements of C that one thread computes have the same value: each needs a sum of its own";
    }
    return NULL;
}

void product_name_mistake(const Outcome *outcome, int64_t b_row_step, int64_t b_column_step, CaseResult *result) {
    const int64_t *size = outcome->spec->size;
    Factors f = {.m = size[PRODUCT_M],
                 .n = size[PRODUCT_N],
                 .k = size[PRODUCT_K],
                 .a = case_file_find(outcome->input, "A")->data,
                 .b = case_file_find(outcome->input, "B")->data,
                 .b_row_step = b_row_step,
                 .b_column_step = b_column_step};
    if (f.m * f.n < 16) return; // a few elements show nothing
    double *c = calloc((size_t)(f.m * f.n), sizeof *c), *changed = calloc((size_t)(f.m * f.n), sizeof *changed);
    const char *says = c && changed ? find(outcome, &f, c, changed) : NULL;
    if (says) snprintf(result->cause, sizeof result->cause, "%s", says);
    free(c);
    free(changed);
}

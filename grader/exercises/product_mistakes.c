// product_mistakes.c - the wrong products that common mistakes make, so that a wrong result can be explained.
#include "product.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MANY_PRODUCTS 700000 // of more, a quarter of the rows is looked at
#define MOST_PRODUCTS 9000000

typedef struct {
    int64_t m, n, k;
    const float *a, *b;
    int64_t b_row_step, b_column_step;
    int64_t first_wrong; // element of C
    double got;          // its value
} Factors;

// Transposes each tile: exchanges the two indices within their tile.
static void turn(int64_t tile, int64_t *at, int64_t *other) {
    int64_t inner = *at % tile, other_inner = *other % tile;
    *at += other_inner - inner;
    *other += inner - other_inner;
}

typedef enum {
    WHOLE,
    OTHER_STORAGE,
    LAST_TILE_MISSING,
    LAST_TILE_ONLY,
    LAST_PHASE_MISSING,
    B_NOT_TURNED,
    A_TURNED,
    B_EXCHANGED,
    PHASE_0_OF_A,
    PHASE_0_OF_B,
    PHASE_0_OF_BOTH,
    A_TESTED_BY_C,
    B_TESTED_BY_C,
    READS_ON,
    A_ROWS_OF_N,
    B_ROWS_OF_K,
    B_ROWS_OF_TILE,
    FOURS_ONLY,
    LAST_REPEATED,
    A_BY_COLUMN,
    B_BY_ROW,
    A_PHASE_BY_ONE,
    B_PHASE_BY_ONE,
    TILES_EXCHANGED,
    A_LIKE_B,
    B_LIKE_A,
    BOTH_TURNED,
    STEPS_OF_ONE,
    A_OF_BLOCK_0,
    B_OF_BLOCK_0,
    A_OF_BLOCK_X,
    B_OF_BLOCK_Y,
    FIRST_MISSING,
    ENDS_WITH_M,
    ENDS_WITH_N
} Mistake;

// The value that the mistake uses for A[row][p]; `column` is that of the element of C.
static double a_of(const Factors *f, int64_t row, int64_t p, int64_t column, Mistake mistake, int64_t tile) {
    if (mistake == A_TURNED || mistake == BOTH_TURNED) turn(tile, &row, &p);
    if (mistake == PHASE_0_OF_A || mistake == PHASE_0_OF_BOTH) p %= tile;
    if (mistake == A_PHASE_BY_ONE) p = p / tile + p % tile;
    if (mistake == A_BY_COLUMN) row += column % tile - row % tile;
    if (mistake == A_OF_BLOCK_0) row %= tile;
    if (mistake == A_OF_BLOCK_X) row = column - column % tile + row % tile;
    if (mistake == TILES_EXCHANGED || mistake == A_LIKE_B) {
        int64_t inner = p % tile;
        p += column % tile - inner;
        row += inner - row % tile;
    }
    if (mistake == LAST_REPEATED && p >= f->k) p = f->k - 1;
    if (mistake == A_TESTED_BY_C && column - column % tile + p % tile >= f->n) return 0;
    if (mistake == FOURS_ONLY && p >= f->k / 4 * 4) return 0;
    bool inside = p < f->k || (mistake == READS_ON && row * f->k + p < f->m * f->k);
    int64_t at = row * (mistake == A_ROWS_OF_N ? f->n : f->k) + p;
    return row < f->m && inside && at < f->m * f->k ? f->a[at] : 0;
}

static double b_of(const Factors *f, int64_t row, int64_t p, int64_t column, Mistake mistake, int64_t tile) {
    if (mistake == B_NOT_TURNED || mistake == BOTH_TURNED) turn(tile, &p, &column);
    if (mistake == B_EXCHANGED) column ^= p % tile;
    if (mistake == PHASE_0_OF_B || mistake == PHASE_0_OF_BOTH) p %= tile;
    if (mistake == B_PHASE_BY_ONE) p = p / tile + p % tile;
    if (mistake == B_BY_ROW) column += row % tile - column % tile;
    if (mistake == B_OF_BLOCK_0) column %= tile;
    if (mistake == B_OF_BLOCK_Y) column = row - row % tile + column % tile;
    if (mistake == TILES_EXCHANGED || mistake == B_LIKE_A) {
        int64_t inner = p % tile;
        p += row % tile - inner;
        column += inner - column % tile;
    }
    if (mistake == LAST_REPEATED && p >= f->k) p = f->k - 1;
    if (mistake == B_TESTED_BY_C && row - row % tile + p % tile >= f->m) return 0;
    if (mistake == FOURS_ONLY && f->b_column_step == 1 && column >= f->n / 4 * 4) return 0;
    int64_t at = p * f->b_row_step + column * f->b_column_step;
    if (mistake == B_ROWS_OF_K) at = f->b_column_step == 1 ? p * f->k + column : p + column * f->n;
    if (mistake == B_ROWS_OF_TILE) at = f->b_column_step == 1 ? p * tile + column : p + column * tile;
    if (at >= f->k * f->n) return 0;
    if (column >= f->n || (p >= f->k && !(mistake == READS_ON && at < f->k * f->n))) return 0;
    if (mistake != OTHER_STORAGE) return f->b[at];
    return f->b_column_step == 1 ? f->b[column * f->k + p] : f->b[p * f->n + column];
}

// Where the last of the tiles that cover `size` ends.
static int64_t tiles_end(int64_t size, int64_t tile) { return (size + tile - 1) / tile * tile; }

// How many phases add the product of p if each begins one p after the one before, and not a tile.
static double times_added(int64_t p, int64_t tile) { return (double)(p + 1 < tile ? p + 1 : tile); }

static double sum_of(const Factors *f, int64_t row, int64_t column, Mistake mistake, int64_t tile) {
    int64_t begin = mistake == LAST_TILE_ONLY ? tiles_end(f->k, tile) - tile : mistake == FIRST_MISSING;
    int64_t end = mistake == LAST_TILE_MISSING    ? f->k / tile * tile
                  : mistake == LAST_PHASE_MISSING ? tiles_end(f->k, tile) - tile
                  : mistake == ENDS_WITH_M        ? tiles_end(f->m, tile)
                  : mistake == ENDS_WITH_N        ? tiles_end(f->n, tile)
                                                  : tiles_end(f->k, tile);
    double sum = 0;
    for (int64_t p = begin; p < end; p++)
        sum += a_of(f, row, p, column, mistake, tile) * b_of(f, row, p, column, mistake, tile) *
               (mistake == STEPS_OF_ONE ? times_added(p, tile) : 1);
    return sum;
}

// Rows that are not looked at are NaN.
static void multiply(const Factors *f, Mistake mistake, int64_t tile, double *c) {
    int64_t rows = f->m * f->n * f->k > MANY_PRODUCTS ? (f->m + 3) / 4 : f->m;
    for (int64_t i = rows * f->n; i < f->m * f->n; i++) c[i] = NAN;
    for (int64_t row = 0; row < rows; row++)
        for (int64_t column = 0; column < f->n; column++)
            c[row * f->n + column] = sum_of(f, row, column, mistake, tile);
}

// Whether C is that. Where some rows are not looked at, the first wrong element must be among those that are.
static bool comes_out(const Outcome *outcome, const Factors *f, const double *c) {
    if (isnan(c[f->first_wrong])) return false;
    Expected expected = {.name = "C", .type = CASE_FLOAT32, .rank = 2, .terms = (uint64_t)f->k, .expected = c};
    expected.dims[0] = (uint64_t)f->m;
    expected.dims[1] = (uint64_t)f->n;
    return output_equals(outcome, &expected);
}

// Whether C is what the mistake makes of the factors. Most mistakes are excluded by the first wrong element alone.
static bool makes(const Outcome *outcome, const Factors *f, Mistake mistake, int64_t tile, double *c) {
    double sum = sum_of(f, f->first_wrong / f->n, f->first_wrong % f->n, mistake, tile);
    bool near = fabs(sum - f->got) <= (double)f->k * 0x1p-20 * fmax(1, fabs(sum)); // twice what is tolerated
    if (!near && !isinf(sum)) return false;
    multiply(f, mistake, tile, c);
    return comes_out(outcome, f, c);
}

// C as if it were stored by columns.
static void transposed(const Factors *f, const double *c, double *out) {
    for (int64_t row = 0; row < f->m; row++)
        for (int64_t column = 0; column < f->n; column++) out[column * f->m + row] = c[row * f->n + column];
}

// The four elements of a thread, `tile` columns or rows apart, share one sum: each of them gets it, or the first one
// gets it and the others are 0.
static void summed(const Factors *f, const double *c, int64_t tile, bool rows, bool in_first, double *out) {
    int64_t length = rows ? f->m : f->n, step = rows ? f->n : 1;
    for (int64_t row = 0; row < f->m; row++)
        for (int64_t column = 0; column < f->n; column++) {
            int64_t place = rows ? row : column, line = rows ? column : row * f->n;
            int64_t first = place / (4 * tile) * 4 * tile + place % tile;
            double sum = 0;
            for (int64_t at = first; at < first + 4 * tile && at < length; at += tile) sum += c[line + at * step];
            out[row * f->n + column] = in_first && place != first ? 0 : sum;
        }
}

#define LAST_PART                                                                                                      \
    "only the last part of k is in C: add to the sum with +=, and set it to 0 before the loop over k, not in it"

static const struct {
    Mistake mistake;
    const char *says;
} mistakes[] = {
    {A_ROWS_OF_N, "A is indexed with rows of n elements: A's rows are k long, A[row][p] is A[row * k + p]"},
    {B_ROWS_OF_K, "B is indexed with the wrong length of its rows or columns: multiply by n where B lies by rows, by k "
                  "where it lies by columns"},
    {B_ROWS_OF_TILE, "B is indexed with the tile's side for the length of its rows or columns: take that of B itself"},
    {LAST_TILE_MISSING, "the rest of k behind the last whole tile is missing: the phases must cover k, rounded up, and "
                        "use all that was stored"},
    {LAST_TILE_ONLY, LAST_PART},
    {LAST_PHASE_MISSING, "the last phase of k is missing, or a loop over p ends before the tile does: use all that was "
                         "stored"},
    {B_NOT_TURNED,
     "every tile of B is transposed when it is used: swap the indices where B_tile is stored, or where it is read"},
    {A_TURNED,
     "every tile of A is transposed when it is used: swap the indices where A_tile is stored, or where it is read"},
    {B_EXCHANGED,
     "columns of B_tile are exchanged (^) either where it is stored or where it is read: exchange them in both"},
    {PHASE_0_OF_A, "every phase uses the columns of A of phase 0: add phase * TILE to the column of A"},
    {PHASE_0_OF_B, "every phase uses the rows of B of phase 0: add phase * TILE to the row of B"},
    {PHASE_0_OF_BOTH,
     "every phase uses the tiles of phase 0: load those of the next phase, and, where there are two buffers, change "
     "from one to the other"},
    {A_PHASE_BY_ONE, "each phase takes its columns of A one further, and not a tile: multiply the phase by TILE"},
    {B_PHASE_BY_ONE, "each phase takes its rows of B one further, and not a tile: multiply the phase by TILE"},
    {A_BY_COLUMN, "the row of A_tile follows threadIdx.x, the column of C: read A_tile[threadIdx.y][p]"},
    {B_BY_ROW, "the column of B_tile follows threadIdx.y, the row of C: read B_tile[p][threadIdx.x]"},
    {TILES_EXCHANGED, "the indices of both tiles are exchanged: add A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x]"},
    {A_LIKE_B, "A_tile is read as B_tile is, [p][threadIdx.x]: read A_tile[threadIdx.y][p]"},
    {B_LIKE_A, "B_tile is read as A_tile is, [threadIdx.y][p]: read B_tile[p][threadIdx.x]"},
    {BOTH_TURNED,
     "the tiles of both A and B are stored transposed: store each element at [threadIdx.y][threadIdx.x], the "
     "place where it is used"},
    {STEPS_OF_ONE, "products are added several times, because each phase begins one step of p after the one before: go "
                   "on by TILE from phase to phase"},
    {A_OF_BLOCK_0, "every block uses the rows of A of the first block: add blockIdx.y * TILE to the row of A"},
    {B_OF_BLOCK_0, "every block uses the columns of B of the first block: add blockIdx.x * TILE to the column of B"},
    {A_OF_BLOCK_X, "the rows of A follow blockIdx.x, which counts the columns of C: A's rows follow blockIdx.y"},
    {B_OF_BLOCK_Y, "the columns of B follow blockIdx.y, which counts the rows of C: B's columns follow blockIdx.x"},
    {A_TESTED_BY_C, "A's tile is not whole: a thread without an element of C must load its cell of A all the same"},
    {B_TESTED_BY_C, "B's tile is not whole: a thread without an element of C must load its cell of B all the same"},
    {READS_ON, "cells behind the end of k hold what follows in memory, the next row or column: store 0 there"},
    {FOURS_ONLY, "a rest of fewer than four elements of a row is lost: load what is no whole float4 one by one"},
    {LAST_REPEATED, "cells behind the end of k hold the last element again: store 0 there"},
};

// Mistakes in tiles: tries each with tiles of 8, 16 and 32.
static const char *find_in_tiles(const Outcome *outcome, const Factors *f, double *c) {
    for (unsigned i = 0; i < COUNT_OF(mistakes); i++)
        for (int64_t tile = 8; tile <= 32; tile *= 2) {
            // If k is less than one tile, or the only phase is missing, C would just be 0.
            bool shows = mistakes[i].mistake == LAST_REPEATED || mistakes[i].mistake == STEPS_OF_ONE;
            if (!shows && tile > f->k) break;
            if (mistakes[i].mistake == LAST_PHASE_MISSING && tile == f->k) break;
            // Where n is a multiple of k, rows of n begin where other rows of A do.
            if (mistakes[i].mistake == A_ROWS_OF_N && f->n % f->k == 0) break;
            if (makes(outcome, f, mistakes[i].mistake, tile, c)) return mistakes[i].says;
        }
    return NULL;
}

// The loop over p, or over the phases, is bounded by another size than k. Sums of a single phase may have another
// cause.
static const char *find_end(const Outcome *outcome, const Factors *f, double *c) {
    for (int64_t tile = 1; tile <= 32; tile = tile == 1 ? 8 : 2 * tile) {
        int64_t ends[] = {tiles_end(f->m, tile), tiles_end(f->n, tile)};
        for (unsigned i = 0; i < COUNT_OF(ends) && ends[0] != ends[1]; i++) {
            if (ends[i] <= tile || ends[i] >= f->k) continue;
            if (makes(outcome, f, i ? ENDS_WITH_N : ENDS_WITH_M, tile, c))
                return i ? "the sums stop where n ends: the loop over p, or over the phases, must cover k, not n"
                         : "the sums stop where m ends: the loop over p, or over the phases, must cover k, not m";
        }
    }
    return NULL;
}

static const char *find(const Outcome *outcome, const Factors *f, double *c, double *changed) {
    if (makes(outcome, f, OTHER_STORAGE, 1, c))
        return f->b_column_step == 1 ? "B is read as if it were stored by columns: B[p][column] is B[p * n + column]"
                                     : "B is read as if it were stored by rows: B[p][column] is B[column * k + p]";
    if (makes(outcome, f, LAST_TILE_ONLY, 1, c)) return LAST_PART; // the last product alone
    for (int last = 0; last < 2; last++) {
        if (makes(outcome, f, last ? LAST_PHASE_MISSING : FIRST_MISSING, 1, c))
            return last ? "the last product of each sum is missing: p must run up to k - 1"
                        : "the first product of each sum is missing: p must begin at 0";
    }
    const char *says = find_in_tiles(outcome, f, c);
    if (!says) says = find_end(outcome, f, c);
    if (says) return says;
    multiply(f, WHOLE, 1, c);
    transposed(f, c, changed);
    if (comes_out(outcome, f, changed))
        return "C is stored as its transpose, rows and columns swapped: C[row][column] is C[row * n + column]";
    for (int64_t tile = 8; tile <= 32; tile *= 2)
        for (int kind = 0; kind < 4; kind++) {
            summed(f, c, tile, kind / 2, kind % 2, changed);
            if (comes_out(outcome, f, changed))
                return "elements of C that one thread computes share a sum: give each a sum of its own";
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
                 .b_column_step = b_column_step,
                 .first_wrong = (int64_t)result->element,
                 .got = result->got};
    // A few elements show nothing, and what a large case would show, a smaller one has shown.
    if (f.m * f.n < 16 || f.m * f.n * f.k > MOST_PRODUCTS) return;
    double *c = calloc((size_t)(f.m * f.n), sizeof *c), *changed = calloc((size_t)(f.m * f.n), sizeof *changed);
    const char *says = c && changed ? find(outcome, &f, c, changed) : NULL;
    if (says) result_cause(result, "%s", says);
    free(c);
    free(changed);
}

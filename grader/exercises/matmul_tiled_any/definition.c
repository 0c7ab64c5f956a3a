// definition.c - chapter 04, matmul_tiled_any: a product by tiles for matrices of any shape.
#include "../product.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A case may have one infinite factor, first in a row of A. A thread that reads past the end of the row before it reads
// this infinity; multiplied by a zero it becomes NaN.
enum { INFINITE_ROW = PRODUCT_K + 1, TILE = 16 };

#define INFINITE_CASE(m, n, k, row)                                                                                    \
    {                                                                                                                  \
        .label = #m " x " #n " x " #k ", row " #row " of A infinite", .size = { m, n, k, row }                         \
    }

static const CaseSpec cases[] = {
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(32, 48, 16),
    PRODUCT_CASE(33, 65, 17),
    INFINITE_CASE(20, 35, 21, 7),
    PRODUCT_CASE(100, 70, 90, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    int64_t size[3];
    for (int i = 0; i < 3; i++) size[i] = random_odd_size(&random, spec->measured ? 60 : 3, 140);
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
        snprintf(
            result->cause, sizeof result->cause,
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
// the matrices into padded ones first needs some more: the slack; tiles of 8 x 8 need about 27, and the plain
// product 256. A warp brings two rows of 16 floats, which lie in 2 sectors each, or in 3 where they do not begin at a
// sector's beginning. One that brings columns touches 16 rows.
static double phases_of_blocks(const CaseSpec *spec) {
    double phases = 1;
    for (int i = PRODUCT_M; i <= PRODUCT_K; i++) phases *= ceil((double)spec->size[i] / TILE);
    return phases;
}

static const Part parts[] = {
    RIGHT_RESULTS(40),
    NO_FAULTS(15),
    {.label = "few load requests",
     .points = 20,
     .kind = PART_LIMIT,
     .counts = "load requests per phase of a block of 16 x 16",
     .counter = LOAD_REQUESTS,
     .per = phases_of_blocks,
     .most = 16,
     .slack = 0.25,
     .plain = 256,
     .paths = PATH_LOADS,
     .advice = "Elements are loaded more often than tiles of 16 x 16 need: let the threads of a block load each "
               "element of a tile once"},
    {.label = "coalesced loads",
     .points = 10,
     .kind = PART_LIMIT,
     .counts = "sectors loaded per phase of a block of 16 x 16",
     .counter = LOAD_SECTORS,
     .per = phases_of_blocks,
     .most = 16 * 6,
     .plain = 8 * 6 + 8 * 16,
     .paths = PATH_LOADS,
     .advice = "The lanes of a warp load from different rows: let threadIdx.x run along a row when a tile is loaded"},
    ANSWERS("questions", 15),
};

static const Parameter parameters[] = {
    {"m", "33..150"},
    {"n", "33..150"},
    {"k", "17..150"},
};

static const Slip blocks_slips[] = {
    {"floor(m / 16) * floor(n / 16)", "What is left over at the right and at the bottom needs blocks, too"},
    {"ceil(m * n / 256)", "Blocks do not go around corners: divide each side by 16 and round up"},
};
static const Slip phases_slips[] = {
    {"floor(k / 16)", "What is left over of the {k} terms needs a phase, too"},
    {"k", "A phase takes 16 terms at once"},
};
static const Slip idle_slips[] = {
    {"m * n", "That is the number of elements of C"},
    {"blocks * 256", "That is the number of all threads"},
    {"0", "{m} x {n} is no multiple of 16 in both directions"},
};

static const Question questions[] = {
    {.name = "blocks",
     .asks = "blocks for C of {m} x {n}",
     .points = 5,
     .why = "Divide each side by 16 and round up",
     SLIPS(blocks_slips)},
    {.name = "phases",
     .asks = "phases for k = {k}",
     .points = 5,
     .why = "Divide by 16 and round up",
     SLIPS(phases_slips)},
    {.name = "idle_threads",
     .asks = "threads that have no element of C of {m} x {n}",
     .points = 5,
     .why = "All threads of all blocks, less the elements of C",
     SLIPS(idle_slips)},
};

static const CaseSpec timed = PRODUCT_CASE(1024, 1024, 1024);

const Exercise matmul_tiled_any_exercise = {
    .name = "matmul_tiled_any",
    .chapter = "04_tiling",
    .title = "A product by tiles for matrices of any shape",
    .learnt =
        "at the edges each access has a test of its own, zeros fill the tile, and every thread reaches the barrier.",
    .checklist = "tiling,coalescing",
    .interface = "matmul",
    .must_define = "void matmul(const float *A, const float *B, float *C, int m, int n, int k)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .timed = &timed,
    .work = product_products,
    .draw = draw,
    .make = make,
    .check = check,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"Three things can lie outside: the element of A that a thread brings, the one of B, and the element of C that "
         "it computes. They are outside for different threads, so they need three tests.",
         "A cell outside its matrix gets 0, in both tiles, without being read: test row against m and the column of A "
         "against k, each by itself. No thread returns before the last barrier; only the store of C is conditional.",
         "bool in_A = row < m && phase * TILE + threadIdx.x < k; A_tile[..][..] = in_A ? A[...] : 0; bool in_B = phase "
         "* TILE + threadIdx.y < k && column < n; B_tile[..][..] = in_B ? B[...] : 0; ceil_div(k, TILE) phases; at the "
         "end if (row < m && column < n) C[...] = sum;"},
};

// definition.c - chapter 04, matmul_tiled: a product by tiles, phase by phase, for matrices of any shape.
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
    PRODUCT_CASE(32, 48, 16),
    PRODUCT_CASE(96, 160, 64, .measured = true),
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(33, 65, 17),
    INFINITE_CASE(20, 35, 21, 7),
    PRODUCT_CASE(100, 70, 90),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    int64_t size[3];
    for (int i = 0; i < 3; i++)
        size[i] = random_odd_size(&random, spec->measured ? 120 : 3, spec->measured ? 190 : 140);
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

static const Part parts[] = {
    RIGHT_RESULTS(30),
    NO_FAULTS(15),
    {.label = "few load requests",
     .points = 20,
     .kind = PART_LIMIT,
     .symptom = "tiling",
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
     .symptom = "coalescing",
     .counts = "sectors loaded per phase of a block of 16 x 16",
     .counter = LOAD_SECTORS,
     .per = phases_of_blocks,
     .bounds = sectors_allowed,
     .slack = 0.25,
     .paths = PATH_LOADS,
     .advice = "The lanes of a warp load from different rows: let threadIdx.x run along a row when a tile is loaded"},
    ANSWERS("questions", 25),
};

static const Parameter parameters[] = {
    {"m", "64..160/32"},
    {"n", "64..160/32"},
    {"k", "64..160/32"},
    {"tile", "16,32"},
    {"side", "5,6,7,9,10,11,13,14,15,17,18,19,21,22,23,25,26,27,29,30,31"},
    {"ahead", "3..29"},
    {"behind", "3..29"},
    {"rows", "33..150"},
    {"columns", "33..150"},
    {"terms", "17..150"},
};

static bool intensity(const KeyRun *run, char answer[64]) {
    double bytes = key_counter(run, "tiles_of_side", "global_load_bytes");
    if (bytes <= 0) return false;
    snprintf(answer, 64, "%.12g", 2 * key_counter(run, "tiles_of_side", "ffma") / bytes);
    return true;
}

static const Slip requests_slips[] = {
    {"m * n * k / 16", "That is the plain product: two requests for 32 products"},
    {"2 * m * n * k / tile", "Count requests of warps, not loads of threads"},
    {"m * n * k / 32 / tile", "Each phase brings a tile of A and a tile of B"},
    {"2 * m * n * k / 32 / (48 - tile)", "That is for the other side of the two, 16 and 32"},
};
static const Slip intensity_slips[] = {
    {"0.25", "That is the plain product: here a loaded element is used by a whole row or column of the tile"},
    {"side", "Two operations for every four bytes: count bytes, not floats"},
    {"side / 8", "A product and an addition are two operations"},
    {"side / 2", "Each thread loads two floats in a phase: one of A and one of B"},
};
static const Slip first_slips[] = {
    {"ahead + 1", "The thread reads too early: what is in the tile before the others have stored?"},
    {"ahead", "Who reads A_tile[y][5], and who stores it? They may be in different warps"},
};
static const Slip second_slips[] = {
    {"behind - 1", "The tile is complete here; what does a warp do that has finished its products before the others?"},
    {"behind", "A warp that has finished goes on to the next phase, and stores: into which tile?"},
};

static const Slip blocks_slips[] = {
    {"floor(rows / 16) * floor(columns / 16)", "What is left over at the right and at the bottom needs blocks, too"},
    {"ceil(rows * columns / 256)", "Blocks do not go around corners: divide each side by 16 and round up"},
};
static const Slip phases_slips[] = {
    {"floor(terms / 16)", "What is left over of the {terms} terms needs a phase, too"},
    {"terms", "A phase takes 16 terms at once"},
};
static const Slip idle_slips[] = {
    {"rows * columns", "That is the number of elements of C"},
    {"blocks * 256", "That is the number of all threads"},
    {"0", "{rows} x {columns} is no multiple of 16 in both directions"},
};

static const Question questions[] = {
    {.name = "requests",
     .asks = "load requests of {m} x {n} x {k} (m, n, k) with tiles of {tile}",
     .points = 4,
     .unit = UNIT_REQUESTS,
     .kernel = "tiles_of_tile",
     .counter = "global_load_requests",
     .why = "Count the blocks, the phases of a block, its warps, and the requests of a warp in a phase",
     SLIPS(requests_slips)},
    {.name = "intensity",
     .asks = "operations per loaded byte with tiles of {side}",
     .points = 4,
     .unit = UNIT_PER_BYTE,
     .key = intensity,
     .why = "In a phase, how many bytes does a thread load, and how many products does it add?",
     SLIPS(intensity_slips)},
    {.name = "without_first_barrier",
     .asks = "phase whose tile a thread in phase {ahead} uses by mistake, first barrier left out",
     .points = 4,
     .why = "Let one warp run ahead of the others and follow it",
     SLIPS(first_slips)},
    {.name = "without_second_barrier",
     .asks = "phase whose tile a thread in phase {behind} uses by mistake, second barrier left out",
     .points = 4,
     .why = "Let one warp run ahead of the others and follow it",
     SLIPS(second_slips)},
    {.name = "blocks",
     .asks = "blocks of 16 x 16 for C of {rows} x {columns}",
     .points = 3,
     .why = "Divide each side by 16 and round up",
     SLIPS(blocks_slips)},
    {.name = "phases",
     .asks = "phases with tiles of 16 for k = {terms}",
     .points = 3,
     .why = "Divide by 16 and round up",
     SLIPS(phases_slips)},
    {.name = "idle_threads",
     .asks = "threads that have no element of C of {rows} x {columns}",
     .points = 3,
     .why = "All threads of all blocks, less the elements of C",
     SLIPS(idle_slips)},
};

static const CaseSpec timed = PRODUCT_CASE(1024, 1024, 1024);
static const CaseSpec estimated = PRODUCT_CASE(2048, 2048, 2048);

const Exercise matmul_tiled_exercise = {
    .name = "matmul_tiled",
    .chapter = "04_tiling",
    .title = "A product by tiles for matrices of any shape",
    .learnt =
        "a tile of side T is loaded once and used T times; at the edges zeros fill it, and each access has its own "
        "test.",
    .checklist = "tiling,coalescing",
    .interface = "matmul",
    .must_define = "void matmul(const float *A, const float *B, float *C, int m, int n, int k)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .timed = &timed,
    .estimated = &estimated,
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
        {"In phase f the block needs columns f * TILE to f * TILE + TILE - 1 of its rows of A, and the same rows of "
         "its "
         "columns of B. Which element of each is thread (x, y) to bring? And which of the two, and of C, can lie "
         "outside "
         "its matrix?",
         "Thread (x, y) brings A[row][f * TILE + x] and B[f * TILE + y][column], or 0 where the element does not "
         "exist: "
         "test row against m and the column of A against k, and likewise for B. Then a barrier, TILE products, and "
         "another barrier. No thread returns before the last barrier; only the store of C is conditional.",
         "bool in_A = row < m && phase * TILE + threadIdx.x < k; A_tile[threadIdx.y][threadIdx.x] = in_A ? A[row * k + "
         "phase * TILE + threadIdx.x] : 0; bool in_B = phase * TILE + threadIdx.y < k && column < n; B_tile likewise; "
         "__syncthreads(); the loop over p; __syncthreads(); ceil_div(k, TILE) phases; at the end if (row < m && "
         "column "
         "< n) C[row * n + column] = sum;"},
};

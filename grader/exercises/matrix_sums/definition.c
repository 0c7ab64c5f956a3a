// definition.c - chapter 02, matrix_sums: sums of rows and of columns, both coalesced.
#include "../definition.h"

#include <math.h>
#include <stdio.h>
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
    spec->size[ROWS] = spec->measured ? 32 * random_between(&random, 28, 32) : random_odd_size(&random, 30, 400);
    spec->size[COLUMNS] = spec->measured ? 32 * random_between(&random, 128, 144) : random_odd_size(&random, 30, 400);
    label_sizes(spec, "# x #");
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    uint64_t rows = (uint64_t)spec->size[ROWS], columns = (uint64_t)spec->size[COLUMNS];
    Random random = random_seeded(seed);
    return input_size(input, "rows", spec->size[ROWS]) && input_size(input, "columns", spec->size[COLUMNS]) &&
           input_floats(input, "A", &random, rows * columns) &&
           output_announce(input, "row_sums", CASE_FLOAT32, rows) &&
           output_announce(input, "column_sums", CASE_FLOAT32, columns);
}

// A sum of row or column i: of `taken` elements of every `step`, or up to the last whole multiple of `whole`.
static double sum_of(const Outcome *outcome, uint64_t i, bool row, uint64_t taken, uint64_t step, uint64_t whole) {
    uint64_t rows = (uint64_t)outcome->spec->size[ROWS], columns = (uint64_t)outcome->spec->size[COLUMNS];
    const float *first = (const float *)input_of(outcome, "A") + (row ? i * columns : i);
    uint64_t terms = row ? columns : rows, apart = row ? 1 : columns;
    double sum = 0;
    for (uint64_t t = 0; t < terms / whole * whole; t++)
        if (t % step < taken) sum += first[t * apart];
    return sum;
}
static double row_sum(const Outcome *outcome, uint64_t i) { return sum_of(outcome, i, true, 1, 1, 1); }
static double row_lane_0(const Outcome *outcome, uint64_t i) { return sum_of(outcome, i, true, 1, 32, 1); }
static double row_whole(const Outcome *outcome, uint64_t i) { return sum_of(outcome, i, true, 1, 1, 32); }
static double row_half(const Outcome *outcome, uint64_t i) { return sum_of(outcome, i, true, 16, 32, 1); }
static double column_sum(const Outcome *outcome, uint64_t i) { return sum_of(outcome, i, false, 1, 1, 1); }
static double column_lane_0(const Outcome *outcome, uint64_t i) { return sum_of(outcome, i, false, 1, 32, 1); }
static double column_whole(const Outcome *outcome, uint64_t i) { return sum_of(outcome, i, false, 1, 1, 32); }

// Where a row has fewer than 32 elements, two mistakes give 0: both are named.
static double row_of_few(const Outcome *outcome, uint64_t i) {
    (void)i;
    return outcome->spec->size[COLUMNS] < 32 ? 0 : NAN;
}

// What lane 31 has when warp_sum() ends: a lane that asks for one beyond the warp gets its own value, five times.
static double row_lane_31(const Outcome *outcome, uint64_t i) {
    uint64_t columns = (uint64_t)outcome->spec->size[COLUMNS];
    double sum = 0;
    for (uint64_t t = 31; t < columns; t += 32) sum += input_float(outcome, "A", i * columns + t);
    return 32 * sum;
}

// Where a lane adds every element from its own on instead of every 32nd one.
static double row_from_own_on(const Outcome *outcome, uint64_t i) {
    uint64_t columns = (uint64_t)outcome->spec->size[COLUMNS];
    double sum = 0;
    for (uint64_t t = 0; t < columns; t++)
        sum += input_float(outcome, "A", i * columns + t) * fmin((double)(t + 1), 32);
    return sum;
}

// Where slabs of that many rows begin a row apart, because the block's number is not multiplied by it.
static double column_of_slabs(const Outcome *outcome, uint64_t i, uint64_t slab) {
    uint64_t rows = (uint64_t)outcome->spec->size[ROWS], columns = (uint64_t)outcome->spec->size[COLUMNS];
    double sum = 0;
    for (uint64_t first = 0; first < (rows + slab - 1) / slab; first++)
        for (uint64_t row = first; row < first + slab && row < rows; row++)
            sum += input_float(outcome, "A", row * columns + i);
    return sum;
}
#define SLABS(rows)                                                                                                    \
    static double column_of_##rows(const Outcome *outcome, uint64_t i) { return column_of_slabs(outcome, i, rows); }
SLABS(8)
SLABS(16)
SLABS(32)
SLABS(64)
SLABS(128)
SLABS(256)

// Sums that a warp adds up lose terms in two common ways.
#define LANE_0 "what lane 0 added is stored alone: the sums of a warp's lanes must be added"
#define LANE_31 "lane 31 stores its own sum: warp_sum() gives the sum of the warp to lane 0, so lane 0 must store it"
#define HALF_WARPS "only half of a warp's lanes are added: the first distance is half a warp, 16 lanes"
#define OWN_ON "each lane adds every element from its own on: let its loop go on in steps of 32, the lanes of a warp"
#define SLAB                                                                                                           \
    "the slabs of rows overlap, because each begins one row behind the one before: multiply blockIdx.y by the rows "   \
    "of "                                                                                                              \
    "a slab"
#define LANE_31_OR_WHOLE_WARPS                                                                                         \
    "either lane 31 stores its own sum, and lane 0 must store it, or the elements after the last whole 32 are not "    \
    "added"
#define WHOLE_WARPS "the elements after the last whole 32 are not added: some lanes have one more to add"

static bool is_of_rows(const char *output) { return strcmp(output, "row_sums") == 0; }

static Expected like_of(const Outcome *outcome, const char *output) {
    uint64_t rows = (uint64_t)outcome->spec->size[ROWS], columns = (uint64_t)outcome->spec->size[COLUMNS];
    bool of_rows = is_of_rows(output);
    return (Expected){.name = output,
                      .type = CASE_FLOAT32,
                      .rank = 1,
                      .dims = {of_rows ? rows : columns},
                      .terms = of_rows ? columns : rows};
}

static void check(const Outcome *outcome, CaseResult *result) {
    static const Mistaken in_rows[] = {
        {row_of_few, LANE_31_OR_WHOLE_WARPS},
        {row_lane_31, LANE_31},
        {row_lane_0, LANE_0},
        {row_half, HALF_WARPS},
        {row_whole, WHOLE_WARPS},
        {row_from_own_on, OWN_ON},
        {0},
    };
    static const Mistaken in_columns[] = {
        {column_lane_0, LANE_0}, {column_whole, WHOLE_WARPS}, {column_of_8, SLAB},
        {column_of_16, SLAB},    {column_of_32, SLAB},        {column_of_64, SLAB},
        {column_of_128, SLAB},   {column_of_256, SLAB},       {0},
    };
    Expected sums = like_of(outcome, "row_sums");
    compare_elements(outcome, &sums, row_sum, in_rows, result);
    if (!result->passed) return;
    sums = like_of(outcome, "column_sums");
    compare_elements(outcome, &sums, column_sum, in_columns, result);
}

static double element(const Outcome *outcome, const char *output, uint64_t i, Expected *like) {
    *like = like_of(outcome, output);
    return sum_of(outcome, i, is_of_rows(output), 1, 1, 1);
}

// 32 elements for their row's sum and 32 for their column's, the mean of both.
static double twice_32_elements(const CaseSpec *spec) {
    return 2 * (double)spec->size[ROWS] * (double)spec->size[COLUMNS] / 32;
}

#define HELD 8448 // warps by an H200

static bool percent_filled(const KeyRun *run, char answer[64]) {
    return snprintf(answer, 64, "%.12g", 100 * key_counter(run, "one_store", "global_store_requests") / HELD) > 0;
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

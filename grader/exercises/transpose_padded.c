// transpose_padded.c - chapter 05: a transpose, coalesced both ways, without a single bank conflict.
#include "definition.h"

#include <stdlib.h>

enum { WIDTH, HEIGHT };

#define TRANSPOSE_CASE(width, height, ...)                                                                             \
    { .label = "width " #width ", height " #height, .size = {[WIDTH] = width, [HEIGHT] = height}, __VA_ARGS__ }

static const CaseSpec cases[] = {
    TRANSPOSE_CASE(1, 1),
    TRANSPOSE_CASE(64, 32),
    TRANSPOSE_CASE(33, 65),
    TRANSPOSE_CASE(100, 7),
    TRANSPOSE_CASE(192, 160, .measured = true),
    TRANSPOSE_CASE(129, 47, .hidden = true),
    TRANSPOSE_CASE(31, 258, .hidden = true),
};

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    int64_t *width = case_file_add(input, "width", CASE_INT64, 1);
    int64_t *height = case_file_add(input, "height", CASE_INT64, 1);
    if (!width || !height) return false;
    *width = spec->size[WIDTH];
    *height = spec->size[HEIGHT];
    uint64_t count = (uint64_t)(spec->size[WIDTH] * spec->size[HEIGHT]);
    float *in = case_file_add(input, "in", CASE_FLOAT32, count);
    Random random = random_seeded(seed);
    if (in) random_fill(&random, in, count);
    return in != NULL;
}

static void check(const CaseSpec *spec, const CaseFile *input, const CaseFile *output, const char *text,
                  const DeviceReport *report, CaseResult *result) {
    (void)text, (void)report;
    uint64_t width = (uint64_t)spec->size[WIDTH], height = (uint64_t)spec->size[HEIGHT];
    const float *got = output_floats(output, "out", width * height, result);
    if (!got) return;
    const float *in = case_file_find(input, "in")->data;
    double *expected = calloc(width * height, sizeof *expected);
    if (!expected) abort(); // a few hundred kilobytes: the grader itself cannot work
    for (uint64_t y = 0; y < height; y++)
        for (uint64_t x = 0; x < width; x++) expected[x * height + y] = in[y * width + x];
    compare_matrix("out", got, expected, width, height, 0, result);
    free(expected);
}

static double bank_conflicts(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return report_counter(report, "shared_load_bank_conflicts") + report_counter(report, "shared_store_bank_conflicts");
}

static double elements_loaded(const DeviceReport *report, const CaseSpec *spec) {
    return report_counter(report, "global_load_bytes") / 4 / (double)(spec->size[WIDTH] * spec->size[HEIGHT]);
}

enum { ELEMENTS, LOADS, STORES, CONFLICTS }; // limits

static const Limit limits[] = {
    [ELEMENTS] = {.label = "elements loaded / (width height)",
                  .measure = elements_loaded,
                  .least = 1,
                  .most = 1.02,
                  .advice = "A kernel must load each element of in exactly once"},
    [LOADS] = LOAD_SECTOR_LIMIT("Neighbouring lanes read different rows of in: let threadIdx.x run along a row"),
    [STORES] = STORE_SECTOR_LIMIT(
        "Neighbouring lanes write different rows of out: swap the block's coordinates, not the thread's"),
    [CONFLICTS] =
        {.label = "shared memory bank conflicts",
         .measure = bank_conflicts,
         .least = 0,
         .most = 0,
         .advice = "A warp reads or writes a column of the tile, whose elements share a bank: how wide must a row be?"},
};

static const Part parts[] = {
    {"right results", 35, PART_CASES, 0},
    {"no faults", 15, PART_CLEAN, 0},
    {"coalesced loads", 10, PART_LIMIT, LOADS},
    {"coalesced stores", 15, PART_LIMIT, STORES},
    {"no bank conflicts", 20, PART_LIMIT, CONFLICTS},
    {"each element loaded once", 5, PART_LIMIT, ELEMENTS},
};

const Exercise transpose_padded_exercise = {
    .name = "transpose_padded",
    .chapter = "05_bank_conflicts",
    .title = "A transpose without bank conflicts",
    .checklist = "coalescing,tiling",
    .interface = "transpose",
    .must_define = "void transpose(const float *in, float *out, int width, int height)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .make = make,
    .check = check,
    .limits = limits,
    .limit_count = COUNT_OF(limits),
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .hints =
        {"Bank of a word = its word index modulo 32. Which banks do the 32 elements tile[0][c] .. tile[31][c] of a "
         "32-wide tile lie in?",
         "They all lie in bank c. If each row of the tile began one bank later than the row before, a column would "
         "visit all 32 banks, and a row still would.",
         "__shared__ float tile[32][32 + 1]; read in[] into tile[threadIdx.y][threadIdx.x], then write out[] from "
         "tile[threadIdx.x][threadIdx.y] with x counted from blockIdx.y * 32 and y from blockIdx.x * 32."},
};
